"""A step of a course, drawn as the table that it takes place at."""

from __future__ import annotations

from typing import NamedTuple

from claimant.art import tokens
from claimant.bots.characters import character
from claimant.components import VERSION, RenderCache, RenderContext, acting_seat, page_of
from claimant.i18n import Name, said
from claimant.teaching.course import CoursePosition, CourseStep
from claimant.web.http.static import portrait_address
from claimant.web.pages.table import finished


class RenderedStep(NamedTuple):
    """The table of a step, for one learner."""

    area: str
    result: str
    """How the game was decided, if the step ends it."""
    definitions: str
    overlays: str
    story: str
    """What has happened, in sentences."""
    status: str
    actor: str
    """The seat whose turn it is, if there is one."""


def rendered_step(
    step: CourseStep, position: CoursePosition, learner: Name, colour: int, path: str, language: str
) -> RenderedStep:
    """A step at a position; its buttons send decisions to `path`."""
    render = _render(step, position, learner, colour, path, language)
    view = render.view
    part = page_of(view.game).table
    layout, order, common, own, _ = part.area(render)
    parts = common | own
    if step.hold and step.done(position):
        before = CoursePosition(position.states[:-1], position.events[:-1], position.played)
        held = part.area(_render(step, before, learner, colour, path, language))
        seen = before.state.view(step.seat)
        event = before.state.redact(position.events[-1], step.seat, view)
        scenes = part.scenes(seen, event, view, render.names)
        staged = [part.staged(render, seen, scene, parts) for scene in scenes]
        parts = held.common | held.own
        for each in staged:
            parts |= each
    inner = layout % tuple(parts[name] for name in order)
    return RenderedStep(
        inner.replace(VERSION, str(len(position.events))),
        finished.result(render.as_spectator()) if view.outcome is not None else "",
        tokens.definitions() + part.definitions(view),
        part.overlays(view, language),
        " ".join(text.say(language) for text in position.story(step.seat, render.names)),
        "over" if view.outcome is not None else "running" if render.live else "past",
        acting_seat(view),
    )


def _render(
    step: CourseStep, position: CoursePosition, learner: Name, colour: int, path: str, language: str
) -> RenderContext:
    """What the learner sees of a position."""
    state = position.state
    view, public = step.view(position), state.view(None)
    live = not step.done(position)
    names = tuple(said(name, language) for name in step.names(learner))
    last = None
    if position.events:
        last = position.states[-2].redact(position.events[-1], None, public)
    return RenderContext(
        view,
        public,
        step.seat,
        live,
        live,
        names,
        _colours(len(names), step.seat, colour),
        (False,) * len(names),
        path,
        language,
        RenderCache(len(position.events), last, None),
        faces=tuple(
            "" if seat == step.seat else portrait_address(character(name, seat).portrait)
            for seat, name in enumerate(names)
        ),
    )


def _colours(players: int, seat: int, colour: int) -> tuple[int, ...]:
    """The learner's own colour, and others for everyone else."""
    others = [c for c in range(players + 1) if c != colour]
    return tuple(colour if n == seat else others[n - (n > seat)] for n in range(players))
