"""The operator table: every statement, ability form, infix, function and computed name of the language, one row each.

The checker reads the argument types, the compiler the code templates, the rules text the English templates, and
the reference page and completion all of it. There is no second list of operators anywhere.

Argument specs: number flag player players component components good zone query goods set word. `any` takes whatever is there.
`set of 0` and `word of 0` mean of the same vocabulary as argument 0; `...` repeats the last two. In code templates
`_0`, `_1` are the compiled arguments; a row without a template has a method of its own in the compiler (`op_NAME`).

`text` is the English of a row, with {0}, {1} for what it is applied to; `variants` hold other ways to say it. After a colon
stands the form in which a part is wanted: {0:a} with its article, {0:one} and {0:many} without, {0:who} as the subject of
the sentence. {it:is|are} agrees with that subject, {you:gain|gains} with the player who acts. `opposite` names the row
that says the contrary. dsl/text/words_en.py has the small words around them.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Operator:
    """One row.

    `form` is name, infix, function, statement or ability. `reads` and `writes` name what it touches of a game: goods,
    zones, state, random, log. `decides`: carrying it out can ask a player something.
    """

    name: str
    form: str
    syntax: str
    doc: str
    example: str
    text: str
    args: tuple[str, ...] = ()
    result: str = ""
    code: str = ""
    reads: tuple[str, ...] = ()
    writes: tuple[str, ...] = ()
    decides: bool = False
    opposite: str = ""
    variants: dict[str, str] = field(default_factory=dict)


def _row(name: str, form: str, syntax: str, doc: str, example: str, text: str, **more: object) -> Operator:
    return Operator(name, form, syntax, doc, example, text, **more)  # type: ignore[arg-type]


_ROWS: tuple[Operator, ...] = (
    # ---- names
    _row("players", "name", "players | anyone", "All players in seat order; `anyone` is for after `by`.", "for each player p in players { as p { 1 coin } }", "all players",
         result="players", code="range(s.seats)"),
    _row("opponents", "name", "opponents", "All players but you, in seat order after you.", "for each player p in opponents { as p { lose 1 coin } }", "your opponents",
         args=("player",), result="players", code="opponents[_0]"),
    # ---- infix and prefix
    _row("or", "infix", "A or B", "True when either is.", "your resting or your coin > 2", "{0} or {1}",
         args=("flag", "flag"), result="flag", code="_0 or _1"),
    _row("and", "infix", "A and B", "True when both are.", "your coin > 0 and not your resting", "{0} and {1}",
         args=("flag", "flag"), result="flag", code="_0 and _1"),
    _row("not", "infix", "not A", "True when A is not.", "not your resting", "not {0}",
         args=("flag",), result="flag", code="not _0"),
    _row("=", "infix", "A = B", "The same number, word, good, player or component.", "your coin = 3", "{0:who} {it:is|are} {1}",
         args=("any", "same as 0"), result="flag", code="_0 == _1",
         opposite="!=", variants={"amount": "exactly {0}", "number": "{0:who} {it:equals|equal} {1}"}),
    _row("!=", "infix", "A != B", "Not the same.", "your coin != 3", "{0:who} {it:is|are} not {1}",
         args=("any", "same as 0"), result="flag", code="_0 != _1",
         opposite="=", variants={"amount": "not exactly {0}", "number": "{0:who} {it:does|do} not equal {1}"}),
    _row("<", "infix", "A < B", "Less than.", "your coin < 3", "{0:who} {it:is|are} less than {1}",
         args=("number", "number"), result="flag", code="_0 < _1",
         opposite=">=", variants={"amount": "fewer than {0}"}),
    _row("<=", "infix", "A <= B", "At most.", "your coin <= 3", "{0:who} {it:is|are} at most {1}",
         args=("number", "number"), result="flag", code="_0 <= _1",
         opposite=">", variants={"amount": "at most {0}"}),
    _row(">", "infix", "A > B", "More than.", "your coin > 3", "{0:who} {it:is|are} more than {1}",
         args=("number", "number"), result="flag", code="_0 > _1",
         opposite="<=", variants={"amount": "more than {0}"}),
    _row(">=", "infix", "A >= B", "At least.", "your coin >= 3", "{0:who} {it:is|are} at least {1}",
         args=("number", "number"), result="flag", code="_0 >= _1",
         opposite="<", variants={"amount": "at least {0}"}),
    _row("has", "infix", "SET has WORD", "Whether a set of words contains a word.", "some(plant in your bed where colours has pink)", "{0:who} {it:has|have} {1}",
         args=("set", "word of 0"), result="flag",
         variants={"not": "{0:who} {it:does|do} not have {1}", "among": "{1:who} {it:is|are} among {0}", "not_among": "{1:who} {it:is|are} not among {0}"}),
    _row("is_present", "infix", "X is present", "Whether a component, player or optional field is there.", "some(plant p in your bed where p.yield is present)", "{0:who} {it:is|are} there",
         args=("any",), result="flag",
         opposite="is_nothing", variants={"part": "{0:who} {it:has|have} {1}", "table": "there is {0}", "bound": "there is one"}),
    _row("is_nothing", "infix", "X is nothing", "Whether a component, player or optional field is missing.", "top of stall is nothing", "{0:who} {it:is|are} missing",
         args=("any",), result="flag",
         opposite="is_present", variants={"part": "{0:who} {it:has|have} no {1}", "table": "there is no {0}", "bound": "there is none"}),
    _row("is_kind", "infix", "C is KIND", "Whether a component is of a kind.", "some(card c in your hand where c is plant)", "{0:who} {it:is|are} {1}",
         args=("component", "kind"), result="flag",
         variants={"not": "{0:who} {it:is|are} not {1}"}),
    _row("+", "infix", "A + B", "Sum.", "your coin + 1", "{0} plus {1}", args=("number", "number"), result="number", code="_0 + _1"),
    _row("-", "infix", "A - B", "Difference; it may be negative, but an amount of goods is then 0.", "your coin - 1", "{0} minus {1}",
         args=("number", "number"), result="number", code="_0 - _1"),
    _row("*", "infix", "A * B", "Product. No number goes beyond 10 to the power of 15, above or below 0.", "2 * your coin", "{0} times {1}", args=("number", "number"), result="number", code="rt_number(_0 * _1)"),
    _row("negative", "infix", "-A", "The negative, to sort from the greatest.", "first of plant p in your bed by -p.height", "minus {0}",
         args=("number",), result="number", code="-_0"),
    _row("top", "infix", "top N of ZONE", "The first N components of a zone (fewer if it has fewer); `top of` gives one, or nothing. A zone that refills does so.",
         "move top 2 of bag to stall", "the top {1} of {0}", args=("zone", "number"), result="components", reads=("zones",), writes=("zones", "random"),
         variants={"number": "{1} from the top of {0} (as many as {2})"}),
    _row("first", "infix", "first of QUERY by KEY then KEY", "The candidate with the smallest key; ties go to the next key, then to the first in zone order.",
         "first of plant p in your bed by -p.height", "the {0:one} with {1}", args=("query", "number"), result="candidate", reads=("zones",)),
    # ---- functions
    _row("count", "function", "count(QUERY)", "How many candidates there are; also how many of a good lie on a component or a player has, and the size of a list or set.",
         "count(plant in your bed)", "the number of {0:many}", args=("counted",), result="number", reads=("zones", "goods")),
    _row("sum", "function", "sum(QUERY, NUMBER)", "The sum of a number over the candidates.", "sum(plant p in your bed, p.height)", "the total {1} of {0:many}",
         args=("query", "number"), result="number", reads=("zones",),
         variants={"each": "the total, over {0:many}, of {1}"}),
    _row("some", "function", "some(QUERY)", "Whether there is a candidate.", "some(plant in your bed where height > 1)", "there is {0:a}",
         args=("query",), result="flag", reads=("zones",),
         variants={"not": "there is no {0:one}"}),
    _row("all", "function", "all(QUERY)", "All candidates, as a list.", "move all(plant in stall) to compost", "all {0:many}",
         args=("query",), result="components", reads=("zones",)),
    _row("random", "function", "random(QUERY)", "One candidate at random, or nothing.", "move random(plant in stall) to compost", "a random {0:one}",
         args=("query",), result="candidate", reads=("zones", "random"), writes=("random",)),
    _row("random_below", "function", "random_below(N)", "A random number from 0 to N - 1; 0 if N is not positive.", "if random_below(2) = 0 { 1 coin }", "a random number below {0}",
         args=("number",), result="number", code="rt_random(s, _0)", reads=("random",), writes=("random",)),
    _row("overlap", "function", "overlap(SET, SET)", "Whether two sets of words share a word.", "some(plant p in your bed where overlap(p.colours, your seen))", "{0:who} and {1} have one in common",
         args=("set", "set of 0"), result="flag", code="(_0 & _1) != 0",
         variants={"not": "{0:who} and {1} have none in common"}),
    _row("match", "function", "match(WORD, word, N, word, N, ...)", "The number beside the word that WORD is; 0 if none is.", "sum(plant p in your bed, match(p.size, small, 1, tall, 3))", "the value of {0} ({1})",
         args=("word", "word of 0", "number", "..."), result="number"),
    _row("min", "function", "min(A, B)", "The smaller.", "min(your coin, 3)", "the smaller of {0} and {1}", args=("number", "number"), result="number",
         code="(_0 if _0 < _1 else _1)"),
    _row("max", "function", "max(A, B)", "The greater.", "max(your coin, 3)", "the greater of {0} and {1}", args=("number", "number"), result="number",
         code="(_0 if _0 > _1 else _1)"),
    _row("including", "function", "including(SET, WORD)", "The set with the word in it.", "set your seen to including(your seen, pink)", "{0} with {1}",
         args=("set", "word of 0"), result="as 0", code="_0 | 1 << _1 + 1 >> 1"),
    _row("excluding", "function", "excluding(SET, WORD)", "The set without the word.", "set your seen to excluding(your seen, pink)", "{0} without {1}",
         args=("set", "word of 0"), result="as 0", code="_0 & ~(1 << _1 + 1 >> 1)"),
    _row("base", "function", "base(C.FIELD)", "A number of a card as printed, without modifiers.", "sum(plant p in your bed, base(p.height))", "{0} as printed",
         args=("field",), result="number"),
    _row("next", "function", "next(PLAYER)", "The next player in seat order.", "set leader to next(leader)", "the player after {0}",
         args=("player",), result="player", code="rt_next(s, _0)"),
    _row("clockwise", "function", "clockwise(PLAYER)", "All players in seat order from that one.", "for each player p in clockwise(leader) { as p { 1 coin } }", "clockwise from {0}",
         args=("player",), result="players", code="rt_clockwise(s, _0)"),
    _row("counterclockwise", "function", "counterclockwise(PLAYER)", "All players against seat order from that one.",
         "for each player p in counterclockwise(leader) { as p { 1 coin } }", "counter-clockwise from {0}",
         args=("player",), result="players", code="rt_counterclockwise(s, _0)"),
    _row("size", "function", "size(C.FIELD)", "The total amount of goods written in a goods field with fixed amounts.", "sum(plant p in your bed, size(p.keeps))", "the total of {0}",
         args=("goods",), result="number"),
    _row("fits", "function", "fits(C.FIELD, C, GOOD)", "Whether one more of a good on a component stays within a goods field read as a limit. Wild goods do not stretch a limit.",
         "some(plant p in your bed where fits(p.keeps, p, seed))", "one more {2} fits {0}",
         args=("goods", "component", "good"), result="flag", reads=("goods",),
         variants={"not": "no more {2} fits {0}"}),
    # ---- statements
    _row("gain", "statement", "GOODS  or  gain GOODS", "Gain goods, as listed or as written in a field of a component. A good backed by a zone is drawn into it. Of alternatives you choose.",
         "2 coin, 1 seed", "{you:gain|gains} {0}", args=("goods",), writes=("goods", "zones", "random", "log"), decides=True),
    _row("lose", "statement", "lose GOODS [from C]", "Return goods to the supply, as far as there are any, your own or those on a component; `lose all goods` spares those that are kept.", "lose all goods", "{you:lose|loses} {0}",
         args=("goods",), reads=("goods",), writes=("goods", "log"),
         variants={"from": "{you:return|returns} {0} from {1} to the supply"}),
    _row("spend", "statement", "spend GOODS", "Pay a cost in the middle of an effect; it stands first in a `may` or an option, which is offered only if it can be paid.",
         'may "Buy a seed" { spend 2 coin; 1 seed }', "{you:pay|pays} {0}", args=("goods",), reads=("goods",), writes=("goods", "zones", "log"), decides=True),
    _row("put", "statement", "put GOODS on C", "Put goods from the supply on a component.", "for each plant p in your bed { put 1 seed on p }", "{you:put|puts} {0} on {1}",
         args=("goods", "component"), writes=("goods", "log")),
    _row("take", "statement", "take GOODS from C", "Take goods that lie on a component.", "for each plant p in your bed { take all goods from p }", "{you:take|takes} {0} from {1}",
         args=("goods", "component"), reads=("goods",), writes=("goods", "log")),
    _row("move", "statement", "move C to [bottom of] ZONE [face down]  or  move C to C", "Move a component or a list to the top of a zone, to its bottom, or onto a component. What changes zone forgets its state, and goods on it return to the supply. `face down`: none but its owner may look at it, until it leaves the zone.",
         "move top 1 of bag to your hand", "{you:move|moves} {0} to {1}", args=("components", "zone"), writes=("zones", "goods", "state", "log"),
         variants={"bottom": "{you:move|moves} {0} to the bottom of {1}", "face_down": "{you:move|moves} {0} to {1} face down", "on": "{you:place|places} {0} on {1}"}),
    _row("shuffle", "statement", "shuffle ZONE", "Put a zone in random order.", "shuffle bag", "{you:shuffle|shuffles} {0}", args=("zone",), writes=("zones", "random", "log")),
    _row("reveal", "statement", "reveal C", "Show a component or a list to everyone.", "reveal top 1 of bag", "{you:reveal|reveals} {0}", args=("components",), writes=("log",)),
    _row("choose", "statement", 'choose [N | up to N] QUERY ["prompt"] [as "words {x}"]', "The player picks candidates; what is picked is bound to the query's name. With no candidate nothing is bound.",
         'choose plant p in stall "Take a plant" as "pick {p}"', "{you:choose|chooses} {0}", args=("query",), decides=True, reads=("zones",)),
    _row("choose_one", "statement", 'choose one ["prompt"] { "words" [if COND] { ... } ... }', "The player picks one of the options whose condition holds.",
         'choose one "Your wish" { "coin" { 1 coin } "seed" { 1 seed } }', "{you:choose|chooses} one: {0}", decides=True),
    _row("may", "statement", 'may ["words"] { ... }', "The player may do it or not (`no`).", 'may "Rest" { set your resting to true }', "{you:may|may} {0}", decides=True),
    _row("as", "statement", "as PLAYER { ... }", "That player acts: `you` is them inside.", "as leader { 1 coin }", "{0} {1}", args=("player",)),
    _row("for_each", "statement", "for each QUERY { ... }", "Once for each candidate; the list is fixed when the loop starts.", "for each plant p in your bed { 1 coin }", "for each {0:one}, {1}",
         args=("query",), reads=("zones",),
         variants={"players": "each {0:one}"}),
    _row("repeat", "statement", "repeat N { ... }", "N times.", "repeat 3 { 1 coin }", "{0} times: {1}", args=("number",),
         variants={"often": "as many times as {0}: {1}"}),
    _row("if", "statement", "if COND { ... } else { ... }", "One or the other.", "if your coin > 3 { lose 1 coin } else { 1 coin }", "if {0}, {1}", args=("flag",),
         variants={"else": "if {0}, {1}; otherwise, {2}"}),
    _row("let", "statement", "let NAME be VALUE", "Names a value for the statements that follow.", "let n be count(plant in your bed)", "let {0} be {1}", args=("any",)),
    _row("set", "statement", "set X to VALUE", "Changes a state field of a component, a player or the table.", "set your resting to true", "{0:who} {it:becomes|become} {1}",
         args=("any", "same as 0"), writes=("state", "log"),
         variants={"on": "{0:who} {it:is|are} now {1}", "done": "{0:who} {it:has|have} now {1}", "off": "{0:who} {it:is|are} no longer {1}", "more": "{you:add|adds} {1} to {0}", "less": "{you:take|takes} {1} off {0}"}),
    _row("do", "statement", "do ACTION [for free]", "Perform a whole action of the rules, with its own choices; `for free` without its cost. Nothing happens if it is not possible.",
         "do sow for free", '{you:take|takes} the action "{0}"', decides=True,
         variants={"free": "{you:take|takes} the action \"{0}\" for free"}),
    _row("perform", "statement", "perform C.FIELD", "Carry out the effect of an ability or effect field; a cost is not paid again.", "for each plant p in your bed { perform p.bloom }", "{you:carry|carries} out {0}",
         args=("effect",), decides=True),
    _row("announce", "statement", "announce EVENT(PLAYER, ...)", "Tells the triggers that something happened; they fire once this statement is done.",
         "for each plant p in your bed { announce sown(you, p) }", "{0:who} {it:counts|count} as {1} by {2}", args=("player", "any"), decides=True,
         variants={"alone": "this counts as {1} by {2}"}),
    _row("proceed", "statement", "proceed", "In an extension: what is extended, with the same arguments. In a function it is a value.", "proceed", "the usual value", decides=True),
    _row("stop", "statement", "stop", "Leaves this procedure or effect.", "stop", "{you:stop|stops} here"),
    _row("end_game", "statement", "end game", "Ends the game at once.", "if your coin > 9 { end game }", "the game ends", writes=("log",)),
    _row("call", "statement", "PROCEDURE(...)", "Carries out a procedure of the packs.", "tidy()", "{0}", decides=True),
    # ---- abilities
    _row("activated", "ability", "COST -> EFFECT [if COND]", "Used by the player: pay the cost, get the effect. An empty cost is written `->`.", "2 coin -> 1 seed", "{0}: {1}", decides=True),
    _row("triggered", "ability", "when EVENT by PLAYERS [or ...] -> EFFECT [if COND]", "Fires each time the event is announced for one of those players.",
         "when sown by you -> 1 coin", "each time {0}, {1}", decides=True),
    _row("modifier", "ability", "always FUNCTION(...) + N [if COND]  or  always FIELD of KIND c - 1 [if COND]",
         "Changes a number while the card is active. In it `you` is the card's controller.", "always height of plant p + 1 if p.owner = you", "{0} is {1}"),
)  # fmt: skip

OPERATORS: dict[str, Operator] = {row.name: row for row in _ROWS}


def functions() -> dict[str, Operator]:
    """The rows that are written as calls."""
    return {n: r for n, r in OPERATORS.items() if r.form == "function"}
