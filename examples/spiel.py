"""OpenSpiel's tree search thinks about a roll of Claim It!.

    python examples/spiel.py

Needs the extra: pip install 'claimant[envs]'.
"""

import pyspiel

import claimant.envs.open_spiel  # registers claim_it and claim

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

# At our tables it sits under a name, and is told what its seat may know.
bot = claimant.envs.open_spiel.bot("open_spiel:mcts=200", seed=1)
print("and would place on", bot.choose(state.now.state.view(0)))
