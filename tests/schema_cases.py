"""A tiny game of plants, the schemas made from it, and what each schema refuses."""

from dsl import types as t
from dsl.symbols import Field, Good, Kind, Symbols, Words, Zone
from engine.schema.build import content_schema, default_schema, manifest_schema
from engine.schema.language import language_schema
from engine.schema.pack import pack_schema
from engine.schema.scenarios import pack_scenarios_schema, scenarios_schema
from engine.schema.shapes import Schema


def garden() -> Symbols:
    """A tiny game: plants of a colour that cost coins, a hand, a bed of each player, a shared offer and compost."""
    constant = [
        Field("colour", t.word("colour"), 0),
        Field("size", t.NUMBER, 1, least=0, most=9, about="how tall it grows"),
        Field("likes", t.set_of("colour"), 2),
        Field("yields", t.GOODS, 3),
        Field("hardy", t.FLAG, 4, default=False),
        Field("use", t.ABILITY, 5, optional=True),
        Field("arrival", t.EFFECT, 6, optional=True),
        Field("abilities", t.ABILITIES, 7, optional=True),
        Field("by_colour", t.entries("colour"), 8, optional=True),
        Field("motto", t.TEXT, 9, optional=True),
    ]
    state = [Field("watered", t.FLAG, 0), Field("bees", t.NUMBER, 1), Field("eaten", t.set_of("colour"), 2)]
    fields, changing = ({f.id: f for f in group} for group in (constant, state))
    plant = Kind("plant", 0, "Plant", "Plants", "bag", fields, changing, ("seed",), holds_goods=True)
    plot_fields = {"size": Field("size", t.NUMBER, 1, optional=True)}
    plot = Kind("plot", 1, "Plot", "Plots", "", plot_fields, {"watered": Field("watered", t.NUMBER, 3)})
    goods = [
        Good("coin", 0, "coin", "coins"),
        Good("seed", 1, "seed", "seeds"),
        Good("card", 2, "card", "cards", zone="hand"),
    ]
    zones = [
        Zone("bag", 1, False, "all"),
        Zone("offer", 2, False),
        Zone("hand", 3, True, "others"),
        Zone("bed", 5, True),
    ]
    player = [Field("passed", t.FLAG, 0), Field("mood", t.word("colour"), 1), Field("worn", t.set_of("colour"), 2)]
    return Symbols(
        goods={good.id: good for good in goods},
        words={"colour": Words("colour", ("red", "white"), {"red": "red", "white": "white"})},
        kinds={"plant": plant, "plot": plot},
        zones={zone.id: zone for zone in zones},
        player={field.id: field for field in player},
        table={"eldest": Field("eldest", t.PLAYER, 0)},
        options={"rain": True, "start": 3},
        board="plot",
    )


GARDEN = garden()
SCHEMAS: dict[str, Schema] = {
    "language": language_schema(),
    "manifest": manifest_schema(),
    "default": default_schema(),
    "content": content_schema(),
    "scenarios": scenarios_schema(),
    "garden": pack_schema(GARDEN, "garden"),
    "garden scenarios": pack_scenarios_schema(GARDEN, "garden", ["draw", "work"]),
}

MANIFEST = "id: garden\nname: Garden\nversion: 1.0.0\nlanguage: 1\nprovenance: original\nlicence: MIT\n"
CARD = (
    "cards:\n  plant:\n    - id: rose\n      name: Rose\n      colour: red\n      size: 2\n      likes: []\n"
    "      yields: 1 coin\n"
)
SCENE = "scenarios:\n  - name: A scene\n    table: [{}]\n    phase: work\n    expect: [{over: false}]\n"
TWO = "scenarios:\n  - name: A scene\n    table: [{}]\n    phase: work\n    expect:\n"
ID = "not an id: small letters, digits and underscores, beginning with a letter"


def told(code: str, message: str) -> list[tuple[str, str]]:
    """One diagnostic, as code and message; those below have the message of their name."""
    return [(code, message)]


def nothing(key: str) -> list[tuple[str, str]]:
    return told("K001", f'the key "{key}" means nothing here')


def lacks(key: str) -> list[tuple[str, str]]:
    return told("K002", f'the key "{key}" is missing here')


def wrong(given: str, needed: str) -> list[tuple[str, str]]:
    return told("K003", f"this is {given}, but {needed} is needed here")


def odd(value: str) -> list[tuple[str, str]]:
    return told("K004", f'"{value}" is not one of the values allowed here')


# The schema, a bad text with the reported places marked, the codes and messages at these places in order, the hint of
# the first, and a text that differs little and is good.
REFUSED: list[tuple[str, str, list[tuple[str, str]], str | None, str]] = [
    # K001: unknown keys
    ("manifest", MANIFEST + "«licens»: x\n", nothing("licens"), 'did you mean "licence"?', MANIFEST + "about: x\n"),
    (
        "content",
        "vocabulary:\n  goods:\n    coin: {«plurl»: coins}\n",
        nothing("plurl"),
        'did you mean "plural"?',
        "vocabulary:\n  goods:\n    coin: {plural: coins}\n",
    ),
    (
        "content",
        "scoring: {score: s, «xyz»: a}\n",
        nothing("xyz"),
        "allowed here: score, worth, ties, track",
        "scoring: {score: s, worth: a}\n",
    ),
    ("garden", "cards:\n  «plnat»: []\n", nothing("plnat"), 'did you mean "plant"?', "cards:\n  plant: []\n"),
    (
        "garden",
        CARD + '      «"us"»: 1 coin -> 1 seed\n',
        nothing("us"),
        'did you mean "use"?',
        CARD + '      "use": 1 coin -> 1 seed\n',
    ),
    ("garden", CARD.replace("size", "«sise»"), nothing("sise"), 'did you mean "size"?', CARD),
    (
        "garden",
        CARD + "extend:\n  - card: rose\n    add: {«hardy»: 1}\n",
        nothing("hardy"),
        "allowed here: copies, size",
        CARD + "extend:\n  - card: rose\n    add: {size: -1}\n",
    ),
    (
        "garden scenarios",
        SCENE + "    «ofer»: [rose]\n",
        nothing("ofer"),
        'did you mean "offer"?',
        SCENE + "    offer: [rose]\n",
    ),
    (
        "garden scenarios",
        SCENE.replace("{}", "{goods: {«sead»: 1}}"),
        nothing("sead"),
        'did you mean "seed"?',
        SCENE.replace("{}", "{goods: {seed: 1}}"),
    ),
    (
        "garden scenarios",
        SCENE.replace("{}", "{goods: {«card»: 1}}"),
        nothing("card"),
        "allowed here: coin, seed",
        SCENE.replace("{}", "{goods: {coin: 1}}"),
    ),
    (
        "garden scenarios",
        SCENE.replace("{}", "{bed: [{card: a, «wet»: true}]}"),
        nothing("wet"),
        "allowed here: card, goods, watered, bees, eaten, seed, above, owner, face_down",
        SCENE.replace("{}", "{bed: [{card: a, watered: true}]}"),
    ),
    # K001: keys of several shapes
    (
        "content",
        "extend:\n  - around: f\n    do: stop\n    «value»: 1\n",
        told("K001", 'the key "value" cannot stand beside "around" and "do"'),
        None,
        "extend:\n  - around: f\n    value: 1\n",
    ),
    (
        "content",
        "extend:\n  - «befor»: f\n    do: stop\n",
        nothing("befor"),
        'did you mean "before"?',
        "extend:\n  - before: f\n    do: stop\n",
    ),
    (
        "content",
        "extend:\n  - «foo»: f\n",
        nothing("foo"),
        "allowed here: before, after, around, replace, card, do, value, add, set",
        "extend: []\n",
    ),
    (
        "garden scenarios",
        TWO + "      - {seat: 1, «over»: true}\n",
        told("K001", 'the key "over" cannot stand beside "seat"'),
        None,
        TWO + "      - seat: 1\n      - over: true\n",
    ),
    ("garden scenarios", TWO + "      - {«ovr»: true}\n", nothing("ovr"), 'did you mean "over"?', SCENE),
    (
        "content",
        "vocabulary:\n  kinds:\n    plant:\n      fields: {size: {«typ»: number, min: 0}}\n",
        nothing("typ"),
        'did you mean "type"?',
        "vocabulary:\n  kinds:\n    plant:\n      fields: {size: {type: number, min: 0}}\n",
    ),
    # K002: missing keys
    (
        "manifest",
        MANIFEST.replace("language: 1\n", "").replace("id: garden", "«id: garden»"),
        lacks("language"),
        "language: The version of the effect language it is written in.",
        MANIFEST,
    ),
    (
        "content",
        "actions:\n  «pass»: {title: pass}\n",
        lacks("do"),
        "do: What it does. Statements, one a line or separated by `;`.",
        "actions:\n  pass: {title: pass, do: stop}\n",
    ),
    (
        "content",
        "actions:\n  «pass»: {}\n",
        told("K002", 'the keys "title" and "do" are missing here'),
        None,
        "actions: {}\n",
    ),
    (
        "content",
        "«end»: {when: true}\n",
        lacks("after"),
        "after: A phase: the game ends when it is finished the next time.",
        "end: {when: true, after: work}\n",
    ),
    (
        "content",
        "extend:\n  - «around: f»\n",
        told("K002", 'the key "do" or "value" is missing here'),
        None,
        "extend:\n  - around: f\n    do: proceed\n",
    ),
    (
        "content",
        "extend:\n  - «{}»\n",
        told("K002", 'the key "before", "after", "around", "replace" or "card" is missing here'),
        None,
        "extend: []\n",
    ),
    (
        "content",
        "extend:\n  - «{«value»: 3, before: f}»\n",
        [("K002", 'the key "do" is missing here'), ("K001", 'the key "value" cannot stand beside "before"')],
        "do: The effect; `proceed` stands for what is extended. Statements, one a line or separated by `;`.",
        "extend:\n  - {do: stop, before: f}\n",
    ),
    (
        "garden",
        CARD.replace("      size: 2\n", "").replace("id: rose", "«id: rose»"),
        lacks("size"),
        "size: how tall it grows.",
        CARD,
    ),
    (
        "garden",
        CARD.replace("      size: 2\n", "").replace("id: rose", "«id»: «'ro\n        se'»"),
        [("K002", 'the key "size" is missing here'), ("K006", f'"ro se" is {ID}')],
        "size: how tall it grows.",
        CARD,
    ),
    (
        "garden",
        CARD + "      «by_colour»: {red: -> 1 coin}\n",
        lacks("white"),
        "white: An ability: COST -> EFFECT.",
        CARD + "      by_colour: {red: -> 1 coin, white: -> 1 seed}\n",
    ),
    # K003: types
    (
        "manifest",
        MANIFEST.replace("1.0.0", "«1.0»"),
        told("K006", '"1.0" is not a version, as in 1.0.0'),  # quotes would not help
        None,
        MANIFEST,
    ),
    (
        "manifest",
        MANIFEST.replace("language: 1", "language: «'1'»"),
        wrong("text", "a number"),
        "leave out the quotes",
        MANIFEST,
    ),
    ("garden", CARD.replace("2", "«2.0»"), wrong("a decimal number", "a whole number"), None, CARD),
    ("garden", CARD.replace("2", "«big»"), wrong("text", "a number"), None, CARD),
    ("garden", CARD.replace("2", "«true»"), wrong("true", "a number"), None, CARD),
    ("garden", CARD.replace("1 coin", "«1»"), wrong("a number", "text"), 'write "1", in quotes, if it is text', CARD),
    (
        "garden",
        CARD + "      hardy: «'no'»\n",
        wrong("text", "true or false"),
        "write true or false",
        CARD + "      hardy: false\n",
    ),
    ("garden", CARD.replace("[]", "«red»"), wrong("text", "a list"), "write [red]", CARD),
    ("garden", CARD.replace("[]", "«{}»"), wrong("a mapping", "a list"), None, CARD),
    (
        "garden",
        CARD + "      arrival: «{coin: 2}»\n",
        wrong("a mapping", "text"),
        'text that begins with "{" needs quotes',
        CARD + '      arrival: "{}"\n',
    ),
    (
        "garden",
        CARD + "      arrival:\n        «if: x»\n",
        wrong("a mapping", "text"),
        'text with ": " in it needs quotes, or a | block',
        CARD + "      arrival: |\n        if: x\n",
    ),
    (
        "garden",
        CARD + "      arrival: «[1 coin]»\n",
        wrong("a list", "text"),
        'text that begins with "[" needs quotes',
        CARD + "      arrival: '[1 coin]'\n",
    ),
    (
        "content",
        "vocabulary:\n  goods:\n    «coin»:\n",
        told("K003", "there is no value here, but a mapping is needed"),
        "write {} if there is nothing to say",
        "vocabulary:\n  goods:\n    coin: {}\n",
    ),
    (
        "content",
        "vocabulary:\n  goods:\n    coin: «null»\n",
        told("K003", "there is no value here, but a mapping is needed"),
        "write {} if there is nothing to say",
        "vocabulary:\n  goods: {}\n",
    ),
    ("garden", CARD + "    -«»\n", told("K003", "there is no value here, but a mapping is needed"), None, CARD),
    ("content", "«[]»\n", wrong("a list", "a mapping"), None, "functions: {}\n"),
    (
        "content",
        "vocabulary:\n  words: {colour: «red»}\n",
        wrong("text", "a list or a mapping"),
        "write [red]",
        "vocabulary:\n  words: {colour: [red]}\n",
    ),
    (
        "content",
        "functions:\n  f(): «[1]»\n",
        wrong("a list", "text, a number or true/false"),
        'text that begins with "[" needs quotes',
        "functions:\n  f(): 1\n  g(): true\n  h(): f()\n",
    ),
    (
        "garden scenarios",
        SCENE.replace("{}", "{hand: [«3»]}"),
        wrong("a number", "text or a mapping"),
        'write "3", in quotes, if it is text',
        SCENE.replace("{}", "{hand: [rose, {card: rose, watered: 1}]}"),
    ),
    (
        "garden scenarios",
        SCENE.replace("{}", "{bed: [{card: a, watered: «b»}]}"),
        wrong("text", "true/false or a number"),
        "write true or false",
        SCENE.replace("{}", "{bed: [{card: a, watered: 2}]}"),
    ),
    # K004: values
    ("manifest", MANIFEST.replace("original", "«orginal»"), odd("orginal"), 'did you mean "original"?', MANIFEST),
    (
        "content",
        "vocabulary:\n  zones: {bag: {hidden: «x»}}\n",
        odd("x"),
        "allowed here: all, others",
        "vocabulary:\n  zones: {bag: {hidden: all}}\n",
    ),
    ("garden", CARD.replace("red", "«wite»"), odd("wite"), 'did you mean "white"?', CARD),
    (
        "garden",
        CARD.replace("[]", "[white, «'rde'»]"),
        odd("rde"),
        'did you mean "red"?',
        CARD.replace("[]", "[white, 'red']"),
    ),
    (
        "garden scenarios",
        SCENE.replace("work", "«wrok»"),
        odd("wrok"),
        'did you mean "work"?',
        SCENE.replace("work", "setup"),
    ),
    (
        "garden scenarios",
        TWO + "      - {shared: «hand», is: []}\n",
        odd("hand"),
        "allowed here: bag, offer",
        TWO + "      - {shared: bag, is: []}\n",
    ),
    (
        "garden scenarios",
        SCENE + "    eldest: «you»\n",
        wrong("text", "a number or null"),
        None,
        SCENE + "    eldest: 1\n",
    ),
    (
        "garden scenarios",
        SCENE + "    options: {rain: «3»}\n",
        wrong("a number", "true or false"),
        None,
        SCENE + "    options: {rain: false, garden.start: 3}\n    round: 2\n",
    ),
    (
        "garden scenarios",
        SCENE.replace("{}", "{bed: [{card: a, above: «b»}]}"),
        wrong("text", "a list"),
        "write [b]",
        SCENE.replace("{}", "{bed: [{card: a, above: [b, {card: c, owner: 2}]}]}") + "    eldest: null\n",
    ),
    # K005: numbers
    (
        "garden",
        CARD.replace("2", "«10»"),
        told("K005", "10 is too large: at most 9 is allowed here"),
        None,
        CARD.replace("2", "9"),
    ),
    (
        "garden",
        CARD.replace("2", "«-1»"),
        told("K005", "-1 is too small: at least 0 is allowed here"),
        None,
        CARD.replace("2", "0"),
    ),
    (
        "garden",
        CARD + "      copies: «0»\n",
        told("K005", "0 is too small: at least 1 is allowed here"),
        None,
        CARD + "      copies: 1\n",
    ),
    (
        "garden scenarios",
        SCENE.replace("{}", "{coin: «-1»}"),
        told("K005", "-1 is too small: at least 0 is allowed here"),
        None,
        SCENE.replace("{}", "{coin: 0}"),
    ),
    # K006: how texts and keys are written
    (
        "manifest",
        MANIFEST.replace("1.0.0", "«1.0.0-a»"),
        told("K006", '"1.0.0-a" is not a version, as in 1.0.0'),
        None,
        MANIFEST,
    ),
    (
        "manifest",
        MANIFEST + "requires: {bees: «'1.0'»}\n",
        told("K006", '"1.0" is not a range of versions, as in >=1.0,<2'),
        None,
        MANIFEST + "requires: {bees: '>=1.0, <2'}\n",
    ),
    (
        "manifest",
        MANIFEST + "when: {bees: [«../a.yaml»]}\n",
        told("K006", '"../a.yaml" is not the name of a .yaml file in this folder'),
        None,
        MANIFEST + "when: {bees: [a.yaml]}\n",
    ),
    (
        "default",
        "packs: [«Garden»]\n",
        told("K006", f'"Garden" is {ID}'),
        'did you mean "garden"?',
        "packs: [garden]\n",
    ),
    (
        "content",
        "phases:\n  «Big Work»: stop\n",
        told("K006", f'"Big Work" is {ID}'),
        'did you mean "big_work"?',
        "phases:\n  big_work: stop\n",
    ),
    (
        "content",
        "functions:\n  «score»: 1\n",
        told(
            "K006", '"score" is not a name with parameters in brackets, as in score(player p), or total() without any'
        ),
        None,
        "functions:\n  score(player p): 1\n",
    ),
    (
        "content",
        "vocabulary:\n  player: {worn: «Set of colour»}\n",
        told("K006", '"Set of colour" is not a type: number, flag, WORDS or set of WORDS'),
        'did you mean "set of colour"?',
        "vocabulary:\n  player: {worn: set of colour}\n",
    ),
    (
        "content",
        "extend:\n  - card: rose\n    set: {name: x}\n    add: {«Size»: 1}\n",
        told("K006", f'"Size" is {ID}'),
        'did you mean "size"?',
        "extend:\n  - card: garden:rose\n    set: {name: x}\n    add: {size: 1}\n",
    ),
    (
        "garden",
        CARD.replace("rose", "«|\n        rose»\n"),
        told("K006", f'"rose " is {ID}'),
        'did you mean "rose"?',
        CARD,
    ),
    (
        "garden",
        CARD.replace("Rose", "«' Rose'»"),
        told("K006", '" Rose" is not one line of text without spaces around it'),
        'did you mean "Rose"?',
        CARD,
    ),
    (
        "scenarios",
        SCENE + "    proves: [«act-4»]\n",
        told("K006", '"act-4" is not the id of a rule, as in ACT-4'),
        'did you mean "ACT-4"?',
        SCENE + "    proves: [ACT-4]\n",
    ),
    # K007: repetitions
    (
        "content",
        "vocabulary:\n  words: {colour: [red, white, «red»]}\n",
        told("K007", '"red" stands twice in this list'),
        "delete one of the two",
        "vocabulary:\n  words: {colour: [red, white]}\n",
    ),
    (
        "garden scenarios",
        TWO + "      - {winners: [1, «1»]}\n",
        told("K007", '"1" stands twice in this list'),
        "delete one of the two",
        TWO + "      - {winners: [1, 2]}\n",
    ),
    # K008: nothing where something is needed
    ("content", "«{}»\n", told("K008", "this mapping is empty"), None, "cards: {}\n"),
    (
        "content",
        "actions:\n  pass: {title: pass, do: «''»}\n",
        told("K008", "this text is empty"),
        None,
        "actions:\n  pass: {title: pass, do: stop}\n",
    ),
    ("manifest", MANIFEST.replace("MIT", "«''»"), told("K008", "this text is empty"), None, MANIFEST),
    (
        "content",
        "vocabulary:\n  words: {colour: «[]»}\n",
        told("K008", "this list is empty"),
        None,
        "vocabulary:\n  words: {colour: {red: {name: Red}}}\n",
    ),
]
