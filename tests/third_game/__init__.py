"""Ferry: load crates without sinking. A complete game in one folder that nothing else knows.

Everyone is dealt three crates (1 to 9) face down, and three more stand on the quay. In your turn
`take` one of those, and the quay is restocked, or `discard` one that was dealt to you, unseen.
After four turns each the heaviest ferry that carries at most 21 wins.
"""

from claimant.registry import GameEntry

ENTRY = GameEntry(
    name="ferry",
    package="third_game",
    rules=("third_game.game:Ferry",),
    environment="third_game.environment:ENVIRONMENT",
    presentation="third_game.words:PRESENTATION",
)
