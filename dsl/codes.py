"""Everything that can be said against a file: the one table of codes, each with its severity and a summary.

Only the standard library is used here: this module is imported on every start.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning", "info"]


@dataclass(frozen=True, slots=True)
class Code:
    """One kind of diagnostic: a short `code` (N002), a kebab-case `name` (unknown-good), and a one-line `summary`."""

    code: str
    name: str
    severity: Severity
    summary: str


# The one table of all diagnostics. Y: the YAML file. M: manifests and packs. K: the schema. P: the grammar of effect
# text. N: names. T: types and meaning. G: failing in play. R: saves and records. S: scenarios. L: judgement.
_TABLE: tuple[Code, ...] = (
    Code("Y001", "duplicate-key", "error", "A key is written twice in one mapping."),
    Code("Y002", "not-utf8", "error", "The file is not UTF-8 text."),
    Code("Y003", "anchor-or-alias", "error", "YAML anchors (&name) and aliases (*name) are not allowed."),
    Code("Y004", "tag", "error", "YAML tags (!name) are not allowed."),
    Code("Y005", "too-big", "error", "The file is too long, nested too deeply, or holds too many values."),
    Code("Y006", "merge-key", "error", "YAML merge keys (<<) are not allowed."),
    Code("Y007", "non-string-key", "error", "A key of a mapping is not text."),
    Code("Y008", "yaml-syntax", "error", "The file is not well-formed YAML."),
    Code("Y009", "ambiguous-scalar", "error", "Unquoted text that YAML readers understand differently."),
    Code("Y010", "several-documents", "error", "A file holds more than one YAML document."),
    Code("Y011", "control-character", "error", "A control character stands in the file or in a value."),
    Code("Y012", "empty-file", "error", "The file holds no value."),
    Code("Y013", "unreadable-file", "error", "The file is missing or cannot be read."),
    Code("Y014", "number-too-long", "error", "A number has more than 18 digits."),
    Code("L001", "no-such-language", "error", "The content has no such language."),
    Code("L002", "nothing-to-name", "error", "A language names something that is not there."),
    Code("L003", "no-such-hole", "error", "A text of a language has a hole that the English has not."),
    Code("M001", "missing-requirement", "error", "A pack requires another that is not loaded."),
    Code("M002", "circular-requirement", "error", "Packs require one another in a circle."),
    Code("M003", "pack-conflict", "error", "Two packs that exclude one another are loaded together."),
    Code("M004", "version-mismatch", "error", "A pack requires another version of a pack."),
    Code("M005", "unknown-pack", "error", "No pack has this name."),
    Code("M006", "unknown-option", "error", "No pack declares this option."),
    Code("M007", "duplicate-pack", "error", "Two packs have the same name."),
    Code("M008", "language-version", "error", "A pack is written for another version of the language."),
    Code("M009", "bad-option-value", "error", "An option cannot have this value."),
    Code("M010", "file-outside-pack", "error", "A file of a pack is not inside it."),
    Code("M011", "bad-seat", "error", "A seat cannot be what is asked for."),
    Code("M012", "bad-archive", "error", "An archive that is not accepted as a pack."),
    Code("M013", "changed-archive", "error", "The files of an archive are not those it was built with."),
    Code("K001", "unknown-key", "error", "A mapping has a key that means nothing there."),
    Code("K002", "missing-key", "error", "A mapping lacks a key that it must have."),
    Code("K003", "wrong-type", "error", "A value is of the wrong type: text, number, list, mapping or true/false."),
    Code("K004", "bad-value", "error", "A value is not one of those allowed there."),
    Code("K005", "out-of-range", "error", "A number is smaller or larger than is allowed there."),
    Code("K006", "malformed-text", "error", "A text or key is not written in the form that is needed there."),
    Code("K007", "repeated-item", "error", "A list in which nothing may stand twice has an item twice."),
    Code("K008", "empty-value", "error", "A text, list or mapping is empty where it must hold something."),
    Code("P001", "unexpected-text", "error", "Something stands where the grammar does not allow it."),
    Code("P002", "unexpected-end", "error", "The text ends too early."),
    Code("P003", "reserved-word", "error", "A reserved word of the language stands where a name is expected."),
    Code("P004", "bad-character", "error", "A character that the language does not use."),
    Code("P005", "text-too-long", "error", "The text is too long or nested too deeply."),
    Code("N001", "unknown-name", "error", "Nothing of this name is known here."),
    Code("N002", "unknown-good", "error", "No good or group of goods has this name."),
    Code("N003", "unknown-word", "error", "No word of this vocabulary has this name."),
    Code("N004", "unknown-kind", "error", "No kind of component has this name."),
    Code("N005", "unknown-zone", "error", "No zone has this name."),
    Code("N006", "unknown-field", "error", "The component or player has no such field."),
    Code("N007", "unknown-function", "error", "No function or procedure has this name."),
    Code("N008", "unknown-event", "error", "No event has this name."),
    Code("N009", "unknown-card", "error", "No card or other definition has this id."),
    Code("N010", "ambiguous-name", "error", "A name has two meanings here."),
    Code("N011", "duplicate-definition", "error", "A name is defined twice."),
    Code("N012", "name-is-reserved", "error", "A definition has a reserved word as its name."),
    Code("N013", "unknown-drawing", "error", "No drawing has this name."),
    Code("T001", "type-mismatch", "error", "A value is of another type than is needed here."),
    Code("T002", "wrong-argument-count", "error", "A call has too few or too many arguments."),
    Code("T003", "not-allowed-here", "error", "A statement or expression stands where it may not."),
    Code("T004", "hidden-choice", "error", "A choice among components that the player may not see."),
    Code("T005", "recursion", "error", "A procedure, function or modifier reaches itself again."),
    Code("T006", "spend-must-be-declinable", "error", "A payment stands where the player cannot decline it."),
    Code("T007", "bad-amount", "error", "An amount that is not possible here."),
    Code("T008", "too-many-components", "error", "A game would have more components than are allowed."),
    Code("T009", "too-much-work", "error", "An expression or search could take too long to compute."),
    Code("G001", "step-budget", "error", "An effect took too many steps for one choice."),
    Code("G002", "too-deep", "error", "Effects called one another too deeply."),
    Code("G003", "endless-phase", "error", "A phase goes on and on, choice after choice."),
    Code("R001", "record-cut-short", "error", "A record ends before it is complete."),
    Code("R002", "record-edited", "error", "A record does not replay to the states it notes."),
    Code("R003", "other-content", "error", "A record was made with other packs, versions or options."),
    Code("R004", "not-a-record", "error", "The file is not a record, or is of an unknown format."),
    Code("R005", "no-record", "error", "A game that did not begin as a new one has no record."),
    Code("S001", "illegal-choice", "error", "A scenario chooses something that is not offered."),
    Code("S002", "unmet-expectation", "error", "A scenario expects something that is not so."),
    Code("S003", "impossible-setup", "error", "A scenario sets up something that cannot be."),
    Code("S004", "wrong-seat", "error", "A scenario chooses for a seat that is not asked."),
    Code("S005", "impossible-option", "error", "A scenario names an option that these packs can never give."),
    Code("L101", "no-effect", "warning", "A statement that changes nothing."),
    Code("L102", "unused-result", "warning", "What is chosen or named is never used."),
    Code("L103", "unread-part", "warning", "A part of cards or of the state that no rule reads."),
    Code("L104", "unannounced-event", "warning", "A trigger for an event that nobody announces."),
    Code("L105", "constant-condition", "warning", "A condition that is always true, or never."),
    Code("L106", "dead-option", "warning", "An option that can never be chosen."),
    Code("L107", "single-choice", "warning", "A choice among one."),
    Code("L108", "unpayable-cost", "warning", "A cost that can never be paid."),
    Code("L109", "unused-definition", "warning", "A definition that nothing uses."),
    Code("L110", "unreachable", "warning", "A statement that is never reached."),
    Code("L201", "endless-gain", "warning", "Uses that can be repeated within a round and gain each time."),
    Code("L202", "uncapped-per", "warning", "An amount for each of something, without a limit."),
    Code("L203", "self-trigger", "warning", "A trigger that announces what triggers it."),
    Code("L301", "clashing-extensions", "warning", "Two packs change the same thing, and one change is lost."),
    Code("L302", "shared-extension", "info", "Two packs extend the same thing."),
    Code("L303", "shadowed-id", "warning", "An id that another pack uses as well."),
    Code("L304", "near-name", "warning", "A name that differs from another by case or one letter."),
    Code("L305", "wrong-total", "error", "The copies do not add up to the declared number of cards."),
    Code("L401", "key-order", "info", "Keys in another order than is usual."),
    Code("L402", "unproven-card", "info", "No scenario has this card in play."),
    Code("L403", "long-text", "info", "The text of a card is longer than a card holds."),
    Code("L404", "repeated-default", "info", "A field that repeats its default."),
    Code("L901", "unused-suppression", "warning", "A suppression that hides nothing."),
    Code("L902", "bare-suppression", "error", "A suppression without a reason."),
    Code("L903", "unknown-suppression", "error", "A suppression of a code that does not exist."),
)

#: Every diagnostic there is, by its short code.
CODES: dict[str, Code] = {row.code: row for row in _TABLE}


def code(key: str) -> Code:
    """The registry's row for a short code (`N002`) or a name (`unknown-good`). Raises KeyError if there is none."""
    for row in (CODES[key],) if key in CODES else _TABLE:
        if key in (row.code, row.name):
            return row
    raise KeyError(f"no diagnostic has the code or name {key!r}")
