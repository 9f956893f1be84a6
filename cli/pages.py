"""What pages of one file have in common: parts that lie beside the code, policies, and data that cannot be markup."""

from __future__ import annotations

import base64
import hashlib
import json
from importlib.resources import files
from typing import Any


def asset(name: str, package: str) -> str:
    """The text of a file beside the modules of a package."""
    return files(package).joinpath(name).read_text(encoding="utf-8")


def digest(text: str) -> str:
    """How a policy names a script that may be run, or a style that may be used."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def compact(value: Any) -> str:
    """JSON in as few characters as it needs."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def block(value: Any) -> str:
    """JSON in which nothing can end the block of a page that it stands in, nor begin another."""
    text = compact(value)
    for ch in "<>&\u2028\u2029":
        text = text.replace(ch, f"\\u{ord(ch):04x}")
    return text
