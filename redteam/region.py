#!/usr/bin/env python3
"""What the numbers of a film cost the best program that we know: redteam/flow.c on films of its own
making, over the points of a plan.

region.py PLAN FILE [--flow PROGRAM] [--processes N] [--seconds N]

PLAN is a JSON list of points: {"level": "hard", "set": ["noise=0.6"], "films": 200}, and "attack"
where it is not the best one. FILE has the results, whole at any time; where time is out, points
have fewer films, and the numbers say so.
"""
import argparse
import json
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
# pylint: disable=wrong-import-position
from learn.report import Report  # noqa: E402

CHUNK = 10  # films that one process looks at
SEED = 500000000


def look(program, point, first, count, until):
    """How many films each attack solves, of those that there was time for."""
    left = until - time.monotonic()
    if left < 1:
        return {}, 0
    only = [] if point.get("attack") == "all" else ["only", point.get("attack", "local-flow")]
    order = [program, *only, point["level"], str(count), str(SEED + first), *point["set"]]
    try:
        text = subprocess.run(order, check=True, capture_output=True, timeout=left).stdout
    except subprocess.TimeoutExpired as late:
        text = late.stdout or b""
    lines = [line.split() for line in text.decode().splitlines()]
    names, rows = lines[0] if lines else [], [row for row in lines[1:] if len(row) == len(lines[0]) + 1]
    return {name: sum(row[i] == row[-1] for row in rows) for i, name in enumerate(names)}, len(rows)


def main():
    """Looks at all points, several films at once."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("plan")
    words.add_argument("file")
    words.add_argument("--flow", default="build/redteam/flow")
    words.add_argument("--processes", type=int, default=os.cpu_count())
    words.add_argument("--seconds", type=float, default=500)
    words = words.parse_args()
    with open(words.plan, encoding="ascii") as file:
        plan = json.load(file)
    until = time.monotonic() + words.seconds
    report = Report(words.file, {"date": time.strftime("%Y-%m-%d", time.gmtime())})
    with ThreadPoolExecutor(words.processes) as pool:
        waiting = [(point, [pool.submit(look, words.flow, point, first,
                                        min(CHUNK, point["films"] - first), until)
                            for first in range(0, point["films"], CHUNK)]) for point in plan]
        for point, parts in waiting:
            parts = [part.result() for part in parts]
            names = {name: None for right, _ in parts for name in right}
            for name in names:
                report.add(sum(right.get(name, 0) for right, _ in parts),
                           sum(count for _, count in parts), attack=name, level=point["level"],
                           set=point["set"])


if __name__ == "__main__":
    main()
