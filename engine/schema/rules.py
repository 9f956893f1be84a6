"""The shapes of the rules in a content file: actions, phases, the end, scoring, and what is changed of other packs."""

from __future__ import annotations

from engine.schema.shapes import (
    ID,
    Schema,
    by_id,
    closed,
    distinct,
    either,
    identifier,
    line,
    one_of,
    pattern,
    prose,
    whole,
    written,
)

_HEAD_MESSAGE = "not a name with parameters in brackets, as in score(player p), or total() without any"


def effect(about: str) -> Schema:
    """The text of an effect; `about` says when it happens."""
    return written(
        f"{about} Statements, one a line or separated by `;`.",
        "effect",
        examples=["2 coin, 1 seed", "move c to your bed"],
    )


def head(about: str) -> Schema:
    """A key that is a name with typed parameters. How these are written is for the grammar to say."""
    return pattern(about, rf"{ID}\(.*\)", _HEAD_MESSAGE, format="signature", examples=["score(player p)"])


def action() -> Schema:
    """What a player may do on a turn."""
    title = line("The words of the option, with its parameters in braces.", examples=["plant {c} over {old}"])
    query = written("What the parameter can be.", "query", examples=["plant in your hand"])
    return closed(
        "An action.",
        {
            "title": title,
            "with": by_id(
                "Its parameters, each with what it can be; a later one may name those before it.",
                "The name of a parameter.",
                query,
                minProperties=1,
                examples=[{"c": "plant in your hand"}],
            ),
            "if": written("When it can be taken at all.", "expression", examples=["not your asleep"]),
            "cost": written("What it costs.", "cost", examples=["2 coin", "cost of c.ability"]),
            "turn": one_of("`none`: it is free, and does not end the turn.", ["none"]),
            "do": effect("What it does."),
        },
        ["title", "do"],
    )


def phase() -> Schema:
    """A phase of a round."""
    turns = closed(
        "Players take turns of one action each.",
        {
            "turns": written("The players in the order of their turns.", "expression", examples=["clockwise(eldest)"]),
            "until": identifier(
                "A flag of players: the phase ends when it is true of all of them.",
                refers="player",
                examples=["asleep"],
            ),
        },
        ["turns", "until"],
    )
    return either("A phase: an effect, or turns.", effect("What happens in it."), turns)


def end() -> Schema:
    """When the game ends."""
    rounds = either(
        "After how many rounds it ends at the latest.",
        whole("So many rounds.", 1, 9999, examples=[60]),
        identifier("An option of a pack.", refers="option"),
        default=1000,
    )
    return closed(
        "When the game ends.",
        {
            "when": written(
                "When this is true once, the game will end.",
                "expression",
                examples=["count(plant in players.bed) > 20"],
            ),
            "after": identifier("A phase: the game ends when it is finished the next time.", refers="routine"),
            "rounds": rounds,
        },
        dependentRequired={"when": ["after"], "after": ["when"]},
        minProperties=1,
    )


def scoring() -> Schema:
    """How players are ranked."""
    return closed(
        "How players are ranked. Each is the name of a function of one player.",
        {
            "score": identifier("The score.", refers="routine", examples=["score"]),
            "worth": identifier("What a simple bot makes as large as it can.", refers="routine"),
            "ties": distinct(
                "What decides between equal scores, in order; more is better.",
                identifier("A function of one player.", refers="routine"),
            ),
            "track": closed(
                "The track that shows how far players are.",
                {
                    "good": identifier("The good whose amount is shown; otherwise it is the score."),
                    "length": either(
                        "How long it is.",
                        whole("So many steps.", 1, 999, examples=[25]),
                        identifier("An option of a pack."),
                    ),
                },
                ["length"],
                examples=[{"length": 25}],
            ),
        },
        ["score"],
    )


def topics() -> Schema:
    """What a person who plays can read about the rules."""
    topic = closed(
        "A topic.",
        {
            "title": line("Its title, shown to people."),
            "text": prose("What is said of it. A blank line divides paragraphs."),
        },
        ["title", "text"],
        examples=[{"title": "How a year goes", "text": "A year has four seasons."}],
    )
    return by_id("Short texts on the rules, for people at play.", "A word by which a text is asked for.", topic)


def extension(add: Schema, set_: Schema) -> Schema:
    """A change to another pack, given the shapes of what may be added to fields of a card and set on it."""
    target = pattern(
        "A procedure, function, action or phase, with own names for its parameters if it needs them.",
        rf"{ID}(?:\(.*\))?",
        "not a name, or a name with names of parameters in brackets",
        format="names",
        examples=["sow", "sow(p)"],
    )
    do = effect("The effect; `proceed` stands for what is extended.")
    value = written("The value; `proceed` stands for what is extended.", "expression", examples=["proceed + 1"])
    shapes = [
        closed(f"An effect that comes {how} another.", {how: target, "do": do}, [how, "do"])
        for how in ("before", "after")
    ]
    for how, what in (("around", "around another: it may `proceed`"), ("replace", "instead of another")):
        shapes.append(closed(f"An effect {what}.", {how: target, "do": do}, [how, "do"]))
        shapes.append(closed(f"A value {what}.", {how: target, "value": value}, [how, "value"]))
    changed = pattern(
        "The id of a card, or pack:id.",
        f"(?:{ID}:)?{ID}",
        "not the id of a card, nor pack:id",
        refers="card",
        examples=["old_rose"],
    )
    parts = {"card": changed, "add": add, "set": set_}
    shapes += [closed("A change to a card.", parts, ["card", part]) for part in ("add", "set")]
    return either("A change to a routine or a card of another pack.", *shapes)
