"""Brian Boru for PettingZoo.

# Brian Boru

A card-driven board game for 3 to 5 players by Peer Sylvester: draft a hand, win tricks to take towns, lose tricks on
purpose to push raiders, church discs and marriages, and hold the most of Ireland's eight regions at the end.

| | |
|---|---|
| Import | `from boru_env import brian_boru_v0` |
| Creation | `brian_boru_v0.env(num_players=4)`, or `pettingzoo.make("aec", "boru_env/brian_boru-v0")` |
| Actions | Discrete |
| Parallel API | No: one seat decides at a time, and the order is not a cycle |
| Manual Control | No |
| Agents | `agents = ['player_0', .., 'player_4']`, as many as `num_players` |
| Action Shape | Discrete(80) |
| Observation Shape | `observation`: (1290,), `action_mask`: (80,) |
| Observation Values | [0, 1] |
| State Shape | (1920,) |
| State Values | [0, 1] |

## Arguments

`num_players` 3, 4 or 5 · `edition` name, id or path of an edition file · `reward` `"win"`, `"rank"`, `"margin"` or a
function of a finished `Game` · `render_mode` None, `"ansi"`, `"svg"`, `"rgb_array"`, `"human"` (a window).

## Observation space

A dictionary: `observation`, float32 in [0, 1], what the agent knows with perfect recall of the round, laid out as
`docs/observation.md` says and `boru_env.describe` reads back; and `action_mask`, int8. Seats are relative to the agent:
0 is itself, 1 its left neighbour. Nothing hidden is in it: no other hand, selection or pack, no deck.

## Legal actions mask

1 = legal. Zero everywhere for all agents but the one to act, and for everyone after the end.

## Action space

| ids | action | used for |
|---|---|---|
| 0..24 | card 1 .. card 25 | draft, play |
| 25..72 | town 0 .. town 47, in the order of the edition | every choice of a town |
| 73, 74 | upper, lower | which secondary action |
| 75, 76 | buy, stop | one more; no more, or no expansion |
| 77, 78, 79 | support, trade, spurn | the Princess of Denmark |

## Rewards

Paid once, at the end, to everyone. `win`: (n s - 1) / (n - 1), s the share of the win. `rank`: +1 to -1 in even steps,
ties averaged. `margin`: (points - mean of the others') / 30, clipped to [-1, 1]. `win` and `rank` are zero-sum.
An illegal action (`env()` only) pays the offender -1, the others 0, and ends the game with terminations and truncations
True for all: do not train on such an end.

## Termination

After the last round's upkeep and final scoring, for all agents in the same step. No truncation. No game has more than
`env.unwrapped.max_decisions` decisions.

## Infos

The same keys at all times, each a tuple by seat: `points`; and `final_points`, `placements` (1 = first), `win_shares`,
all zeros before the end. An agent's info is that of its latest decision; at the end all are of the end.

## Reset options

`{"deal": ...}` plays a given deal, `{"state": ...}` starts from a position at `choose_town`; other keys are ignored.
A seed decides this game and those of all later resets without one.

## Conversions

`aec_to_parallel` refuses: the game is not parallelizable. `docs/compatibility.md` says what works with which library.

## Version history

- v0: the first version. The order in which a seed's random numbers are drawn is part of the version.
"""

from boru_env.envs.aec import env, raw_env

__all__ = ["env", "raw_env"]
