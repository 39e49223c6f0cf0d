"""The settings of a server that `--setting` gives."""

from __future__ import annotations

from puppet_check.cli.node_options import NodeOptions
from puppet_check.config.error import ConfigError
from puppet_typesys.builtins.targets import OF_LANGUAGE
from puppet_typesys.values.hash import Hash


def given_settings(options: NodeOptions) -> Hash:
    """The settings of the server that the options give. Raises ConfigError."""
    return Hash(map(_setting, options.setting or ()))


def _setting(text: str) -> tuple[str, object]:
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise ConfigError(f"'{text}' is not a setting; expected `name=value`")
    accepted = OF_LANGUAGE.get(name)
    if accepted is not None and value not in accepted:
        raise ConfigError(f"the setting '{name}' is '{value}', expected one of {', '.join(accepted)}")
    try:
        return name, WORDS.get(value, int(value) if value.isdecimal() else value)
    except ValueError:
        raise ConfigError(f"the value of the setting '{name}' has too many digits") from None


WORDS: dict[str, object] = {"true": True, "false": False}
