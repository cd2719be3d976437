"""Four agents play Claim at random in PettingZoo.

    python examples/table.py

Needs the extra: pip install 'claimant[envs]'.
"""

from claimant.envs.pettingzoo import claim_v0

env = claim_v0(players=4, scenario="clockwork-war")
env.reset(seed=7)
for agent in env.agent_iter():
    observation, reward, termination, truncation, info = env.last()
    if termination or truncation:
        print(agent, "gets", reward)
        env.step(None)
    else:
        env.step(env.action_space(agent).sample(observation["action_mask"]))
