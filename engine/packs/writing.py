"""Plain data as YAML, laid out as packs are: lists indented, short ones in brackets, quotes only where needed."""

from __future__ import annotations

from typing import Any

import yaml


class _Dumper(yaml.SafeDumper):
    """Indents lists under their keys, and quotes with double quotes."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        super().increase_indent(flow, False)


def _text(dumper: _Dumper, value: str) -> yaml.ScalarNode:
    style = None
    if "\n" in value:
        style = "|"
    elif not _plain(value):
        style = '"'
    return dumper.represent_scalar("tag:yaml.org,2002:str", value, style=style)


def _plain(value: str) -> bool:
    """Whether text means itself without quotes, in brackets too."""
    try:
        return bool(value) and yaml.safe_load(value) == value and yaml.safe_load(f"[{value}]") == [value]
    except yaml.YAMLError:
        return False


_Dumper.add_representer(str, _text)


def in_line(value: Any) -> str:
    """A value on one line, as it can stand after a key, in brackets too."""
    text = yaml.dump(value, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=10_000, default_flow_style=True)
    return text.removesuffix("...\n").strip()


def to_yaml(value: Any) -> str:
    """A value as the text of a file."""
    return yaml.dump(value, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=110, default_flow_style=None)
