"""The parts of `training.selfplay_ppo`.

| file | what |
|---|---|
| `run` | all that a run consists of, and one step of it |
| `options` | the command line |
| `pool` | who sits where: the learner, past selves, scripted players |
| `rollout` | playing, and collecting the learner's choices |
| `gae` | advantages along each seat's own choices |
| `update` | the PPO step |
| `evaluate` | fixed opponents on paired deals |
| `checkpoint` | saving and going on |
| `report` | what is shown and written |
"""
