"""A coach for someone's first game: says one thing at a time, and less the better they play.

The coach knows the player's view and what the game's judge says about it, nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from claimant.game import View
from claimant.i18n import Text
from claimant.judge import Judgement
from claimant.teaching.advised import HARDLY_MATTERS, advised, advised_words

GOOD: Final = 0.03
"""What a good decision costs at most, as a chance to win."""
MISTAKE: Final = 0.1
"""What a decision has to cost for the coach to speak of it even after having fallen silent."""
SILENT: Final = 3
"""After this many good decisions in a row the coach is silent until there is a mistake."""
TURNS: Final = 2
"""The coach stays for at least this many turns."""
PARTING: Final = Text("Well done! From here I only speak up when it matters.")


@dataclass(frozen=True)
class Remark:
    """What the coach says."""

    view: View
    """The position that it is about."""
    choices: tuple[str, ...] = ()
    """The decisions that the coach would make there, the best first; empty for praise."""
    reason: Text | None = None
    late: bool = False
    """Whether the player has already decided."""

    @property
    def is_hint(self) -> bool:
        """Whether it is about the decision before the player."""
        return self.reason is not None and not self.late

    def say(self, language: str) -> str:
        if self.reason is None:
            return PARTING.say(language)
        choice, reason = advised_words(self.view, self.choices, language), self.reason
        if self.late:
            text = Text("Better a moment ago: {choice}. {reason}", choice=choice, reason=reason)
        else:
            text = Text("My advice: {choice}. {reason}", choice=choice, reason=reason)
        return text.say(language)


class Coach:
    """The coach of one player in one game."""

    def __init__(self) -> None:
        self.good = 0
        """Good decisions in a row."""
        self.silent = False
        """Whether the coach speaks only after a mistake."""
        self._turns = 0
        """The player's turns that are over."""
        self._before: tuple[View, Judgement] | None = None
        """The player's last decision, as it was judged."""
        self._remark: Remark | None = None

    def decided(self, event: str, *, turn_over: bool = False) -> None:
        """Note what the player did when last asked, and whether it was someone else's turn then."""
        self._turns += turn_over
        if self._before is None:
            return
        view, judgement = self._before
        self._before = None
        if event not in judgement.values:
            return  # it was taken back
        cost = judgement.cost(event)
        self._remark = None
        if cost <= GOOD:
            self.good += 1
            if self.good >= SILENT and self._turns >= TURNS and not self.silent:
                self.silent = True
                self._remark = Remark(view)
            return
        self.good, self.silent = 0, False
        if cost >= MISTAKE and judgement.reasons:
            self._remark = Remark(view, (judgement.best,), judgement.reasons[0].text, late=True)

    def advise(self, view: View, judgement: Judgement) -> Remark | None:
        """What to say before a decision; None to be silent."""
        self._before = (view, judgement)
        remark, self._remark = self._remark, None
        if remark is not None:
            return remark
        if self.silent or not judgement.reasons:
            return None
        choices = advised(judgement)
        reason = HARDLY_MATTERS if len(choices) > 1 else judgement.reasons[0].text
        return Remark(view, choices, reason)
