"""Faults on purpose: a list of seeded ones, and mutations; both ask whether the tests would see a fault.

| file | what |
|---|---|
| `faults.toml` | the seeded faults, each with the tests that have to fail |
| `records` | reading and checking that list |
| `checkout` | a copy of the checkout, and pytest in it |
| `run` | tries the faults one by one |
| `mutation` | tries mutants of the rules and the views, all or a sample; needs Cosmic Ray |
| `selection`, `noise` | which tests a mutant has to pass; which mutations change nothing |
| `limit` | ends a mutant's test that goes on for ever |
| `survivors.toml` | mutants that change nothing that could be seen, with the reason |
| `report` | the score, and its section in `docs/proof.md` |
"""
