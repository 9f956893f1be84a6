"""The tables of the grammar, kept between processes: making them takes longer than all else of a small pack.

They are numbers, texts, lists and mappings, in a file named by a digest of the grammar, of lark and of this Python.
"""

from __future__ import annotations

import hashlib
import sys
from typing import Any

import lark
from lark.grammar import Rule
from lark.lark import PostLex
from lark.lexer import TerminalDef

from dsl import kept


def parser(grammar: str, options: dict[str, Any], postlex: PostLex) -> lark.Lark:
    """The parser of a grammar. Raises GrammarError if it has a conflict."""
    facts = repr((grammar, sorted(options.items()), lark.__version__, sys.implementation.cache_tag))
    digest = hashlib.blake2b(facts.encode(), digest_size=16).hexdigest()
    file = kept.path(f"grammar-{digest}.bin")
    if (found := kept.read(file)) is not None:
        load: Any = lark.Lark._load_from_dict  # as lark's own stand-alone parsers are made
        ready: lark.Lark = load(*found, postlex=postlex)
        return ready
    made = lark.Lark(grammar, postlex=postlex, **options)
    data, memo = made.memo_serialize([TerminalDef, Rule])
    data["options"] = {name: value for name, value in data["options"].items() if name != "postlex"}
    lexer = data["parser"]["lexer_conf"]
    data["parser"]["lexer_conf"] = {name: value for name, value in lexer.items() if name != "postlex"}
    kept.write(file, (data, memo))
    return made
