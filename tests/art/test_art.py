"""The parts of pictures: they can be told apart, they are legible, and they are small."""

from __future__ import annotations

import re
from itertools import combinations
from xml.etree import ElementTree

import pytest

from claimant.art import logo
from claimant.art.dice import die
from claimant.art.palette import DARK, LIGHT, css
from claimant.art.svg import numeral
from claimant.art.tokens import SHAPES, mark, token
from claimant.games.claim.art import cards
from claimant.games.claim.art.corners import corner_mark
from claimant.games.claim.art.emblems import LOOKS, figure
from claimant.games.claim.rules.cards import FACTIONS, LOOT_VALUES
from claimant.games.claim_it.art import terrain
from claimant.games.claim_it.art.board import definitions as map_definitions
from claimant.games.claim_it.art.survey import labels, places_css, sheet

NAMES = [faction.name for faction in FACTIONS]
CODES = sorted({f"{faction.singular}-{value}" for faction in FACTIONS for value in faction.values})


def luminance(colour: str) -> float:
    def channel(value: int) -> float:
        c = value / 255
        return c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4

    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return 0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue)


def contrast(one: str, other: str) -> float:
    """As WCAG 2.2 defines it."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def shape(drawing: str) -> str:
    """A drawing without its colours."""
    return re.sub(r"#[0-9a-f]{6}|var\(--\w+\)", "", drawing)


def all_parts() -> dict[str, str]:
    parts = {f"card {code}": cards.card(code) for code in CODES}
    parts |= {f"card alone {code}": cards.card(code, alone=True) for code in CODES}
    parts |= {f"emblem {name}": cards.emblem(name) for name in NAMES}
    parts |= {f"corner {name}": cards.corner(name) for name in NAMES}
    parts |= {f"die {n}": die(n) for n in range(7)}
    parts |= {f"token {seat}": token(seat) for seat in range(5)}
    parts |= {
        "back": cards.card_back(),
        "back alone": cards.card_back(alone=True),
        "cards": cards.definitions(NAMES),
        "map": map_definitions(),
        "logo": logo.logo(),
        "icon": logo.favicon(),
        "icon, your turn": logo.favicon(your_turn=True),
    }
    return parts


def test_every_part_is_well_formed() -> None:
    for name, svg in all_parts().items():
        assert ElementTree.fromstring(svg).tag.endswith("svg"), name


def test_parts_name_only_colours_that_the_palette_has() -> None:
    used = set(re.findall(r"var\(--([\w-]+)\)", "".join(all_parts().values())))
    assert used <= set(LIGHT)
    assert set(DARK) == set(LIGHT)


def test_seventeen_factions_differ_in_emblem_corner_and_colour() -> None:
    assert set(LOOKS) == set(NAMES)
    assert len({shape(figure(name)) for name in NAMES}) == 17
    assert len({shape(corner_mark(name)) for name in NAMES}) == 17
    assert len({look.ground for look in LOOKS.values()}) == 17


def test_the_grounds_of_any_two_factions_are_far_apart() -> None:
    """No two are near in all of red, green and blue: colour alone is a fair hint already."""

    def apart(one: str, other: str) -> int:
        return sum(abs(int(one[i : i + 2], 16) - int(other[i : i + 2], 16)) for i in (1, 3, 5))

    near = [
        pair for pair in combinations(NAMES, 2)
        if apart(LOOKS[pair[0]].ground, LOOKS[pair[1]].ground) < 60
    ]  # fmt: skip
    assert near == []


def test_five_players_differ_in_shape_pattern_and_colour() -> None:
    marks = [mark(seat) for seat in range(5)]
    assert len({m.split(" fill=")[0] for m in marks}) == 5
    assert len({shape(m.rpartition("/><")[2]) for m in marks}) == 5
    for palette in (LIGHT, DARK):
        assert len({palette[f"seat{seat}"] for seat in range(5)}) == 5
    assert len({text.say() for text in SHAPES}) == 5


@pytest.mark.parametrize("name", NAMES)
def test_a_cards_number_and_mark_can_be_read(name: str) -> None:
    assert contrast(LOOKS[name].ink, LOOKS[name].ground) >= 4.5


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(
    ("words", "ground", "least"),
    [
        ("ink", "paper", 4.5),
        ("ink", "margin", 4.5),
        ("faint", "paper", 4.5),
        ("text", "table", 4.5),
        ("pawn-ink", "pawn", 4.5),
        ("die-ink", "die", 4.5),
        ("brass", "paper", 3),  # frames and rings: not text
        ("brass", "table", 3),
        ("rim", "stake", 3),
    ],
)
def test_text_stands_out_from_its_background(
    palette: dict[str, str], words: str, ground: str, least: float
) -> None:
    assert contrast(palette[words], palette[ground]) >= least


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_a_marker_has_an_edge_that_stands_out(palette: dict[str, str]) -> None:
    for seat in range(5):
        colour = palette[f"seat{seat}"]
        assert max(contrast(colour, palette["paper"]), contrast(palette["ink"], colour)) >= 3


def test_six_and_nine_have_a_line_below() -> None:
    lined = [value for value in range(14) if re.search(r"M0 2[5-9][\d.]*h14", numeral(value, "x"))]
    assert lined == [6, 9]


def test_every_number_is_drawn_differently() -> None:
    assert len({numeral(value, "x") for value in range(14)}) == 14


def test_loot_is_marked_on_the_raccoons_that_are_loot() -> None:
    plain = cards.card("raccoon-9", alone=True).count("<path")
    for value in range(14):
        more = cards.card(f"raccoon-{value}", alone=True).count("<path") > plain
        assert more == (value in LOOT_VALUES)


def test_every_card_is_drawn_differently_and_its_back_tells_nothing() -> None:
    assert len({cards.card(code) for code in CODES}) == len(CODES)
    assert len({cards.card(code, alone=True) for code in CODES}) == len(CODES)
    assert cards.card("?") == cards.card_back()


def test_a_card_refers_to_what_the_page_defines() -> None:
    defined = set(re.findall(r'id="([\w-]+)"', cards.definitions(NAMES)))
    for code in [*CODES, "?"]:
        assert set(re.findall(r'href="#([\w-]+)"', cards.card(code))) <= defined
        assert "href" not in cards.card(code, alone=True)


def test_small_enough_for_a_phone() -> None:
    """A hand of 13, a full table and the definitions of the largest deck stay under 40 KB."""
    hand = "".join(cards.card(code) for code in CODES[:26])
    assert len(cards.definitions(NAMES[:8])) + len(hand) < 40_000
    # With the dice and all pieces: on the board and in updates each is only a reference then.
    assert len(map_definitions()) < 18_000


def test_the_map_names_every_space_and_counts_rows_upwards() -> None:
    drawn = ElementTree.fromstring(f"<g>{sheet()}{labels('en')}</g>")
    texts = {t.text: (float(t.attrib["x"]), float(t.attrib["y"])) for t in drawn.iter("text")}
    assert {f"{column},{row}" for column in range(1, 7) for row in range(1, 7)} <= set(texts)
    assert texts["5,2"][0] > texts["4,2"][0]  # column 5 is right of column 4
    assert texts["5,3"][1] < texts["5,2"][1]  # row 3 is above row 2 (R-I1)


def test_contour_lines_are_lines_of_equal_height() -> None:
    for line in terrain.contours(30, -17).split("M")[1:]:
        numbers = [int(n) for n in re.findall(r"-?\d+", line)]
        x, y = numbers[:2]
        at_height = [terrain.height(x, y)]
        for i in range(2, len(numbers), 4):
            x, y = x + numbers[i + 2], y + numbers[i + 3]
            at_height.append(terrain.height(x, y))
        assert max(at_height) - min(at_height) < 0.07  # the lines are 0.14 apart: none can cross


def test_places_follow_the_map() -> None:
    rules = places_css()
    left = [float(n) for n in re.findall(r"\.c\d\{left:([\d.]+)%", rules)]
    top = [float(n) for n in re.findall(r"\.r\d\{top:([\d.]+)%", rules)]
    assert len(left) == len(top) == 6
    assert left == sorted(left)
    assert top == sorted(top, reverse=True)


@pytest.mark.parametrize("scope", [":root", ".art"])
def test_the_style_has_both_themes(scope: str) -> None:
    style = css(scope)
    assert style.count(f"--paper:{LIGHT['paper']}") == 2
    assert style.count(f"--paper:{DARK['paper']}") == 2
    assert "prefers-color-scheme:dark" in style
    assert style.count("{") == style.count("}")
