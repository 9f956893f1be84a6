"""All that the program itself says to people who play, as rows by id: the English, which another language replaces by
templates of the same ids.

The holes are those of the operator table's templates, so what is put into them can be asked for in a case. A row may
be missing in a language: then the English is said, and lint and `state51 text --missing` tell of it.
"""

from __future__ import annotations

from engine.messages.ending import ENDING
from engine.messages.gallery import GALLERY
from engine.messages.labels import LABELS
from engine.messages.log import LOG
from engine.messages.prompt import PROMPT
from engine.messages.replay import REPLAY
from engine.messages.table import TABLE
from engine.messages.why import WHY

MESSAGES: dict[str, str] = {**LABELS, **LOG, **TABLE, **PROMPT, **WHY, **ENDING, **REPLAY, **GALLERY}
