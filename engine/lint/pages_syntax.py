"""The pages of effect text that cannot be read."""

from __future__ import annotations

from engine.lint.registry import Page

# ruff: noqa: E501 (a page shows files and messages as they are)
PAGES = (
    Page(
        "P001",
        "The words before it are understood; here the language expects something else. The message says what.",
        """
extend:
  - after: gather
    do: if your coin > 3 «then» { 1 coin }
""",
        """
extend:
  - after: gather
    do: if your coin > 3 { 1 coin }
""",
        said="`then` cannot stand here: expected `{`, `+` or `-`, `and` or `or`",
        hint="there is no `then`: the body stands in { }",
    ),
    Page(
        "P002",
        "Something was begun and is not finished: a bracket is not closed, or a value is missing after an operator.",
        """
extend:
  - after: gather
    do: for each plant b in your bed { put 1 dew on «b»
""",
        """
extend:
  - after: gather
    do: for each plant b in your bed { put 1 dew on b }
""",
        said="the text ends where `}` is expected",
        hint="the `{` of `for each plant b in your bed` is not closed: add `}`",
    ),
    Page(
        "P003",
        "The words of the language cannot be names: nobody could tell what a text says.",
        """
extend:
  - after: gather
    do: let «max» be your coin; max seed
""",
        """
extend:
  - after: gather
    do: let most be your coin; most seed
""",
        said="`max` cannot stand here: expected a name",
        hint="`max` is a word of the language itself; use another name here",
    ),
    Page(
        "P004",
        "The language does not use this character, or not like this.",
        """
extend:
  - after: gather
    do: 1 coin «&» 1 seed
""",
        """
extend:
  - after: gather
    do: 1 coin, 1 seed
""",
        said="`&` does not belong in this text",
        hint="write `and`",
    ),
    Page(
        "P005",
        "What is so long or so deeply nested cannot be read by people either. Give a part a name of its own.",
        """
extend:
  - after: gather
    do: ((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((«(»1))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))) coin
""",
        """
extend:
  - after: gather
    do: (1 + 1) coin
""",
        said="brackets are nested more than 60 deep",
        hint="split it: a function or a procedure of its own can hold a part",
    ),
)
