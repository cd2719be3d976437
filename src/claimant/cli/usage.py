"""Wrong usage in one line. Typer's own messages are English only and come with a panel."""

from __future__ import annotations

from typer import TyperException

from claimant.cli.screen import Refused
from claimant.i18n import Text


def wrong_usage(error: TyperException) -> Refused:
    return Refused(
        Text("{problem} (see {command} --help)", problem=_problem(error), command=_command(error)),
        status=2,
    )


def _problem(error: TyperException) -> Text:
    # Typer's kinds of errors are not public; what they carry tells them apart.
    kind = type(error).__name__
    parameter = getattr(error, "param", None)
    name = _name(parameter)
    if kind == "NoSuchOption":
        return Text("there is no option {option}", option=getattr(error, "option_name", "?"))
    if kind == "MissingParameter":
        return Text("{parameter} is missing", parameter=name)
    if kind == "BadOptionUsage":
        return Text("{parameter} needs a value", parameter=getattr(error, "option_name", "?"))
    if kind == "BadParameter":
        return Text("{parameter} cannot have this value", parameter=name)
    message = " ".join(str(error).split())
    if "unexpected extra argument" in message:
        return Text("{word} is too much", word=message.partition("(s) (")[2].removesuffix(")"))
    if message.startswith("No such command"):
        return Text("there is no command {command}", command=message.split("'")[1])
    return Text("{message}", message=message or kind)


def _name(parameter: object) -> str:
    options = getattr(parameter, "opts", [])
    metavar = getattr(parameter, "metavar", None)
    if options and options[0].startswith("-"):
        return str(options[0])
    return str(metavar or getattr(parameter, "name", "?")).upper()


def _command(error: TyperException) -> str:
    context = getattr(error, "ctx", None)
    return str(getattr(context, "command_path", "claimant"))


def options_of(pairs: list[str] | None) -> dict[str, str]:
    """`--option key=value`, as often as given."""
    options: dict[str, str] = {}
    for pair in pairs or ():
        key, equals, value = pair.partition("=")
        if not key or not equals:
            raise Refused(
                Text("--option is written key=value, not {option}", option=pair), status=2
            )
        options[key] = value
    return options
