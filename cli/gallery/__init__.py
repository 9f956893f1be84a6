"""`state51 gallery`: all cards as cards, on a page of one file; or one card as a picture."""

from __future__ import annotations

from pathlib import Path

import click

from cli.choices import lang_option, pack_names
from cli.examples import Command
from cli.files import must_be_writable, write_whole
from cli.report import GOOD, counted, say

_EXAMPLES = """
state51 gallery
state51 gallery base,./mypack --out mypack.html
state51 gallery --lang pl --out karty.html
state51 gallery --card {card} --svg card.svg
"""


@click.command("gallery", cls=Command, examples=_EXAMPLES)
@click.argument("packs", metavar="[PACK]...", nargs=-1)
@click.option("--out", type=click.Path(path_type=Path), help="Where to write the page.  [default: cards.html]")
@click.option("--card", "wanted", metavar="ID", help="Draw this one card; with --svg.")
@click.option("--svg", type=click.Path(path_type=Path), help="Where to write the picture of one card.")
@lang_option
def command(packs: tuple[str, ...], out: Path | None, wanted: str | None, svg: Path | None, lang: str) -> int:
    """Write a page that shows all cards, to be searched, read and printed.

    PACK is a pack's name, folder or archive; what it requires comes along. Packs that cannot be played together are
    shown beside each other. Without one, it is the packs that are played by default.

    The page is one file that needs nothing else: search and filters, each card large with what is written of it and
    its scenarios, and print: nine cards of 63 by 88 mm to a sheet of A4.
    """
    from cli.gallery.collect import collect, one_card

    if (wanted is None) != (svg is None):
        raise click.UsageError("--card and --svg go together: which card, and where its picture is written")
    if svg is not None and out is not None:
        raise click.UsageError("say --out for a page, or --card and --svg for one card: not both")
    target, option = (svg, "--svg") if svg is not None else (out or Path("cards.html"), "--out")
    must_be_writable(target, option)
    sets = collect(pack_names(packs) if packs else None, lang)
    if wanted is not None:
        from cli.gallery.draw import alone
        from cli.gallery.page import ASSETS
        from cli.pages import asset

        face = one_card(sets, wanted)
        write_whole(target, alone(face, asset("face.css", ASSETS)))
        say(f"wrote {target}: {face.title}")
        return GOOD
    from cli.gallery.page import Page

    page = Page(sets, lang)
    html = page.html()
    write_whole(target, html)
    say(f"wrote {target}: {counted(page.count, 'card')}, {len(html.encode()):,} bytes")
    return GOOD
