#!/usr/bin/env python3
"""L2 and L3: attackers that look at pictures. look.py FOLDER PROGRAMS reads FOLDER/public and
FOLDER/own, never FOLDER/truth, and writes FOLDER/answers/ATTACKER/TYPE-LEVEL.json."""
import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from decode import cells_of, read, record

SMALL = 12  # side to which a cell is shrunk for comparisons
SPRITES = ("predator", "human", "emotions")
NEIGHBOURS = 5


def shrink(cells):
    """Each cell as SMALL x SMALL colours, with mean 0 and length 1."""
    side = cells.shape[1] // SMALL * SMALL
    parts = cells[:, :side, :side].reshape(len(cells), SMALL, side // SMALL, SMALL, -1, 3)
    flat = parts.mean((2, 4)).reshape(len(cells), -1).astype(np.float32)
    flat -= flat.mean(1, keepdims=True)
    return flat / (np.linalg.norm(flat, axis=1, keepdims=True) + 1)  # an even cell is like nothing


def chosen(scores, count):
    """The cells that score highest, as an answer has them."""
    return ",".join(str(cell) for cell in sorted(np.argsort(-scores)[:count].tolist()))


def templates(own, truths, asked):
    """Cells against every cell that was seen before, by correlation. Of faces, only those of
    challenges that asked for the same."""
    seen = [(shrink(cells_of(*one)), set(map(int, truth.split(",")))) for one, truth in zip(own, truths)]
    prompts = [one[0]["view"].get("prompt") for one in own]
    answers = []
    for challenge, picture in asked:
        same = [i for i, prompt in enumerate(prompts) if prompt == challenge["view"].get("prompt")]
        if not same:
            answers.append(chosen(np.zeros(challenge["view"]["count"]), challenge["view"]["select"]["max"]))
            continue
        cells = np.concatenate([seen[i][0] for i in same])
        right = np.concatenate([[cell in seen[i][1] for cell in range(len(seen[i][0]))] for i in same])
        alike = shrink(cells_of(challenge, picture)) @ cells.T
        good = np.sort(alike[:, right], 1)[:, -NEIGHBOURS:].mean(1)
        bad = np.sort(alike[:, ~right], 1)[:, -NEIGHBOURS:].mean(1)
        answers.append(chosen(good - bad, challenge["view"]["select"]["max"]))
    return answers


def outliers(_own, _truths, asked):
    """The cells that are least like any other cell of their picture."""
    answers = []
    for challenge, picture in asked:
        cells = shrink(cells_of(challenge, picture))
        alike = cells @ cells.T - 2 * np.eye(len(cells))
        nearest = np.sort(alike, 1)[:, -3:].mean(1)
        answers.append(chosen(-nearest, challenge["view"]["select"]["max"]))
    return answers


def figure_in(colours):
    """What differs from the corners, cut out and brought to 32 x 32; None where there is nothing."""
    border = np.concatenate([colours[0], colours[-1], colours[:, 0], colours[:, -1]]).astype(int)
    paper = np.median(border, 0)
    ink = np.abs(colours.astype(int) - paper).sum(2) > 90
    rows, columns = np.nonzero(ink.sum(1) > 1)[0], np.nonzero(ink.sum(0) > 1)[0]
    if len(rows) < 8 or len(columns) < 8:
        return None
    side = max(rows[-1] - rows[0], columns[-1] - columns[0]) + 1
    at = ((np.arange(32) + 0.5) / 32 - 0.5) * side
    ys = ((rows[0] + rows[-1] + 1) / 2 + at).astype(int)
    xs = ((columns[0] + columns[-1] + 1) / 2 + at).astype(int)
    inside = ((ys >= 0) & (ys < ink.shape[0]))[:, None] & ((xs >= 0) & (xs < ink.shape[1]))[None]
    return ink[ys.clip(0, ink.shape[0] - 1)][:, xs.clip(0, ink.shape[1] - 1)] & inside


def tile_in(head):
    """The first thing from the left that is not the paper: the tile with the shape."""
    ink = (np.abs(head.astype(int) - head[0, 0].astype(int)).sum(2) > 12).sum(0) > 40
    left = int(np.argmax(ink))
    right = left + int(np.argmin(ink[left:])) if not ink[left:].all() else head.shape[1]
    rows = np.nonzero((np.abs(head[:, left:right].astype(int) - head[0, 0]).sum(2) > 12).sum(1) > 40)[0]
    return head[rows[0]:rows[-1] + 1, left:right] if len(rows) > 20 else head


def turned(_own, _truths, asked):
    """The shape at the top, turned as the prompt says, against each cell."""
    answers = []
    for challenge, picture in asked:
        view, colours = challenge["view"], picture.colours()
        head = colours[:view["cells"]["y"]]
        quarters = view["prompt"]["rotation"] // 90 * (-1 if view["prompt"]["clockwise"] else 1)
        wanted = figure_in(tile_in(head)[8:-8, 8:-8])
        options = [figure_in(tile_in(cell)[8:-8, 8:-8]) for cell in cells_of(challenge, picture)]
        if wanted is None:
            answers.append("0")
            continue
        wanted = np.rot90(wanted, quarters)
        off = [1024 if one is None else int((one != wanted).sum()) for one in options]
        answers.append(str(int(np.argmin(off))))
    return answers


ATTACKERS = {
    "L2 templates of seen sprites": (SPRITES, templates),
    "L2 the shape, turned, against each cell": (("spatial",), turned),
    "L3 cells unlike the others": (SPRITES, outliers),
}


def statistics(programs, own, truths, asked):
    """redteam/statistics.c"""
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, name) for name in ("own", "asked")]
        with open(paths[0], "wb") as file:
            for one, truth in zip(own, truths):
                file.write(record(*one, [int(cell) for cell in truth.split(",")]))
        with open(paths[1], "wb") as file:
            for one in asked:
                file.write(record(*one))
        done = subprocess.run([os.path.join(programs, "statistics"), "read", *paths], check=True,
                              capture_output=True)
    return {"L3 statistics of pixels": done.stdout.decode().split("\n")[:len(asked)]}


def flow(programs, asked):
    """redteam/flow.c, half of the films at a time."""
    def part(films):
        done = subprocess.run([os.path.join(programs, "flow"), "read"], check=True,
                              input=b"".join(record(*one) for one in films), capture_output=True)
        return [line.split(" ") for line in done.stdout.decode().splitlines()]
    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(part, (asked[::2], asked[1::2]))
    rows = [None] * len(asked)
    rows[::2], rows[1::2] = first[1:], second[1:]
    return {f"L3 film, {name}": [row[i] for row in rows] for i, name in enumerate(first[0])}


def scene(programs, level, asked):
    """redteam/scene.c: each question has attacks of its own."""
    done = subprocess.run([os.path.join(programs, "scene"), "read", level], check=True,
                          input=b"".join(record(*one) for one in asked), capture_output=True)
    rows = [dict(part.split("=") for part in line.split(";") if part)
            for line in done.stdout.decode().splitlines()]
    names = sorted({name for row in rows for name in row})
    return {f"L3 scene, {name}": [row.get(name) for row in rows] for name in names}


def answers_to(name, folder, programs):
    """What each attacker answers to the challenges of a type and level."""
    kind, level = name.split("-")
    if kind == "puzzle":
        return {}
    asked = list(read(os.path.join(folder, "public", name)))
    if kind == "hidden":
        return flow(programs, asked)
    if kind == "scene":
        return scene(programs, level, asked)
    own = list(read(os.path.join(folder, "own", name)))
    with open(os.path.join(folder, "own", f"{name}.json"), encoding="ascii") as file:
        truths = json.load(file)
    found = statistics(programs, own, truths, asked) if kind in SPRITES else {}
    for attacker, (kinds, attack) in ATTACKERS.items():
        if kind in kinds:
            found[attacker] = attack(own, truths, asked)
    return found


def main():
    """Two types at once: scenes take longest, so they start first."""
    folder, programs = sys.argv[1:3]
    names = sorted(os.listdir(os.path.join(folder, "public")), key=lambda name: "scene" not in name)

    def work(name):
        for attacker, answers in answers_to(name, folder, programs).items():
            place = os.path.join(folder, "answers", attacker)
            os.makedirs(place, exist_ok=True)
            with open(os.path.join(place, f"{name}.json"), "w", encoding="ascii") as file:
                json.dump(answers, file)

    with ThreadPoolExecutor(2) as pool:
        for done in [pool.submit(work, name) for name in names]:
            done.result()


if __name__ == "__main__":
    main()
