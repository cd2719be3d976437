"""A seat at Claim It! that decides at random against our bots, in Gymnasium.

    python examples/seat.py

Needs the extra: pip install 'claimant[envs]'.
"""

import gymnasium

import claimant.envs.gymnasium  # noqa: F401  (registers the ids)

env = gymnasium.make("claimant/ClaimIt-v0", players=3, others=["novice", "easy"], seat=None)
for game in range(3):
    observation, info = env.reset(seed=game)
    over = False
    while not over:
        action = env.action_space.sample(info["action_mask"])
        observation, reward, over, _, info = env.step(action)
    print(f"game {game}: {reward:+}")
