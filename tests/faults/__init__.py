"""Faults on purpose: a list of seeded ones, and mutations; both ask whether the tests would see a fault.

| file | what |
|---|---|
| `faults.toml` | the seeded faults, each with the tests that have to fail |
| `records` | reading and checking that list |
| `checkout` | a copy of the checkout, and pytest in it |
| `run` | tries the faults one by one |
"""
