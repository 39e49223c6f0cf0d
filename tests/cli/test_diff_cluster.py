"""`puppet-eval diff --scheduler` compares catalogs on the workers of a cluster, and reports what it reports without."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.cli.command import Answer, run_anew, write
from tests.support.control_repository import FILES

distributed = pytest.importorskip("distributed", reason="the package distributed is not installed")

NODES = 48
COMMAND = Path(sys.executable).parent / "puppet-eval"


@pytest.fixture(scope="module")
def fleet(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two versions of a control repository, and nodes."""
    folder = tmp_path_factory.mktemp("fleet")
    write(folder / "old", FILES)
    write(folder / "new", FILES | {"data/role/web.yaml": "base::port: 81\nbase::list: [w]\n", "data/parts/one.yaml": "web::colour: blue\n"})
    (folder / "new" / "outside").symlink_to("/nonexistent")
    roles = ("web", "db", "app")
    facts = {
        f"facts/{roles[number % 3]}{number}.example.com.json": json.dumps(
            {
                "role": roles[number % 3],
                "tier": "prod",
                "groups": [],
                "os": {"family": "Debian", "name": "Debian"},
                "networking": {"domain": "x", "hostname": f"n{number}", "fqdn": f"n{number}.x"},
                "osfamily": "Debian",
                "number": number,
            }
        )
        for number in range(NODES)
    }
    write(folder, facts)
    return folder


@contextmanager
def cluster(workers: int = 4) -> Iterator[distributed.LocalCluster]:
    """A cluster of processes on this machine."""
    made = distributed.LocalCluster(n_workers=workers, processes=True, threads_per_worker=1, dashboard_address=None, silence_logs=50)
    try:
        yield made
    finally:
        with suppress(TimeoutError):  # Its processes are killed anyway.
            made.close()


def arguments(*more: str) -> list[str]:
    """The arguments of a comparison."""
    return ["diff", "../old", "../new", "--facts-dir", "../facts", "--format", "json", *more]


def compared(folder: Path, *more: str) -> Answer:
    """A comparison on this machine, or in a cluster."""
    return run_anew("puppet-eval", *arguments(*more), cwd=folder / "old", env={"XDG_CACHE_HOME": str(folder / "cache")})


def test_the_report_is_the_same_although_a_worker_is_killed(fleet: Path) -> None:
    here = compared(fleet, "--full")
    assert json.loads(here.out)["groups"]
    with cluster() as made, distributed.Client(made) as client:
        process = subprocess.Popen(
            [COMMAND, *arguments("--scheduler", made.scheduler_address)],
            cwd=fleet / "old",
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        busy = _busy(client)
        pids = client.run(os.getpid)
        os.kill(pids[busy], signal.SIGKILL)
        out, err = process.communicate(timeout=300)
        assert (process.returncode, out) == (here.code, here.out), err
        assert busy not in client.scheduler_info()["workers"]


def _busy(client: distributed.Client) -> str:
    """A worker that is comparing nodes, while others have done so already."""
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        for worker, keys in client.processing().items():
            if any("compared" in str(each) for each in keys) and client.run_on_scheduler(_is_begun):
                return str(worker)
    raise AssertionError("no worker has begun")


def _is_begun(dask_scheduler: distributed.Scheduler) -> bool:
    return any("compared" in str(key) and task.state == "memory" for key, task in dask_scheduler.tasks.items())


def test_all_catalogs_are_compiled_there_if_asked_for(fleet: Path) -> None:
    with cluster(2) as made:
        there = compared(fleet, "--full", "--scheduler", made.scheduler_address)
    here = compared(fleet, "--full")
    assert (there.code, there.out, there.err) == (here.code, here.out, here.err)


def test_what_nodes_export_is_collected_there(fleet: Path) -> None:
    stored = ("--setting", "storeconfigs=true")
    code = FILES["modules/shared/manifests/web.pp"].replace("10.0.0.1", "10.0.0.9")
    write(fleet / "new", {"modules/shared/manifests/web.pp": code})
    with cluster(2) as made:
        there = compared(fleet, *stored, "--explain", "--scheduler", made.scheduler_address)
        again = compared(fleet, *stored, "--scheduler", made.scheduler_address)
    here = compared(fleet, "--full", *stored)
    assert (there.code, there.out) == (again.code, again.out) == (here.code, here.out)
    assert "Host[" in here.out and there.err == "the nodes of each part were compiled in a process of their own, where they have to be\n"


def test_a_scheduler_that_cannot_be_reached_is_an_error(fleet: Path) -> None:
    answer = compared(fleet, "--scheduler", "tcp://127.0.0.1:9")
    assert answer.code == 2
    assert answer.err.startswith("puppet-eval: error: --scheduler tcp://127.0.0.1:9: cannot be reached: ")
    assert len(answer.err.splitlines()) == 1


def test_a_scheduler_without_workers_is_an_error(fleet: Path) -> None:
    with cluster(0) as made:
        answer = compared(fleet, "--scheduler", made.scheduler_address)
    assert (answer.code, answer.err) == (2, f"puppet-eval: error: --scheduler {made.scheduler_address}: it has no workers\n")


def test_a_scheduler_that_goes_away_is_an_error(fleet: Path, tmp_path: Path) -> None:
    path = tmp_path / "scheduler.json"
    python = [sys.executable, "-m", "distributed.cli.dask_scheduler"]
    scheduler = subprocess.Popen(
        [*python, "--port", "0", "--no-dashboard", "--scheduler-file", str(path)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        while not path.exists() or not path.read_text():
            assert scheduler.poll() is None
        address = json.loads(path.read_text())["address"]
        with _worker(address):
            process = subprocess.Popen(
                [COMMAND, *arguments("--scheduler", address)],
                cwd=fleet / "old",
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
            with distributed.Client(address) as client:
                _busy(client)
            scheduler.kill()
            _, err = process.communicate(timeout=120)
            assert process.returncode == 2
            assert err.splitlines()[-1].startswith(f"puppet-eval: error: --scheduler {address}: the connection is lost")
    finally:
        scheduler.kill()
        scheduler.wait()


@contextmanager
def _worker(address: str) -> Iterator[None]:
    """A worker of a scheduler."""
    command = [sys.executable, "-m", "distributed.cli.dask_worker", address, "--nthreads", "1", "--no-dashboard", "--no-nanny"]
    worker = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        with distributed.Client(address) as client:
            client.wait_for_workers(1, timeout=120)
        yield
    finally:
        worker.kill()
        worker.wait()
