"""A run of `puppet-check`: checks Puppet files and prints the findings."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from importlib import import_module
from itertools import chain
from typing import TYPE_CHECKING

from puppet_check.cli import output
from puppet_check.cli.closing import Closing
from puppet_check.cli.commands import COMMANDS, meant, run_command
from puppet_check.cli.compatibility import translated
from puppet_check.cli.files import STDIN, changeable, files_to_check, first_path, of_no_kind, verify_settings, without
from puppet_check.cli.fixes import Count, fixing, write_diffs
from puppet_check.cli.options import Command, command, configuration
from puppet_check.cli.output_files import Render, output_files
from puppet_check.cli.program import FAILED, exit_code, missing_paths
from puppet_check.cli.progress import with_progress
from puppet_check.cli.puppet_lint_note import READ_BY_PEOPLE, StylesOfRc
from puppet_check.cli.run_cache import RunCache
from puppet_check.cli.terminal import colours_for, is_terminal
from puppet_check.cli.untrusted import guard_terminals, shown, write_data
from puppet_check.config import ConfigError, Configuration
from puppet_check.config.configuration import is_rc
from puppet_check.config.kinds import LEVELS
from puppet_check.config.settings import Settings
from puppet_check.fixing import Fixing
from puppet_check.reading.places import is_folder
from puppet_check.reports.catalogs.of_code import check_files_and_catalogs, has_catalogs
from puppet_check.reports.findings import Report
from puppet_check.reports.parallel import check_files
from puppet_check.reports.selected import selected
from puppet_check.reports.undeclared import joined
from puppet_check.reports.worker import Options
from puppet_check.stack import RECURSION, run_deep
from puppet_check.workspace.store import MEGABYTE, default_path
from puppet_check.workspace.workspace import Workspace

if TYPE_CHECKING:
    from puppet_check.cli.baseline import Baseline
    from puppet_check.cli.changed_since import Changes
    from puppet_check.cli.vendored_note import OnlySyntax

CLEAN, FOUND = 0, 1
"""Exit codes: no errors; findings of severity error."""
SMALL = 8
"""Up to this many files are checked without the cache, which would cost more time than it saves."""


def run(given: list[str], cache: RunCache) -> int:
    """Run the command and return its exit code. Its result is kept in the cache, if the next run may print the same."""
    guard_terminals()
    return exit_code(lambda: run_command(*given) if given and given[0] in COMMANDS else _started(given, cache), print_error)


def _started(given: list[str], cache: RunCache) -> int:
    options = command(translated(given, sys.argv[0]))
    if not (options.no_cache or options.output_file or options.watch or options.update_baseline or STDIN in options.paths):
        cache.record()
    if is_terminal(sys.stderr) and not options.quiet:
        from puppet_check.cli.namesake import note_once  # few people read what a pipeline prints

        if (note := note_once()) is not None:
            print_error(note)
    code = _run(options, cache)
    code = CLEAN if code == FOUND and options.exit_zero else code
    cache.keep(code)
    return code


def _run(options: Command, cache: RunCache) -> int:
    if options.explain is not None:
        return _explain(options.explain)
    if options.settings_schema:
        import json  # only for `--settings-schema`

        from puppet_check.config.schema import settings_schema

        return _print_lines((json.dumps(settings_schema(), indent=2) + "\n",))
    sys.setrecursionlimit(RECURSION)
    config = configuration(options)
    asked = options.asked
    if options.types:
        from puppet_check.cli.types_shown import types_shown  # only for `--types`

        missing = missing_paths(asked, print_error)
        shown = types_shown(without(options.exclude, files_to_check(asked, config)), Workspace(config), options.text("format"))
        code = CLEAN if missing == [*asked] else run_deep(lambda: _print_lines(shown))
        return FAILED if missing else code
    fixes = fixing(options)
    changed = None
    if options.changed_since is not None:
        from puppet_check.cli.changed_since import changes_of  # few runs compare revisions

        changed = changes_of(options.changed_since, options, asked)
    if options.log_format is not None:
        from puppet_check.cli.log_format import FIELDS, unknown_field  # only for `--log-format`

        if (field := unknown_field(options.log_format)) is not None:
            raise ConfigError(f"--log-format: unknown field %{{{field}}}; expected one of {', '.join(FIELDS)}")
    if options.show_settings:
        from puppet_check.cli.settings_shown import settings_shown  # only for `--show-settings`

        return _print_lines(chain.from_iterable(settings_shown(path, Workspace(config)) for path in asked if path != STDIN))
    if options.watch:
        if missing_paths(asked, print_error, meant):
            return FAILED
        from puppet_check.cli.watch import watch  # only for `--watch`

        def show(reports: Iterable[Report]) -> int:
            return _print(reports, config, options, cache)

        return run_deep(lambda: watch(lambda: files_to_check(asked, config), config, show))
    return _check(asked, config, options, fixes, changed, cache)


def _check(
    asked: Sequence[str], config: Configuration, options: Command, fixes: Fixing | None, changed: Changes | None, cache: RunCache
) -> int:
    missing = missing_paths(asked, print_error, meant)
    if options.stdin_filename and STDIN not in asked:
        print_error("--stdin-filename requires the path -")
        return FAILED
    if missing == [*asked]:
        return FAILED
    paths = without(options.exclude, files_to_check(asked, config))
    if fixes is not None:
        paths = changeable(asked, paths)
    settings = config.of(first_path(asked))
    needless = of_no_kind(asked, paths, config)
    for path, reason in needless.items():
        print_error(f"{path}: not checked: {reason}")
    paths = [each for each in paths if each not in needless]
    has_notes = _report_unknown_options(settings) or bool(needless)
    if fixes is not None or missing or has_notes or settings.baseline is not None or changed is not None:
        cache.give_up()
    store = default_path() if len(paths) > SMALL and not options.no_cache and settings.cache_size else None
    if fixes is not None and STDIN in asked:
        return _fix_stdin(options, config, fixes, paths)
    given = Options(config, store, most_stored=settings.cache_size * MEGABYTE, fixing=fixes, is_recorded=cache.is_recorded)
    folders = {os.path.dirname(path) for path in paths}
    with_nodes = {each for each in folders if config.of(each or ".").facts_dir}
    has_facts = any(config.of(each or ".").facts for each in folders)
    others = () if options.all_systems or fixes is not None else tuple(each for each in paths if os.path.dirname(each) not in with_nodes)
    reports: Iterable[Report] = check_files_and_catalogs(paths, settings.jobs, given, others, has_facts=has_facts)
    if not options.quiet:
        reports = with_progress(reports, len(paths), "checked {} of {} files", lambda each: bool(each.findings))
    if fixes is not None and (with_nodes or has_catalogs(paths, has_facts=has_facts)):
        from puppet_check.reports.catalogs.fixing import with_catalogs_fixed  # few runs fix anything

        reports = iter(run_deep(partial(with_catalogs_fixed, [*reports], config, fixes)))
    if options.all_systems or with_nodes:
        from puppet_check.cli.node_errors import node_findings  # few runs compile catalogs
        from puppet_check.reports.catalogs.stops import with_findings

        cache.give_up()
        reports = iter([*reports]) if fixes is not None else reports  # Catalogs are those of the files after they are fixed.
        reports = with_findings(reports, node_findings(paths, config, all_systems=options.all_systems))
    if changed is not None:
        reports = changed.only(reports, given)
    if STDIN in asked:
        reports = chain(_check_stdin(options.stdin_filename or "<stdin>", config), reports)
    reports = joined(reports)
    failed = _print(reports, config, options, cache) if fixes is None else _print_fixed(reports, config, options, fixes, cache)
    return max(failed, FAILED if missing else CLEAN)


def _print_fixed(reports: Iterable[Report], config: Configuration, options: Command, fixes: Fixing, cache: RunCache) -> int:
    """Print what fixes left or would change, and return the exit code."""
    count = Count(config, fixes)
    counted = count.watch(reports)
    if fixes.writes and not options.fix_only:
        code = _print(counted, config, options, cache)
    else:
        all_of_them = [*counted]
        broken = [each for each in all_of_them if each.failed]
        for report in broken:
            for finding in report.findings:
                print_error(f"{finding.file}: {finding.message}")
        if not fixes.writes:
            write_diffs(all_of_them)
        code = FAILED if broken else FOUND if count.files and not fixes.writes else CLEAN
    print(count.sentence(), file=sys.stderr)
    return code


def _fix_stdin(options: Command, config: Configuration, fixes: Fixing, paths: Sequence[str]) -> int:
    """Print the fixed text of the standard input, or its diff, and what is left on the standard error."""
    if paths:
        print_error("standard input cannot be fixed together with files")
        return FAILED
    name = options.stdin_filename or "<stdin>"
    source = sys.stdin.buffer.read()
    verify_settings([name], config)
    (report,) = check_files([name], 1, Options(config, unsaved=((name, source),), fixing=fixes._replace(writes=False)))
    if not fixes.writes:
        write_diffs([report])
        return FAILED if report.failed else FOUND if report.changes is not None else CLEAN
    write_data(source if report.changes is None else report.changes.after)
    shown = [*selected(Count(config, fixes).watch([report]), config)]
    if not options.fix_only:
        sys.stderr.writelines(_render(config.of(name).format, statistics=False)(shown, colours_for(sys.stderr, options.color)))
    return _exit_code(shown[0], config.of(name))


def _report_unknown_options(settings: Settings) -> bool:
    """Print a note about options in the configuration of puppet-lint that are not known; returns whether there are any."""
    if settings.file is not None and is_rc(settings.file):
        from puppet_check.config.puppet_lint import read_rc  # most projects have another configuration

        unknown = read_rc(settings.file).unknown
        if unknown:
            print_error(f"{settings.file}: ignored options that puppet-check does not know: {' '.join(unknown)}")
            return True
    return False


def _check_stdin(name: str, config: Configuration) -> Iterator[Report]:
    verify_settings([name], config)
    return check_files([name], 1, Options(config, unsaved=((name, sys.stdin.buffer.read()),)))


def _print(reports: Iterable[Report], config: Configuration, options: Command, cache: RunCache) -> int:
    """Print the reports and return the exit code."""
    worst = CLEAN
    files = output_files(options.output_file)
    all_of_them: list[Report] = []
    settings = config.of(first_path(options.asked))
    baseline = _baseline(settings.baseline, is_update=options.update_baseline)

    def watched() -> Iterator[Report]:
        nonlocal worst
        shown = selected(reports, config)
        if baseline is not None:
            shown = baseline.accepted(shown) if options.update_baseline else baseline.unknown(shown)
        for report in shown:
            worst = max(worst, _exit_code(report, settings))
            if report.refusal is not None:
                cache.give_up()
            if files:
                all_of_them.append(report)
            styles.count(report)
            if syntax is not None:
                syntax.count(report)
            yield report

    styles = StylesOfRc(config)
    syntax = _only_syntax(options, settings, config)
    render = _log_format(options.log_format) if options.log_format else _render(settings.format, statistics=options.statistics)
    if any(each.is_instead for each in files):
        for _ in watched():
            pass
    else:
        lines = render(watched(), colours_for(sys.stdout, options.color))
        if not options.log_format and settings.format in READ_BY_PEOPLE:
            lines = chain(lines, styles.note(), () if syntax is None else syntax.note())
        if options.quiet:
            lines = (each for each in lines if not isinstance(each, Closing))
        sys.stdout.writelines(cache.noted(lines))
        sys.stdout.flush()
    for each in files:
        each.write(all_of_them, render)
    if baseline is not None and options.update_baseline:
        named_in = (
            None if options.text("baseline") is not None or settings.file is None else os.path.dirname(os.path.abspath(settings.file))
        )
        count = baseline.write(named_in)
        print(f"puppet-check: {shown(baseline.file)} has {count} {'finding' if count == 1 else 'findings'}", file=sys.stderr)
    return worst


def _only_syntax(options: Command, settings: Settings, config: Configuration) -> OnlySyntax | None:
    """What counts the files that are only checked for syntax, if people read that."""
    if options.quiet or settings.format not in READ_BY_PEOPLE or not any(map(is_folder, options.asked)):
        return None
    from puppet_check.cli.vendored_note import OnlySyntax  # files that are named are checked whole

    return OnlySyntax(options.asked, config)


def _baseline(path: str | None, *, is_update: bool) -> Baseline | None:
    if path is None:
        if is_update:
            raise ConfigError("--update-baseline needs `--baseline FILE`, or the setting `baseline`")
        return None
    from puppet_check.cli.baseline import read_baseline  # few projects have one

    return read_baseline(path, is_update=is_update)


def _render(style: str, *, statistics: bool) -> Render:
    if statistics:
        from puppet_check.cli.statistics import as_json, as_text  # only for `--statistics`

        return as_json if style == "json" else as_text
    found: Render = import_module(f"{output.__name__}.{style}").render
    return found


def _log_format(template: str) -> Render:
    from puppet_check.cli.log_format import render  # only for `--log-format`

    return render(template)


def _print_lines(lines: Iterable[str]) -> int:
    sys.stdout.writelines(lines)
    sys.stdout.flush()
    return CLEAN


def _exit_code(report: Report, settings: Settings) -> int:
    if report.failed:
        return FAILED
    least = max(LEVELS.index(settings.fail_on), LEVELS.index("warning") if settings.fail_on_warnings else 0)
    failing = LEVELS[: least + 1]
    return FOUND if any(finding.severity in failing for finding in report.findings) else CLEAN


def _explain(code: str) -> int:
    from puppet_check.cli.manual import page  # only for `--explain`

    text = page(code) or _own_page(code)
    if text is None:
        from puppet_check.config.codes import pages  # only for a code that is misspelled
        from puppet_typesys.spelling import hint

        other = f"; `puppet-check explain {code}` shows where the value of a Hiera key comes from" if "::" in code else ""
        print_error(f"unknown code: {code or repr(code)}{hint(code, pages())}{other}")
        return FAILED
    print(text, end="")
    return CLEAN


def _own_page(code: str) -> str | None:
    """What there is to say about a rule of the repository in the current folder."""
    settings = Configuration().of(".")
    found = next((each for each in settings.rules if each.code == code), None)
    return None if found is None else f"# {code}\n\n{found.message}\n\nA rule of {settings.file}.\n"


def print_error(message: str) -> None:
    """Print an error on the standard error."""
    print(f"puppet-check: {shown(message)}", file=sys.stderr)
