"""The ids under which Gymnasium and PettingZoo find the environments."""

import gymnasium
import pettingzoo

GYMNASIUM_ID = "boru_env/BrianBoru-v0"
PETTINGZOO_ID = "boru_env/brian_boru-v0"


def register() -> None:
    """Register both environments, once."""
    if GYMNASIUM_ID not in gymnasium.registry:
        gymnasium.register(
            id=GYMNASIUM_ID,
            entry_point="boru_env.envs.seat:SeatEnv",
            vector_entry_point="boru_env.envs.vector:SeatVectorEnv",
        )
    # PettingZoo has a registry from 1.27 on.
    if hasattr(pettingzoo, "register") and PETTINGZOO_ID not in pettingzoo.aec_registry:
        pettingzoo.register("aec", PETTINGZOO_ID, entry_point="boru_env.brian_boru_v0:env")
