"""The pages of what is wrong with a file as YAML."""

from __future__ import annotations

from engine.lint.registry import Page

PAGES = (
    Page(
        "Y001",
        "Readers of YAML keep one of the two values and forget the other without a word.",
        """
functions:
  pair(): 2
  «pair()»: 3
extend:
  - after: gather
    do: pair() coin
""",
        """
functions:
  pair(): 2
extend:
  - after: gather
    do: pair() coin
""",
        said='the key "pair()" is written twice',
        hint="delete one of the two, or put their values together",
    ),
    Page(
        "Y002",
        "Only UTF-8 is read, so that a file means the same on every machine. Set your editor to it and save again.",
        """
cards:
  plant:
    - id: weed
      name: W«\udce4»rmut
      height: 1
      size: small
      colours: []
""",
        """
cards:
  plant:
    - id: weed
      name: Wärmut
      height: 1
      size: small
      colours: []
""",
        said="the byte 0xe4 is not UTF-8 text",
        hint="save the file as UTF-8",
    ),
    Page(
        "Y003",
        "With an anchor, a line means what stands somewhere else in the file; a few lines of them can also "
        "stand for millions. Write the value out, or make it a function.",
        """
functions:
  wage(): «&two» 2
extend:
  - after: gather
    do: wage() coin
""",
        """
functions:
  wage(): 2
extend:
  - after: gather
    do: wage() coin
""",
        said="anchors are not allowed",
        hint='delete it; text that begins with "&" needs quotes',
    ),
    Page(
        "Y004",
        "A tag asks the reader to make something else of a value. Here the schema says what each value is.",
        """
functions:
  wage(): «!!int» 2
extend:
  - after: gather
    do: wage() coin
""",
        """
functions:
  wage(): 2
extend:
  - after: gather
    do: wage() coin
""",
        said="tags are not allowed",
        hint='delete it; text that begins with "!" needs quotes',
    ),
    Page(
        "Y005",
        "A pack from a stranger must not be able to fill the memory. No file of a real pack comes near the limits.",
        """
cards:
  plant:
    - id: weed
      name: Weed
      height: 1
      size: small
      colours: [[[[[[[[[[[[[[[[[[[[[[[[[[[[«[»[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]
""",
        """
cards:
  plant:
    - id: weed
      name: Weed
      height: 1
      size: small
      colours: []
""",
        said="mappings and lists nested more than 32 deep",
    ),
    Page(
        "Y006",
        "A merge key copies keys from elsewhere, and what then holds cannot be seen at the place.",
        """
cards:
  plant:
    - id: weed
      name: Weed
      height: 1
      size: small
      colours: []
      «<<»: {gift: 1 coin}
""",
        """
cards:
  plant:
    - id: weed
      name: Weed
      height: 1
      size: small
      colours: []
      gift: 1 coin
""",
        said="merge keys are not allowed",
        hint="write the merged keys out",
    ),
    Page(
        "Y007",
        "Keys are names. A key that YAML reads as a number or as true is not found by its name.",
        """
functions:
  wage(): 2
  «1»: 3
extend:
  - after: gather
    do: wage() coin
""",
        """
functions:
  wage(): 2
extend:
  - after: gather
    do: wage() coin
""",
        said="the key 1 is not text",
        hint='write "1" in quotes',
    ),
    Page(
        "Y008",
        "Until this is put right nothing else in the file can be looked at. The place is where reading "
        "failed; the slip may stand a little before it.",
        """
vocabulary:
  words: {soil: [sand, chalk«}»
""",
        """
vocabulary:
  words: {soil: [sand, chalk]}
""",
        said='a comma or closing bracket is missing before "}"',
        hint="text with one of , : [ ] { } needs quotes",
    ),
    Page(
        "Y009",
        "`no` is a word to one reader of YAML and false to another, `1e3` a text or a number. Say which you mean.",
        """
functions:
  many(): «1_000»
extend:
  - after: gather
    do: many() coin
""",
        """
functions:
  many(): 1000
extend:
  - after: gather
    do: many() coin
""",
        said="unquoted, 1_000 means different things to different readers of YAML",
        hint='write a decimal number such as 12 or 0.5, or "1_000" in quotes if it is text',
    ),
    Page(
        "Y010",
        "`---` begins another document, and what stands in it would never be read.",
        """
functions:
  wage(): 2
«---»
extend:
  - after: gather
    do: wage() coin
""",
        """
functions:
  wage(): 2
extend:
  - after: gather
    do: wage() coin
""",
        said="a second document begins here",
        hint="put it in a file of its own",
    ),
    Page(
        "Y011",
        "A character that cannot be seen hides what a text says, and a terminal may obey it.",
        """
cards:
  plant:
    - id: weed
      name: "We«\\x07»ed"
      height: 1
      size: small
      colours: []
""",
        """
cards:
  plant:
    - id: weed
      name: Weed
      height: 1
      size: small
      colours: []
""",
        said="the control character U+0007 is not allowed",
        hint="delete it",
    ),
    Page(
        "Y012",
        "A file that says nothing is one that was cut short, or forgotten.",
        "«»# the rules come here",
        """
extend:
  - after: gather
    do: 1 coin
""",
        said="the file holds no value",
    ),
    Page(
        "Y013",
        "The file is not there, is a folder, or may not be read.",
        """
$ mkdir garden/herbs.yaml
$ state51 lint garden
garden/herbs.yaml: error[Y013 unreadable-file]: the file cannot be read: it is a directory
7 files checked, 1 error, no warnings
""",
        """
$ state51 lint garden
6 files checked, no errors, no warnings
""",
    ),
    Page(
        "Y014",
        "Such a number is no amount of anything; what looks like it is text, and text needs quotes.",
        """
functions:
  many(): «1234567890123456789»
extend:
  - after: gather
    do: many() coin
""",
        """
functions:
  many(): 123456789
extend:
  - after: gather
    do: many() coin
""",
        said="a number of more than 18 digits",
        hint="text needs quotes",
    ),
)
