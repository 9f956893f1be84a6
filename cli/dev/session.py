"""One session of the watcher: what was saved is looked at, told, and shown; the last good version stays."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

from cli.dev import advice, telling
from cli.dev.looking import Changes, Look, Stories, changes, look
from cli.dev.watching import Stamp, contents, stamp
from cli.report import COLOR_BAD, COLOR_GOOD, counted, say
from engine.packs import locate

_TRIES = 5  #: looks at most until one is told, while it is saved again and again
_AGAIN = 0.15  #: seconds until a file that is suddenly empty or gone is read again: it may be half written


class Session:
    """What is known of a pack. `good` is its last version that loads (None: there was none yet), `stir` is set by
    whoever notices that something may have changed, and `shown` is told of every look at the pack, with the last good
    one."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.stir = threading.Event()
        self.good: Look | None = None
        self.shown: Callable[[Look, Look | None], None] | None = None
        self.followed: Callable[[list[Path]], None] | None = None
        self._last: Look | None = None
        self._good_at = ""
        self._stories = Stories()
        self._files: dict[str, bytes] = {}
        self._sure = False  # whether what was judged is what was read
        self._known = self.folders()
        self._seen: Stamp = []
        self._advised = ""

    def folders(self) -> list[Path]:
        """The folders of the pack, and of those it requires that do not come with the program."""
        packs = self.good.subject.packs if self.good is not None and self.good.subject is not None else []
        known = {f.resolve() for f in locate.built_in().values()}
        others = [p.folder for p in packs if p.folder.is_dir() and p.folder.resolve() not in known]
        return list(dict.fromkeys(f.resolve() for f in [self.folder, *others]))

    def check(self) -> bool:
        """Looks at what is saved now, if anything is new. Whether the last good version is another one now."""
        self.stir.clear()
        began = time.perf_counter()
        first, before = self._last is None, self._last
        files, found = self._read()
        if found is None:
            return False
        changed = {f for f in {*files, *self._files} if files.get(f) != self._files.get(f)}
        self._files, self._last = files, found
        if changed and not first:
            telling.head(sorted(changed))
        happened = self._tell_changes(found, before)
        known = [*(before.findings if before is not None else []), *(self.good.findings if self.good else [])]
        telling.tell_findings(found, known)
        if found.version is not None:
            self.good, self._good_at = found, time.strftime("%H:%M:%S")
            self._play({locate.as_shown(Path(f)) for f in changed}, happened)
        elif self.good is not None:
            say(f"The pack does not load: it stays as it was at {self._good_at}.", fg=COLOR_BAD)
        say(f"({time.perf_counter() - began:.1f} s)")
        if self.shown is not None:
            self.shown(found, self.good)
        self._follow()
        self._advise(found)
        return found.version is not None

    def _read(self) -> tuple[dict[str, bytes], Look | None]:
        """What is in the files, and the pack as it was found in them; None if it is as it was. What is saved while it
        is judged is looked at at once, so that what is told is what was read."""
        for _ in range(_TRIES):
            files, self._seen = self._settled()
            if files == self._files and self._sure:
                return files, None
            found, self._sure = look(self.folder), True
            if not self._overtaken():
                break
        return files, found

    def _overtaken(self) -> bool:
        """Whether something was saved since the files were read, so that all must be looked at again."""
        if stamp(self._known) != self._seen:
            self._sure = False
            return True
        return False

    def _settled(self) -> tuple[dict[str, bytes], Stamp]:
        """What is in the files, once no file is suddenly empty or gone, and their stamp before they were read."""
        seen, files = stamp(self.folders()), contents(self.folders())
        if any(not files.get(file) and text for file, text in self._files.items()):
            time.sleep(_AGAIN)
            seen, files = stamp(self.folders()), contents(self.folders())
        return files, seen

    def _follow(self) -> None:
        """Watches what the pack requires now, too; and looks again at what was saved between reading and judging."""
        folders = self.folders()
        self._files = {**contents(f for f in folders if f not in self._known), **self._files}
        self._known = folders
        if self.followed is not None:
            self.followed(folders)
        if not self._sure:
            self.stir.set()

    def _tell_changes(self, found: Look, before: Look | None) -> Changes | None:
        """Says what the pack is, or what of it changed since it was last good; None if there is nothing to compare."""
        if found.version is None:
            return None
        if self.good is None or self.good.version is None:
            facts = found.version.facts
            say(f"{facts.name} {facts.version}: {counted(len(found.version.cards), 'card')}.", bold=True)
            return None
        if before is not None and before.version is None:
            say(f"It loads again. Since {self._good_at}:", fg=COLOR_GOOD)
        happened = changes(self.good.version, found.version)
        telling.tell_changes(self.good.version, found.version, happened)
        return happened

    def _play(self, files: set[str], happened: Changes | None) -> None:
        """Plays the scenarios: first those that are concerned, then the others, as long as nothing else is saved."""
        concerned, others = self._stories.concerned(self.folder, files, happened)
        for what, chosen in (("Scenarios", concerned), ("Scenarios that are not concerned", others)):
            passed = failed = 0
            for result in self._stories.play(chosen, self._overtaken):
                passed, failed = passed + result.passed, failed + (not result.passed)
                if not result.passed:
                    telling.tell_failure(result)
            if passed + failed and (chosen is concerned or failed):
                telling.tell_sum(what, passed, failed)
        if not concerned and not others:
            say("There are no scenarios.")

    def _advise(self, found: Look) -> None:
        """Says what to do next, unless that was the last thing said."""
        if found.version is None:
            if text := advice.mending(self.folder, first=self.good is None):
                say(f"\n{text}")
            return
        text = advice.advice(self.folder, found.version, self._stories.failing())
        if text != self._advised:
            say(f"\n{text}")
        self._advised = text
