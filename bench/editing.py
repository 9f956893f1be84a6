"""How long it takes from a keystroke to what is wrong, in a pack of 300 cards, as an editor sees it.

    python bench/editing.py [--keystrokes N]

A server is started as an editor starts it and spoken to over its pipes. A card's text is typed one letter at a time,
and each time the answer is waited for. Beside it stand fresh processes over the same file: `state51 lint`, and
check-jsonschema, which looks at the shape alone.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

ROOT = Path(__file__).parent.parent
CARDS = 300
WANTED = 50  #: milliseconds from a keystroke to its diagnostics
TYPED = "if count(plant in your bed where size = small) > 2 { 1 coin, 2 seed } else { 1 bulb }"
_MANIFEST = """\
id: meadow
name: Meadow
version: 1.0.0
language: 1
provenance: fixture
licence: MIT
requires: {garden: ">=1.0,<2"}
"""
_CARD = """\
    - id: flower_{n}
      name: Flower {n}
      copies: 2
      height: {height}
      size: {size}
      colours: [pink, white]
      yield: 1 coin per plant in your bed where size = {size} max {height}
      bloom: {height} coin -> 1 seed, 1 bulb
      abilities:
        - when sown by you -> 1 coin if what.size = {size}
"""


def meadow(folder: Path) -> Path:
    """A pack of 300 cards in one file, beside the game it builds on; the file."""
    shutil.copytree(ROOT / "tests" / "packs" / "garden", folder / "garden")
    (folder / "meadow").mkdir()
    (folder / "meadow" / "pack.yaml").write_text(_MANIFEST, encoding="utf-8")
    sizes = ("small", "tall")
    cards = [_CARD.format(n=n, height=n % 3 + 1, size=sizes[n % 2]) for n in range(CARDS)]
    file = folder / "meadow" / "cards.yaml"
    file.write_text("cards:\n  plant:\n" + "".join(cards), encoding="utf-8")
    return file


async def typed(file: Path, keystrokes: int) -> list[float]:
    """Milliseconds from each keystroke to what the server says then."""
    client, told = LanguageClient("bench", "1"), asyncio.Event()

    @client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    def _(params: lsp.PublishDiagnosticsParams) -> None:
        if params.uri == file.as_uri():
            told.set()

    await client.start_io(sys.executable, "-m", "cli.main", "lsp", cwd=str(ROOT))
    root = file.parent.parent.as_uri()
    await client.initialize_async(lsp.InitializeParams(capabilities=lsp.ClientCapabilities(), root_uri=root))
    client.initialized(lsp.InitializedParams())
    text = file.read_text(encoding="utf-8")
    client.text_document_did_open(lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(file.as_uri(), "yaml", 1, text)))
    await asyncio.sleep(5)  # until the whole was looked at
    times: list[float] = []
    for n in range(keystrokes):
        new = text + f"      gift: |\n        {TYPED[: n % len(TYPED) + 1]}\n"
        identifier = lsp.VersionedTextDocumentIdentifier(n + 2, file.as_uri())
        told.clear()
        started = time.perf_counter()
        change = lsp.TextDocumentContentChangeWholeDocument(new)
        client.text_document_did_change(lsp.DidChangeTextDocumentParams(identifier, [change]))
        await told.wait()
        times.append((time.perf_counter() - started) * 1000)
        await asyncio.sleep(0.02)
    await client.shutdown_async(None)
    client.exit(None)
    await client.stop()
    return times


def process(*command: str) -> float:
    """Milliseconds that a fresh process takes, whatever it finds."""
    started = time.perf_counter()
    subprocess.run(command, cwd=ROOT, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return (time.perf_counter() - started) * 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--keystrokes", type=int, default=120)
    keystrokes = parser.parse_args().keystrokes
    with tempfile.TemporaryDirectory() as folder:
        file = meadow(Path(folder).resolve())
        times = sorted(asyncio.run(typed(file, keystrokes)))
        lint = statistics.median(process(sys.executable, "-m", "cli.main", "lint", str(file)) for _ in range(3))
        schema = str(ROOT / "schemas" / "content.schema.json")
        shape = ("check_jsonschema", "--schemafile", schema, str(file))
        peer = statistics.median(process(sys.executable, "-m", *shape) for _ in range(3))
    middle, late = statistics.median(times), times[int(len(times) * 0.95)]
    print(f"{CARDS} cards in one file, {keystrokes} keystrokes; wanted: under {WANTED} ms")
    print(f"keystroke to diagnostics  {middle:7.1f} ms, 95 in 100 under {late:.1f} ms")
    print(f"state51 lint, a process   {lint:7.0f} ms  {lint / middle:5.0f}x")
    print(f"check-jsonschema, shape   {peer:7.0f} ms  {peer / middle:5.0f}x")


if __name__ == "__main__":
    main()
