#!/usr/bin/env python3
"""L4: networks trained from scratch on challenges of the attacker's own making.

train.py PLAN OUT [--export PROGRAM] [--processes N] [--seconds N]

PLAN is a file of redteam/plans: a JSON list of orders, done one after the other; --seconds ends
whatever is not done by then. OUT/learned.json has the results, whole at any time.
"""
import argparse
import json
import os
import platform
import shutil
import sys
import tempfile
import time
import traceback

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
# pylint: disable=wrong-import-position
import torch  # noqa: E402

from learn import cells, film, scene  # noqa: E402
from learn.data import Maker  # noqa: E402
from learn.report import Report  # noqa: E402

PARTS = {"cells": cells, "scene": scene, "film": film}
ROOM = 48 << 30  # bytes that the data of a plan may take


def about():
    """The machine, for whoever reads the seconds."""
    cuda = torch.cuda.is_available()
    return {"device": torch.cuda.get_device_name(0) if cuda else platform.processor() or "CPU",
            "torch": torch.__version__, "cores": os.cpu_count(),
            "date": time.strftime("%Y-%m-%d", time.gmtime())}


def roomy_folder():
    """In memory, where that has room; else on the disk."""
    shared = "/dev/shm"
    if os.path.isdir(shared) and shutil.disk_usage(shared).free > ROOM:
        return tempfile.mkdtemp(prefix="tessera-", dir=shared)
    return tempfile.mkdtemp(prefix="tessera-")


def do_plan(plan, maker, report, seconds):
    """All orders, one after the other. Returns how many have failed."""
    failed = 0
    for order in plan:
        left = seconds - report.passed()
        if left < 5:
            print("no time for", json.dumps(order), flush=True)
            continue
        order["seconds"] = min(order["seconds"], left)
        try:
            PARTS[order["part"]].run(order, maker, report)
        except Exception:  # the next part may do better, and what is written stays
            traceback.print_exc()
            failed += 1
    return failed


def main():
    """Does what the plan says."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("plan")
    words.add_argument("out")
    words.add_argument("--export", default="build/redteam/export")
    words.add_argument("--processes", type=int, default=os.cpu_count())
    words.add_argument("--seconds", type=float, default=540)
    words = words.parse_args()
    with open(words.plan, encoding="ascii") as file:
        plan = json.load(file)
    os.makedirs(words.out, exist_ok=True)
    torch.manual_seed(1)
    torch.backends.cudnn.benchmark = True
    torch.backends.cuda.matmul.allow_tf32 = True
    report = Report(os.path.join(words.out, "learned.json"), about())
    folder = roomy_folder()
    try:
        maker = Maker(words.export, folder, words.processes)
        maker.prepare(list(dict.fromkeys(file for order in plan
                                         for file in PARTS[order["part"]].files(order))))
        failed = do_plan(plan, maker, report, words.seconds)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(f"{len(report.rows)} rows in {report.passed():.0f} s", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
