"""Finding packs, reading their manifests and files, and putting them in order.

A pack is a folder, or an archive of one, with a `pack.yaml` and content files. Names are looked up among the packs that
come with the program, then in the user's own folder; anything that looks like a path is one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dsl.diagnostics import Diagnostic, DiagnosticError, Diagnostics, Related, suggest
from engine.packs.document import Document
from engine.packs.files import MANIFEST, files_of, has, yaml_files
from engine.packs.locate import built_in, data_folder, find, is_path, neighbours
from engine.packs.source import load_document

LANGUAGE = 1
"""The version of the effect language that this program speaks."""


@dataclass(slots=True)
class Pack:
    """A pack as found; `folder` may be an archive. `contents` are its content files, without those that are only loaded
    beside another pack."""

    id: str
    version: str
    folder: Path
    manifest: Document
    documents: list[Document] = field(default_factory=list)
    hash: str = ""

    @property
    def requires(self) -> dict[str, str]:
        return dict(self.manifest.data.get("requires", {}))

    @property
    def options(self) -> dict[str, int | bool]:
        """Each option of the pack with its default."""
        return {k: v["default"] for k, v in self.manifest.data.get("options", {}).items()}


def default_packs() -> list[str]:
    """The packs that are played when nothing is said."""
    return list(load_document(data_folder() / "content" / "default.yaml").data["packs"])


def packs_alone() -> list[str]:
    """The packs that come along where one person plays alone."""
    return list(load_document(data_folder() / "content" / "default.yaml").data.get("alone", []))


def read_manifest(folder: Path) -> Document:
    """The manifest of a pack, checked. Raises DiagnosticError."""
    from engine.schema.build import manifest_schema
    from engine.schema.check import check

    yaml_files(folder)
    document = load_document(folder / MANIFEST)
    language = document.data.get("language") if isinstance(document.data, dict) else None
    if type(language) is int and language > LANGUAGE:  # before all else: what is new there cannot be judged here
        message = (
            f"this pack is written in version {language} of the language, but this program speaks version {LANGUAGE}"
        )
        raise DiagnosticError(
            [Diagnostic("M008", message, document.span(("language",)), "get a newer version of the program")],
            {document.file: document.text},
        )
    report = Diagnostics()
    check(document, manifest_schema(), report)
    report.raise_if_any({document.file: document.text})
    return document


def beside(manifest: Document, folder: Path) -> list[str]:
    """The packs that are here and for which a pack has further files."""
    near = [folder.resolve().parent]
    return [other for other in manifest.data.get("when", {}) if find(other, near) is not None]


def gather(names: Iterable[str]) -> list[Pack]:
    """The packs named and all that they require, in order: each after what it requires. Raises DiagnosticError."""
    report, texts = Diagnostics(), dict[str, str]()
    found: dict[str, Pack] = {}
    todo: list[tuple[str, Document | None]] = [(n, None) for n in names]
    near: list[Path] = []
    while todo:
        name, wanted_by = todo.pop(0)
        if wanted_by is not None and name in found:
            continue
        folder = find(name, near)
        if folder is None:
            _not_found(name, wanted_by, report)
            continue
        if _passes_for_ours(name, folder, wanted_by, report):
            continue
        try:
            manifest = read_manifest(folder)
        except DiagnosticError as e:
            report_all(report, e)
            texts.update(e.texts or {})
            continue
        texts[manifest.file] = manifest.text
        pack = Pack(manifest.data["id"], str(manifest.data["version"]), folder, manifest)
        if pack.id in found:
            if found[pack.id].folder.resolve() != folder.resolve():
                report.error(
                    "M007",
                    f"two packs are called `{pack.id}`: {found[pack.id].folder} and {folder}",
                    manifest.span(("id",)),
                )
            continue
        found[pack.id] = pack
        near.append(folder.resolve().parent)
        todo += [(r, manifest) for r in pack.requires]
    _check_versions(found, report)
    _check_conflicts(found, report)
    order = _ordered(found, report)
    report.raise_if_any(texts)
    return order


def _passes_for_ours(name: str, folder: Path, wanted_by: Document | None, report: Diagnostics) -> bool:
    """Whether a pack that lies beside another, or among the user's own, has the name of one that comes with the
    program: it could pass for that, so it is only played where its path is given."""
    known = built_in().get(name)
    if known is None or is_path(name) or known.resolve() == folder.resolve():
        return False
    message = f"`{name}` comes with the program, but {folder} is called so as well"
    span = wanted_by.key_span(("requires", name)) if wanted_by is not None else None
    report.error("M007", message, span, hint="rename or remove it; to play with it, name it by its path too")
    return True


def report_all(report: Diagnostics, error: DiagnosticError) -> None:
    for d in error.diagnostics:
        report.add(d)


def _not_found(name: str, wanted_by: Document | None, report: Diagnostics) -> None:
    hint = suggest(name, built_in())
    if wanted_by is not None:
        report.error(
            "M001",
            f"the pack `{name}`, which this one requires, was not found",
            wanted_by.key_span(("requires", name)),
            hint=hint,
        )
    elif is_path(name):
        what = f"it has no {MANIFEST}" if Path(name).is_dir() else "nothing is there"
        hint = suggest(name, neighbours(Path(name))) or hint
        report.error("M005", f"there is no pack at {name}: {what}", None, hint=hint)
    else:
        report.error("M005", f"there is no pack `{name}`", None, hint=hint or f"the packs are: {', '.join(built_in())}")


def _check_versions(found: dict[str, Pack], report: Diagnostics) -> None:
    from packaging.specifiers import InvalidSpecifier, SpecifierSet
    from packaging.version import InvalidVersion, Version

    for pack in found.values():
        for other, wanted in pack.requires.items():
            span = pack.manifest.span(("requires", other))
            try:
                accepted = SpecifierSet(wanted)
            except InvalidSpecifier:
                report.error("M004", f"`{wanted}` is no range of versions", span, hint="write for example: >=1.0,<2")
                continue
            try:
                if other in found and Version(found[other].version) not in accepted:
                    report.error(
                        "M004",
                        f"`{pack.id}` requires `{other}` {wanted}, but version {found[other].version} is here",
                        span,
                    )
            except InvalidVersion:
                continue
        try:
            Version(pack.version)
        except InvalidVersion:
            report.error(
                "M004",
                f"`{pack.version}` is no version",
                pack.manifest.span(("version",)),
                hint="write for example: 1.0.0",
            )


def _check_conflicts(found: dict[str, Pack], report: Diagnostics) -> None:
    told: set[frozenset[str]] = set()
    for pack in found.values():
        for n, other in enumerate(pack.manifest.data.get("conflicts", [])):
            pair = frozenset((pack.id, other))
            if other in found and pair not in told:
                told.add(pair)
                there = found[other].manifest
                related = (Related(there.span(("id",)), f"this is `{other}`"),)
                report.error(
                    "M003",
                    f"`{pack.id}` and `{other}` cannot be played together",
                    pack.manifest.span(("conflicts", n)),
                    hint="leave one of them out",
                    related=related,
                )


def _ordered(found: dict[str, Pack], report: Diagnostics) -> list[Pack]:
    """Each pack after those it requires, otherwise in the order given."""
    order: list[Pack] = []
    state: dict[str, int] = {}

    def visit(pack: Pack, path: list[str]) -> None:
        if state.get(pack.id) == 2:
            return
        if state.get(pack.id) == 1:
            circle = " -> ".join([*path[path.index(pack.id) :], pack.id])
            report.error("M002", f"these packs require each other: {circle}", pack.manifest.key_span(("requires",)))
            return
        state[pack.id] = 1
        for other in pack.requires:
            if other in found:
                visit(found[other], [*path, pack.id])
        state[pack.id] = 2
        order.append(pack)

    for pack in found.values():
        visit(pack, [])
    return order


def read_contents(packs: list[Pack]) -> Diagnostics:
    """Reads the content files of packs played together; what is wrong with single cards, which are then left out.

    So one misshapen card does not hide what is wrong with the others. Raises DiagnosticError with every error of
    every file if there is any other.
    """
    from engine.schema.build import content_schema
    from engine.schema.check import faulty

    report, texts, grave = Diagnostics(), dict[str, str](), False
    schema = content_schema()
    present = {p.id for p in packs}
    for pack in packs:
        pack.documents = []
        for path in content_files(pack, present, report):
            try:
                document = load_document(path)
            except DiagnosticError as e:
                report_all(report, e)
                texts.update(e.texts or {})
                grave = True
                continue
            texts[document.file] = document.text
            for path_ in faulty(document, schema, report):
                if len(path_) >= 3 and path_[0] == "cards" and isinstance(path_[2], int):
                    document.data["cards"][path_[1]][path_[2]] = None
                else:
                    grave = True
            pack.documents.append(document)
        texts[pack.manifest.file] = pack.manifest.text
    if grave:
        report.raise_if_any(texts)
    return report


def content_files(pack: Pack, present: set[str], report: Diagnostics | None = None) -> list[Path]:
    """The content files of a pack that are loaded beside the packs `present`, in order of their names."""
    only: set[str] = set()
    skipped: set[str] = set()
    for other, names in pack.manifest.data.get("when", {}).items():
        for n, name in enumerate(names):
            if report is not None and not has(pack.folder, name):
                report.error(
                    "M010",
                    f"the file {name} is not in this pack",
                    pack.manifest.span(("when", other, n)),
                    hint=suggest(name, [p.name for p in yaml_files(pack.folder)]),
                )
            (only if other in present else skipped).add(name)
    files = [p for p in yaml_files(pack.folder) if p.name != MANIFEST and (p.name in only or p.name not in skipped)]
    return files


def hash_of(pack: Pack, present: set[str]) -> str:
    """A digest of what a pack says, wherever it lies: its manifest and content files."""
    digest = hashlib.blake2b(digest_size=12)
    files = files_of(pack.folder)
    for path in [pack.folder / MANIFEST, *content_files(pack, present)]:
        raw = files.read(path.name)
        digest.update(f"{path.name}\0{len(raw)}\0".encode())
        digest.update(raw)
    return digest.hexdigest()


def _limits(pack: Pack, option: str) -> tuple[int, int]:
    """The least and greatest value of an option that is a number."""
    declared = pack.manifest.data["options"][option]
    return declared.get("min", 0), declared.get("max", 1_000)


def chosen_options(packs: list[Pack], given: dict[str, Any]) -> dict[str, int | bool]:
    """The value of every option: its default, or what is given as `option` or `pack.option`. Raises DiagnosticError."""
    report = Diagnostics()
    values: dict[str, int | bool] = {}
    owner: dict[str, str] = {}
    limits: dict[str, tuple[int, int]] = {}
    for pack in packs:
        for name, default in pack.options.items():
            if name in values:
                report.error(
                    "N011",
                    f"the packs `{owner[name]}` and `{pack.id}` both have an option `{name}`",
                    pack.manifest.key_span(("options", name)),
                )
            values[name], owner[name] = default, pack.id
            limits[name] = _limits(pack, name)
    for key, value in given.items():
        pack_id, _, name = key.rpartition(".")
        if name not in values or (pack_id and owner[name] != pack_id):
            report.error("M006", f"there is no option `{key}`", None, hint=suggest(name, values))
        elif isinstance(value, bool) != isinstance(values[name], bool) or not isinstance(value, int):
            wanted = "true or false" if isinstance(values[name], bool) else "a number"
            report.error("M009", f"the option `{key}` takes {wanted}", None)
        elif not isinstance(value, bool) and not limits[name][0] <= value <= limits[name][1]:
            low, high = limits[name]
            report.error("M009", f"the option `{key}` goes from {low} to {high}", None)
        else:
            values[name] = value
    report.raise_if_any({p.manifest.file: p.manifest.text for p in packs})
    return values
