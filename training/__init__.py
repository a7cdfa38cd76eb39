"""Scripts that make players.

| file | what |
|---|---|
| `maskable_ppo` | sb3-contrib's MaskablePPO on the Gymnasium environment, against past selves and scripted players |
| `selfplay_ppo`, `selfplay` | our own PPO: one network in all seats of `boru_env.SelfPlay` |
| `opponent_pool` | who sits in the other seats while training |
| `progress` | progress display, time limit, checkpoints |
| `demo` | the main job in one command: train, play a tournament, show the final board |
"""
