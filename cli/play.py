"""`state51 play`: a game at the terminal, or between bots."""

from __future__ import annotations

import re
import secrets
import shlex
from itertools import pairwise
from pathlib import Path
from typing import Any

import click

from cli.choices import MOST_SEED, lang_option, listed, pack_names, packs_option, rules_of, set_option
from cli.examples import Command, board_options, default_rules
from cli.files import must_be_writable
from cli.kept import resume, saves
from cli.programs import seats as programs
from cli.programs.seats import EXEC, is_program
from cli.programs.served import askers_of, played
from cli.report import say
from cli.terminal.lesson import teach
from cli.terminal.match import AUTOMATON, HUMAN, PLAYERS, Manner, Match, like_player
from cli.terminal.standings import board_name, final_table, own_seats
from cli.terminal.style import style_here
from dsl.diagnostics import suggest
from dsl.render import printable
from engine import Game, Ruleset
from engine.packs.order import default_packs, packs_alone

_DEFAULT_SEATS = "human,greedy"
_ALONE = HUMAN


class PlayCommand(Command):
    """Understands `--boards` also by what the packs that are played call their boards."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        known = {*self.option_names(), *ctx.help_option_names}
        names = [a.partition("=")[0] for a in args if a.startswith("--") and a != "--"]
        strange = [name for name in names if name not in known]
        if strange:
            called = board_options(rules_of(_packs_in(args)))
            for name in strange:
                if name not in called and (hint := suggest(name, called)):
                    ctx.fail(f"there is no option `{printable(name)}`; {hint}")
            args = [re.sub("^--[^=]*", "--boards", a) if a.partition("=")[0] in called else a for a in args]
        return super().parse_args(ctx, args)


def _packs_in(args: list[str]) -> list[str] | None:
    """The packs that a command line names, before it is parsed."""
    values = [b for a, b in pairwise(args) if a == "--packs"]
    values += [a.partition("=")[2] for a in args if a.startswith("--packs=")]
    return _with_solo(pack_names(values) or None, "--solo" in args)


def _with_solo(packs: list[str] | None, solo: bool) -> list[str] | None:
    """The packs that are played (None: the default ones), with those that come along where one person plays alone."""
    if not solo:
        return packs
    return list(dict.fromkeys([*(default_packs() if packs is None else packs), *packs_alone()]))


class BoardsOption(click.Option):
    """`--boards`, whose help also shows its other name."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        record, rules = super().get_help_record(ctx), default_rules()
        others = ", ".join(board_options(rules)) if rules is not None else ""
        return (f"{others}, {record[0]}", record[1]) if record and others else record


def _seats(ctx: click.Context, param: click.Parameter, value: str | None) -> list[str] | None:
    if value is None:
        return None
    players = [p if is_program(p) else p.lower() for p in listed(value)]
    for player in players:
        if is_program(player):
            if (why := programs.trouble(player)) is not None:
                raise click.BadParameter(f"`{printable(player)}` cannot play: {why}", ctx, param)
        elif player not in PLAYERS:
            raise click.BadParameter(f"`{printable(player)}` cannot play; {like_player(player)}", ctx, param)
    return players


_EXAMPLES = """
state51 play
state51 play --seats human,greedy,random --seed 7
state51 play {boards_option} {boards} --set {setting}
state51 play --seats greedy,greedy --quiet
state51 play --solo
state51 play --tutorial
state51 play --watch 2 --seats greedy,random
state51 play --packs base,./mypack --save game.json
state51 play --load game.json --save game.json
state51 play --resume
state51 play --protocol json --seats human,greedy --time-limit 10
state51 play --seats "exec:python bot.py,greedy"
"""


@click.command("play", cls=PlayCommand, examples=_EXAMPLES)
@click.option(
    "--seats",
    metavar="LIST",
    callback=_seats,
    help=f"Who plays, in order: {', '.join(PLAYERS)}, {EXEC}COMMAND.  [default: {_DEFAULT_SEATS}]",
)
@click.option(
    "--boards", metavar="LIST", cls=BoardsOption, help="The board of each seat, by id; the rest get the next."
)
@click.option("--solo", is_flag=True, help="Play alone: against a seat that plays by itself.")
@click.option("--seed", type=click.IntRange(0, MOST_SEED), help="The seed of chance: the same game again.")
@packs_option
@set_option
@lang_option
@click.option("--save", type=click.Path(path_type=Path), help="Save the game here at the end, or when it is left.")
@click.option("--load", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="Go on with a saved game.")
@click.option("--auto-pay", is_flag=True, help="Pay by yourself in the first way, and ask nobody how.")
@click.option(
    "--watch",
    type=click.FloatRange(0, 3600),
    is_flag=False,
    flag_value=1.0,
    metavar="[SECONDS]",
    help="Show each choice of a bot and its reason, for so long.  [without a number: 1]",
)
@click.option("--tutorial", is_flag=True, help="Learn it: a guided game of two rounds.")
@click.option("--linear", is_flag=True, help="Plain lines without boxes, columns or colour, as for a screen reader.")
@click.option("--ascii", is_flag=True, help="Show no characters but those of ASCII.")
@click.option("--resume", "kept", metavar="[ID]", is_flag=False, flag_value="",
              help="Go on with a game that was kept: the latest one, or that of an id.")  # fmt: skip
@click.option("--new", "fresh", is_flag=True, help="Begin a new game without asking whether to go on with an old one.")
@click.option("--anyway", is_flag=True, help="Go on with a game of other content as far as it agrees.")
@click.option("--protocol", type=click.Choice(["json"]), help="Ask people's seats in JSON, for programs.")
@click.option("--time-limit", "limit", metavar="SECONDS", type=click.FloatRange(0, 1e6),
              help=f"What programs have for a decision; 0 is no limit.  [default: {programs.PATIENCE:g} for exec:]"
              )  # fmt: skip
@click.option("-q", "--quiet", is_flag=True, help="Tell nothing of what happens: only the end.")
@click.option("-v", "--verbose", is_flag=True, help="Tell every event, with the line of content that caused it.")
def command(
    save: Path | None, load: Path | None, kept: str | None, fresh: bool, anyway: bool, protocol: str | None,
    limit: float | None, quiet: bool, verbose: bool, auto_pay: bool, watch: float | None, tutorial: bool, linear: bool,
    ascii: bool, **start: Any,
) -> int:  # fmt: skip
    """Play a game: people at this terminal, bots, programs, or all of them.

    A game in which people play is kept after every choice; `state51 games` lists them. Programs are asked as
    docs/protocol.md tells: those that are named in --seats, or with --protocol the one that runs this.
    """
    manner = Manner(style_here(ascii=ascii, linear=linear), auto_pay, watch)
    if tutorial:
        return teach(start["packs"], manner, start["lang"])
    if quiet and verbose:
        raise click.UsageError("--quiet and --verbose exclude each other")
    if load is not None and kept is not None:
        raise click.UsageError("--load and --resume exclude each other")
    if save is not None:
        must_be_writable(save, "--save")
        if save.exists() and not saves.is_saved(save):
            raise click.UsageError(f"--save {save}: this is something else than a saved game, so it is not replaced")
    given = [v for k, v in start.items() if k != "lang"]
    fresh = fresh or load is not None or save is not None or protocol is not None or any(given)
    entry = resume.meant(kept, fresh=fresh, voice=lambda: rules_of(None, lang=start["lang"]).voice)
    path = entry.path if entry is not None else load
    saved = resume.read(path, start["packs"], start["lang"], anyway=anyway) if path is not None else None
    game, players = _loaded(saved, start) if saved is not None else new_game(**start)
    place = resume.place(entry, save, saved) if HUMAN in players and protocol is None else None
    askers = askers_of(game, players, limit, at_terminal=protocol is None, heard=verbose)
    match = Match(
        game, players, save, full=verbose, quiet=quiet or protocol is not None, kept=place, askers=askers,
        packs=start["packs"], manner=manner, forfeits=saved.forfeits if saved is not None else None,
    )  # fmt: skip
    if protocol is None:
        introduce(game, players)
    code = played(match, place)
    if protocol is not None:
        return code
    if match.game.over:
        say()
        final_table(match.game, players, manner.style, match.forfeits)
    _goodbye(match, saved is not None, start)
    return code


def _loaded(saved: saves.Saved, start: dict[str, Any]) -> tuple[Game, list[str]]:
    """A saved game, and who plays it: as saved, unless told otherwise."""
    for name, option in (("boards", "--boards"), ("solo", "--solo"), ("seed", "--seed"), ("settings", "--set")):
        if start[name] is not None and start[name] is not False and start[name] != {}:
            raise click.UsageError(f"{option} cannot go with --load: the saved game has its own")
    own = own_seats(saved.game)
    players = _all_players(start["seats"], own) if start["seats"] else saved.players or _all_players(None, own)
    if not start["seats"] and any(map(is_program, players)):
        raise click.UsageError("a program that a saved game names is not started: say with --seats who plays each seat")
    known = [AUTOMATON if own[seat : seat + 1] == [True] else p for seat, p in enumerate(players)]
    if len(players) != len(own) or any(
        p not in PLAYERS and not is_program(p) for p, alone in zip(known, own, strict=True) if not alone
    ):
        seats = "1 seat" if own.count(False) == 1 else f"{own.count(False)} seats"
        raise click.UsageError(f"the saved game has {seats}: say with --seats who plays each")
    return saved.game, known


def _all_players(players: list[str] | None, own: list[bool]) -> list[str]:
    """Who plays each seat: `players` in order, but for those that play by themselves."""
    named = iter(players if players is not None else _usual(any(own)))
    return [AUTOMATON if alone else next(named, "") for alone in own] + list(named)


def _usual(alone: bool) -> list[str]:
    return listed(_ALONE if alone else _DEFAULT_SEATS)


def new_game(
    seats: list[str] | None,
    boards: str | None,
    solo: bool,
    seed: int | None,
    packs: list[str] | None,
    settings: dict[str, Any],
    lang: str,
) -> tuple[Game, list[str]]:
    """A new game, and who plays it."""
    rules = rules_of(_with_solo(packs, solo), settings, lang)
    players = seats if seats is not None else _usual(rules.automata[0] > 0)
    chosen = _boards(rules, listed(boards or ""), len(players))
    game = Game.new(rules, chosen, secrets.randbelow(1 << 32) if seed is None else seed)
    return game, _all_players(players, own_seats(game))


def _boards(rules: Ruleset, named: list[str], players: int) -> list[str | None]:
    """The board of each seat: as named, then the first ones that nobody has, then those of seats that play by
    themselves, as many as there must be. `players` are those who decide."""
    own = [b.unique_id for b in rules.own_boards()]
    known = {b.unique_id: b for b in (*rules.boards(), *rules.own_boards())}
    by_name = {b.name.casefold(): id for id, b in known.items()}
    chosen: list[str | None] = [id if id in known else by_name.get(id.casefold(), id) for id in named]
    deciding = sum(id not in own for id in chosen)
    if deciding > players:
        only = "is only 1 seat" if players == 1 else f"are only {players} seats"
        raise click.UsageError(f"{len(named)} boards are named, but there {only}")
    rest = [id for id in known if id not in chosen and id not in own]
    more = players - deciding
    alone = [id for id in own if id not in chosen][: max(0, rules.automata[0] - len(chosen) + deciding)]
    return [*chosen, *rest[:more], *[None] * (more - len(rest)), *alone]


def introduce(game: Game, players: list[str]) -> None:
    packs = ", ".join(f"{id} {version}" for id, version, _ in game.rules.packs)
    told = game.rules.voice.say
    say(told("play.packs", packs, (game.origin or {}).get("seed")))
    for seat, player in enumerate(players):
        board = board_name(game, seat)
        named = told("play.seat_of", seat + 1, player, board) if board else told("play.seat", seat + 1, player)
        say(f"  {named}")
    if HUMAN in players and not game.over:
        say(f"  {told('play.help')}")


def _goodbye(match: Match, loaded: bool, start: dict[str, Any]) -> None:
    """Says how the game can be played or told again."""
    origin = match.game.origin or {}
    if match.save is not None:
        words = ["replay"] if match.game.over else ["play", "--load"]
        row = "play.tell_again" if match.game.over else "play.go_on"
        say(match.voice.say(row, shlex.join(["state51", *words, str(match.save)])))
    if loaded:
        return
    deciding = [player for player in match.players if player != AUTOMATON]
    words = ["state51", "play", "--seats", ",".join(deciding), "--seed", str(origin.get("seed"))]
    words += ["--solo"] if start["solo"] else []
    boards = [b for b in origin.get("seats", ()) if b]
    words += ["--boards", ",".join(boards)] if boards else []
    words += ["--packs", ",".join(start["packs"])] if start["packs"] else []
    words += ["--lang", start["lang"]] if start["lang"] != "en" else []
    for name, value in start["settings"].items():
        words += ["--set", f"{name}={str(value).lower()}"]
    say(match.voice.say("play.same_start", shlex.join(words)))
