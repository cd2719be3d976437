"""A coach for someone's first game: says one thing at a time, and less the better they play.

The coach knows the player's view and what the game's judge says about it, nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from claimant.game import View
from claimant.i18n import Text
from claimant.judge import Judgement, Reason
from claimant.presentation import presentation_of

GOOD: Final = 0.03
"""What a good decision costs at most, as a chance to win."""
MISTAKE: Final = 0.1
"""What a decision has to cost for the coach to speak of it even after having fallen silent."""
SILENT: Final = 3
"""After this many good decisions in a row the coach is silent until there is a mistake."""


@dataclass(frozen=True)
class Remark:
    """What the coach says."""

    view: View
    """The position that it is about."""
    choice: str = ""
    """The decision that the coach would make there; empty for praise."""
    reason: Reason | None = None
    late: bool = False
    """Whether the player has already decided."""

    @property
    def is_hint(self) -> bool:
        """Whether it is about the decision before the player."""
        return self.reason is not None and not self.late

    def say(self, language: str) -> str:
        if self.reason is None:
            return Text("Well played! I will be quiet now, unless I can help.").say(language)
        words = presentation_of(self.view.game).choice(self.view, self.choice).say(language)
        # Menus in the terminal also have what is to be typed, in brackets.
        choice, reason = words.partition(" (")[0], self.reason.text
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
        self._before: tuple[View, Judgement] | None = None
        """The player's last decision, as it was judged."""
        self._remark: Remark | None = None

    def decided(self, event: str) -> None:
        """Note what the player did when last asked."""
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
            if self.good == SILENT:
                self._remark = Remark(view)
            return
        self.good = 0
        if cost >= MISTAKE and judgement.reasons:
            self._remark = Remark(view, judgement.best, judgement.reasons[0], late=True)

    def advise(self, view: View, judgement: Judgement) -> Remark | None:
        """What to say before a decision; None to be silent."""
        self._before = (view, judgement)
        remark, self._remark = self._remark, None
        if remark is not None:
            return remark
        if self.good >= SILENT or not judgement.reasons:
            return None
        return Remark(view, judgement.best, judgement.reasons[0])
