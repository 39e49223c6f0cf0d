"""Forty tasks for `puppet-check mcp` about a control repository: what is wanted, the tool that answers, and what the answer has to say."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

FILES = {
    "environment.conf": "modulepath = site:modules\n",
    "hiera.yaml": "version: 5\nhierarchy:\n  - name: os\n    path: 'os/%{facts.os.family}.yaml'\n  - name: common\n    path: common.yaml\n",
    "data/common.yaml": "web::port: 80\nweb::docroot: /srv/www\nlookup_options:\n  web::hosts: {merge: unique}\nweb::hosts: [a]\n",
    "data/os/RedHat.yaml": "web::port: 8080\nweb::hosts: [b]\n",
    "facts/redhat.json": '{"os": {"family": "RedHat", "name": "Rocky", "release": {"major": "9"}}}\n',
    "manifests/site.pp": "node default {\n  include role::web\n}\n",
    "site/role/manifests/web.pp": "# A web server.\nclass role::web {\n  include profile::base\n  include web\n}\n",
    "site/profile/manifests/base.pp": "class profile::base {\n  file { '/etc/motd':\n    content => 'hello',\n  }\n}\n",
    "site/profile/manifests/broken.pp": "class profile::broken {\n  file { '/etc/x': contnet => $nmae }\n  include web::gone\n}\n",
    "site/profile/manifests/loop.pp": "class profile::loop {\n  notify { 'a': require => Notify['b'] }\n"
    "  notify { 'b': require => Notify['a'] }\n}\n",
    "modules/web/metadata.json": '{"name": "me-web", "version": "1.0.0", "author": "me", "license": "MIT", "source": "x", "summary": "x",'
    ' "dependencies": []}\n',
    "modules/web/manifests/init.pp": "# Serves pages.\n#\n# @param port\n#   Where it listens\n# @param docroot\n#   What it serves\n"
    "# @param hosts\n#   Names of hosts\nclass web (\n  Web::Port $port,\n  String[1] $docroot,\n  Array[String[1]] $hosts = [],\n) {\n"
    "  web::site { $hosts:\n    port => $port,\n  }\n  service { 'httpd': ensure => running }\n}\n",
    "modules/web/manifests/site.pp": "# A site.\n#\n# @param port\n#   Where it listens\ndefine web::site (Web::Port $port) {\n"
    "  file { \"/etc/httpd/${title}.conf\":\n    content => epp('web/site.epp', { 'port' => $port }),\n  }\n}\n",
    "modules/web/templates/site.epp": "<%- | Integer $port | -%>\nListen <%= $port %>\n",
    "modules/web/types/port.pp": "# A port without privileges, or 80.\ntype Web::Port = Variant[Integer[80, 80], Integer[1024, 65535]]\n",
    "modules/web/functions/url.pp": '# The address of a host.\nfunction web::url(String $host) >> String {\n  "http://${host}/"\n}\n',
}
"""A control repository."""


class Task(NamedTuple):
    """What is wanted, the tool that answers, and what the answer has to say."""

    question: str
    tool: str
    arguments: dict[str, object]
    says: tuple[str, ...]


def _task(question: str, tool: str, *says: str, **arguments: object) -> Task:
    return Task(question, tool, arguments, says)


TASKS = (
    _task("What is wrong in this repository?", "check", "unknown-parameter", "unknown-class", "dependency-cycle"),
    _task("Is one file in order?", "check", "no findings", paths=["site/profile/manifests/base.pp"]),
    _task("What is wrong in one file?", "check", "did you mean 'content'", paths=["site/profile/manifests/broken.pp"]),
    _task("What is wrong in a folder?", "check", "no findings", paths=["modules/web"]),
    _task("Are the data right?", "check", "no findings", paths=["data"]),
    _task(
        "Does new code have a misspelt attribute?", "check_code", "did you mean 'ensure'", code="class m { file { '/a': ensur => file } }"
    ),
    _task("Does new code have a wrong type?", "check_code", "expects", code="class m { class { 'web': port => 22, docroot => '/x' } }"),
    _task("Does new code have a missing parameter?", "check_code", "port", code="class m { web::site { 'a': } }"),
    _task("Does new code have an unknown variable?", "check_code", "unknown-variable", code="class m { notify { $nothing: } }"),
    _task("Does new code have an unknown function?", "check_code", "did you mean 'web::url'", code="class m { notice(web::urll('a')) }"),
    _task("Is new code right?", "check_code", "no findings", code="class role::m {\n  include web\n}\n", path="site/role/manifests/m.pp"),
    _task("Is a new template right?", "check_code", "epp-unbalanced-tag", code="<%= $x", path="modules/web/templates/new.epp"),
    _task("Are new data right?", "check_code", "did you mean 'port'", code="web::prot: 80\n", path="data/os/RedHat.yaml"),
    _task("What does a finding mean?", "explain_code", "unknown-parameter", code="unknown-parameter"),
    _task("How is a cycle resolved?", "explain_code", "dependency-cycle", code="dependency-cycle"),
    _task("Does a code exist?", "explain_code", "there is no code", code="no-such-code"),
    _task("Which parameters has a class?", "describe", "$port", "$docroot", "Where it listens", kind="class", name="web"),
    _task("Which parameters has a define?", "describe", "Web::Port $port", kind="define", name="web::site"),
    _task("What does a function return?", "describe", "String", kind="function", name="web::url"),
    _task("What is a type alias?", "describe", "Integer[1024, 65535]", kind="type", name="Web::Port"),
    _task("Which attributes has a resource type?", "describe", "content", kind="resource_type", name="file"),
    _task("What does an attribute take?", "describe", "directory", kind="attribute", name="file ensure"),
    _task("What does a built-in function do?", "describe", "array of the results", kind="function", name="map"),
    _task("What is a built-in type?", "describe", "Integer", kind="type", name="Integer"),
    _task("Which fields has a fact?", "describe", "family", kind="fact", name="os"),
    _task("Does a class exist?", "describe", "there is no class", kind="class", name="web::gone"),
    _task("Where is a class used?", "references", "site/role/manifests/web.pp:4", kind="class", name="web"),
    _task("Where is a role used?", "references", "manifests/site.pp:2", kind="class", name="role::web"),
    _task("Where is a define used?", "references", "modules/web/manifests/init.pp:14", kind="define", name="web::site"),
    _task("Where is a type used?", "references", "modules/web/manifests/site.pp:5", kind="type", name="Web::Port"),
    _task("Is a function used?", "references", "modules/web/functions/url.pp:2", kind="function", name="web::url"),
    _task("What is the value of a key?", "explain_key", "8080", "RedHat.yaml", key="web::port", facts_file="facts/redhat.json"),
    _task("Does a value depend on facts?", "explain_key", "unknown", key="web::port"),
    _task("How are values merged?", "explain_key", "unique", '["b", "a"]', key="web::hosts", facts_file="facts/redhat.json"),
    _task("Is there a value?", "explain_key", "missing", key="web::nothing", facts_file="facts/redhat.json"),
    _task("What does a node get?", "catalog", "Service[httpd]", "File[/etc/httpd/b.conf]", facts_file="facts/redhat.json"),
    _task("What is in a file?", "catalog", "Listen 8080", facts_file="facts/redhat.json", resource="File[/etc/httpd/a.conf]"),
    _task(
        "Does a class compile?",
        "catalog",
        "error: site/profile/manifests/broken.pp:2:",
        "nmae",
        classes=["profile::broken"],
        facts_file="facts/redhat.json",
    ),
    _task("What can be fixed safely?", "fix_file", "nothing was changed", path="site/profile/manifests/base.pp"),
    _task("Is a fix left to me?", "fix_file", "unknown-parameter", path="site/profile/manifests/broken.pp"),
)


class Answer(NamedTuple):
    """The answer to a task."""

    task: Task
    text: str

    @property
    def lacks(self) -> list[str]:
        """What the answer does not say."""
        return [each for each in self.task.says if each not in self.text]


async def answers(folder: Path) -> list[Answer]:
    """The answers to all tasks about the repository, which is written to a folder."""
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    server = StdioServerParameters(command=sys.executable, args=["-m", "puppet_check", "mcp", str(folder)])
    found = []
    async with stdio_client(server) as (reader, writer), ClientSession(reader, writer) as session:
        await session.initialize()
        for task in TASKS:
            result = await session.call_tool(task.tool, task.arguments)
            found.append(Answer(task, "".join(getattr(each, "text", "") for each in result.content)))
    return found
