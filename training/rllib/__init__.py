"""The parts of `training.rllib_ppo`. All but `options` and `checkpoint` need ray, the extra `ray`.

| file | what |
|---|---|
| `options` | the command line |
| `environment` | the game as an RLlib environment: all seats, one decision a step |
| `module` | our network as RLlib's RLModule, and back |
| `run` | the algorithm, the cluster, and one iteration |
| `checkpoint` | saving and going on |
"""
