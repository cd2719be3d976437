"""Let OpenSpiel's tree search place a roll of Claim It!.

    python examples/spiel.py

Needs the extra: pip install 'claimant[envs]'.
"""

import pyspiel

from claimant.envs import open_spiel  # noqa: F401  (registers the games)
from claimant.envs.open_spiel_bots import bot

game = pyspiel.load_game("claim_it(players=3)")
state = game.new_initial_state()
for text in ("first 0", "roll", "dice 2 3 5"):
    player = state.current_player()
    named = {state.action_to_string(player, action): action for action in state.legal_actions()}
    state.apply_action(named[text])

rollouts = pyspiel.RandomRolloutEvaluator(1, seed=1)
search = pyspiel.MCTSBot(game, rollouts, 2.0, 200, 100, True, seed=1, verbose=False)
best = search.mcts_search(state).best_child().action
print("OpenSpiel places on", state.action_to_string(state.current_player(), best))

# The same search as a bot at our tables, where it sees only what its seat may know.
player = bot("open_spiel:mcts=200", seed=1)
print("and would place on", player.choose(state.position.state.view(0)))
