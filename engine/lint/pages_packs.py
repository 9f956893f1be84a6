"""The pages of packs, their manifests, archives and languages."""

from __future__ import annotations

from engine.lint.registry import Page

# ruff: noqa: E501 (a page shows files and messages as they are)
PAGES = (
    Page(
        "L001",
        "The templates of a language are part of the content. What there is no file for cannot be spoken.",
        """
$ state51 show --all --packs ./garden --lang xx
error[L001 no-such-language]: there is no language `xx`
   = help: beside English there are: pl
""",
        """
$ state51 show --all --packs ./garden --lang pl
...
""",
    ),
    Page(
        "L002",
        "A translation of what is not there is never shown: the id was renamed, or is misspelt.",
        """
cards:
  «wede»: Chwast
""",
        """
cards:
  weed: Chwast
""",
        said="there is no `wede` among the cards",
        hint='did you mean "weed"?',
        file="plot/lang/pl.yaml",
        beside={
            "plot/rules.yaml": """
cards:
  plant:
    - id: weed
      name: Weed
      height: 1
      size: small
      colours: []
"""
        },
    ),
    Page(
        "L003",
        "Only the holes of the English are filled. Any other would be shown to players as it stands.",
        """
actions:
  prune: przytnij «{x}»
""",
        """
actions:
  prune: przytnij {b}
""",
        said="there is no hole `{x}` in the English",
        hint="it has: {b}",
        file="plot/lang/pl.yaml",
        beside={
            "plot/rules.yaml": """
actions:
  prune:
    title: prune {b}
    with:
      b: plant in your bed where not bloomed
    do: set b.bloomed to true
"""
        },
    ),
    Page(
        "M001",
        "What the pack builds on must be found: as a folder or archive beside it, in the user's folder, or built in.",
        """
id: plot
name: Plot
version: 1.0.0
language: 1
requires: {«garten»: ">=1.0"}
provenance: original
licence: MIT
""",
        """
id: plot
name: Plot
version: 1.0.0
language: 1
requires: {garden: ">=1.0,<2"}
provenance: original
licence: MIT
""",
        said="the pack `garten`, which this one requires, was not found",
        file="plot/pack.yaml",
        beside={
            "plot/rules.yaml": """
extend:
  - after: gather
    do: 1 coin
"""
        },
    ),
    Page(
        "M002",
        "Packs load in order of what they require. In a circle none can be first; move what both need into a third.",
        """
id: plot
name: Plot
version: 1.0.0
language: 1
«requires»: {garden: ">=1.0,<2", weeds: ">=1.0"}
provenance: original
licence: MIT
""",
        """
id: plot
name: Plot
version: 1.0.0
language: 1
requires: {garden: ">=1.0,<2"}
provenance: original
licence: MIT
""",
        said="these packs require each other: plot -> weeds -> plot",
        file="plot/pack.yaml",
        beside={
            "plot/rules.yaml": """
extend:
  - after: gather
    do: 1 coin
""",
            "weeds/pack.yaml": """
id: weeds
name: Weeds
version: 1.0.0
language: 1
requires: {plot: ">=1.0"}
provenance: original
licence: MIT
""",
            "weeds/rules.yaml": """
extend:
  - after: gather
    do: 1 seed
""",
        },
    ),
    Page(
        "M003",
        "The packs say of themselves that they do not work together.",
        """
id: plot
name: Plot
version: 1.0.0
language: 1
requires: {garden: ">=1.0,<2", weeds: ">=1.0"}
provenance: original
licence: MIT
""",
        """
id: plot
name: Plot
version: 1.0.0
language: 1
requires: {garden: ">=1.0,<2"}
provenance: original
licence: MIT
""",
        said="`weeds` and `plot` cannot be played together",
        hint="leave one of them out",
        file="plot/pack.yaml",
        beside={
            "plot/rules.yaml": """
extend:
  - after: gather
    do: 1 coin
""",
            "weeds/pack.yaml": """
id: weeds
name: Weeds
version: 1.0.0
language: 1
requires: {garden: ">=1.0,<2"}
provenance: original
licence: MIT
conflicts: [«plot»]
""",
            "weeds/rules.yaml": """
procedures:
  hoe(): 1 seed
""",
        },
    ),
    Page(
        "M004",
        "The pack was written for other versions of what it builds on, so what it says may mean something else there.",
        """
id: plot
name: Plot
version: 1.0.0
language: 1
requires: {garden: «">=2.0"»}
provenance: original
licence: MIT
""",
        """
id: plot
name: Plot
version: 1.0.0
language: 1
requires: {garden: ">=1.0,<2"}
provenance: original
licence: MIT
""",
        said="`plot` requires `garden` >=2.0, but version 1.0.0 is here",
        file="plot/pack.yaml",
        beside={
            "plot/rules.yaml": """
extend:
  - after: gather
    do: 1 coin
"""
        },
    ),
    Page(
        "M005",
        "A pack is called by its id, or by the path of its folder or archive.",
        """
$ state51 play --seats random,random --packs ./gardn
error[M005 unknown-pack]: there is no pack at ./gardn: it has no pack.yaml
""",
        """
$ state51 play --seats random,random --packs ./garden --quiet --seed 1
...
""",
    ),
    Page(
        "M006",
        "Options are declared in a manifest under `options:`.",
        """
$ state51 play --seats random,random --packs ./garden --set bedsize=4
error[M006 unknown-option]: there is no option `bedsize`
   = help: did you mean "bed_size"?
""",
        """
$ state51 play --seats random,random --packs ./garden --set bed_size=4 --quiet --seed 1
...
""",
    ),
    Page(
        "M007",
        "Of two packs with one id nobody could say which is meant.",
        """
$ cp -r garden other
$ state51 play --seats random,random --packs ./garden,./other
other/pack.yaml:2:5: error[M007 duplicate-pack]: two packs are called `garden`: garden and other
 2 | id: garden
   |     ^^^^^^
""",
        """
$ state51 play --seats random,random --packs ./garden --quiet --seed 1
...
""",
    ),
    Page(
        "M008",
        "A newer language may mean something else by the same words, so the pack is not even tried.",
        """
id: plot
name: Plot
version: 1.0.0
language: «2»
requires: {garden: ">=1.0,<2"}
provenance: original
licence: MIT
""",
        """
id: plot
name: Plot
version: 1.0.0
language: 1
requires: {garden: ">=1.0,<2"}
provenance: original
licence: MIT
""",
        said="this pack is written in version 2 of the language, but this program speaks version 1",
        hint="get a newer version of the program",
        file="plot/pack.yaml",
        beside={
            "plot/rules.yaml": """
extend:
  - after: gather
    do: 1 coin
"""
        },
    ),
    Page(
        "M009",
        "An option is a number or a flag, as its default is, within the bounds that its pack declares.",
        """
$ state51 play --seats random,random --packs ./garden --set shuffled=3
error[M009 bad-option-value]: the option `shuffled` takes true or false
""",
        """
$ state51 play --seats random,random --packs ./garden --set shuffled=false --quiet --seed 1
...
""",
    ),
    Page(
        "M010",
        "A pack is one folder: what it names lies in it, so that it can be handed on.",
        """
id: plot
name: Plot
version: 1.0.0
language: 1
requires: {garden: ">=1.0,<2"}
provenance: original
licence: MIT
when: {weeds: [«extra.yaml»]}
""",
        """
id: plot
name: Plot
version: 1.0.0
language: 1
requires: {garden: ">=1.0,<2"}
provenance: original
licence: MIT
when: {weeds: [rules.yaml]}
""",
        said="the file extra.yaml is not in this pack",
        hint='did you mean "pack.yaml"?',
        file="plot/pack.yaml",
        beside={
            "plot/rules.yaml": """
extend:
  - after: gather
    do: 1 coin
"""
        },
    ),
    Page(
        "M011",
        "The vocabulary says how many seats a game has, and which boards they may have.",
        """
$ state51 play --seats random,random,random,random --packs ./garden
error[M011 bad-seat]: this game is for 2 to 3 players, not 4
""",
        """
$ state51 play --seats random,random,random --packs ./garden --quiet --seed 1
...
""",
    ),
    Page(
        "M012",
        "Archives come from strangers. They are read in memory, never unpacked, and whatever is odd about one "
        "is refused.",
        """
$ cp garden/rules.yaml garden.zip
$ state51 pack info garden.zip
garden.zip:1:1: error[M012 bad-archive]: this archive is not accepted: it is no zip file, or something stands before its first file
""",
        """
$ state51 pack build garden --output garden.zip
...
$ state51 pack info garden.zip
...
""",
    ),
    Page(
        "M013",
        "Somebody changed a file after the archive was built, so it is no longer what was given away.",
        """
$ state51 pack build garden --output garden.zip
...
$ python -m zipfile -e garden.zip changed
$ echo '# mine now' >> changed/rules.yaml
$ python -m zipfile -c changed.zip changed
$ state51 pack info changed.zip
changed.zip:1:1: error[M013 changed-archive]: the files are not those that manifest.json tells of: they were changed after the archive was built
   = help: build it again: state51 pack build
""",
        """
$ state51 pack build garden --output garden.zip
...
$ state51 pack info garden.zip
...
""",
    ),
)
