"""Which schema a file should fit."""

from __future__ import annotations

import re

from engine.packs.document import Document
from engine.schema.build import content_schema, default_schema, manifest_schema
from engine.schema.language import language_schema
from engine.schema.scenarios import scenarios_schema
from engine.schema.shapes import Schema

_LANG = re.compile(r"(?:^|[/\\])lang[/\\][^/\\]+$")


def schema_of(document: Document) -> Schema:
    """The schema of a file, told from its name and what it holds."""
    if _LANG.search(document.file):
        return language_schema()
    data = document.data if isinstance(document.data, dict) else {}
    name = document.file.replace("\\", "/").rpartition("/")[2]
    if name == "pack.yaml":
        return manifest_schema()
    if name == "default.yaml" or list(data) == ["packs"]:
        return default_schema()
    return scenarios_schema() if "scenarios" in data else content_schema()
