"""Attackers that look, on cases that they have to solve: one that finds nothing here is broken, and
that it finds nothing elsewhere would prove nothing. planted.py FOLDER: FOLDER/TYPE has challenges of
that type, FOLDER/TYPE.json their answers, FOLDER/programs the attackers in C."""
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../redteam"))
# pylint: disable=wrong-import-position
import numpy as np  # noqa: E402

import look  # noqa: E402
from decode import read, record  # noqa: E402

FOLDER = sys.argv[1]
SIDE, CELL = 160, 80


def given(kind):
    """Challenges and their answers."""
    with open(os.path.join(FOLDER, f"{kind}.json"), encoding="ascii") as file:
        return list(read(os.path.join(FOLDER, kind))), json.load(file)


def darken(kind):
    """The same with a black tile for each right cell."""
    asked, truths = given(kind)
    for (challenge, picture), truth in zip(asked, truths):
        view = challenge["view"]
        side = view["cells"]["width"] // view["columns"]
        picture.pixels = picture.pixels.copy()
        black = int(np.argmin(picture.palette.sum(1)))
        for cell in map(int, truth.split(",")):
            top, left = cell // view["columns"] * side, cell % view["columns"] * side
            picture.pixels[top:top + side, left:left + side] = black
    return asked, truths


def crowd(kind):
    """The same, where all wrong cells show what the first of them does."""
    asked, truths = given(kind)
    for (challenge, picture), truth in zip(asked, truths):
        view = challenge["view"]
        side = view["cells"]["width"] // view["columns"]
        picture.pixels = picture.pixels.copy()
        cells = [picture.pixels[i // view["columns"] * side:][:side, i % view["columns"] * side:][:, :side]
                 for i in range(view["count"])]
        wrong = [i for i in range(view["count"]) if str(i) not in truth.split(",")]
        first = cells[wrong[0]].copy()
        for i in wrong:
            cells[i][:] = first
    return asked, truths


def figure_of(picture, truth):
    """The right option's shape in the middle of the film, as large as films have it."""
    row, column = divmod(int(truth), 4)
    cell = picture.pixels[2 * SIDE + row * CELL:2 * SIDE + (row + 1) * CELL,
                          column * CELL:(column + 1) * CELL]
    mask = picture.palette[cell].sum(2) < 384
    ys, xs = np.nonzero(mask)
    longest = max(ys.max() - ys.min(), xs.max() - xs.min()) + 1
    scale = max((mask.sum() / (0.24 * SIDE * SIDE)) ** 0.5, longest / (0.76 * SIDE))
    at = (np.arange(SIDE) + 0.5 - SIDE / 2) * scale
    y = ((ys.min() + ys.max() + 1) / 2 + at).astype(int)
    x = ((xs.min() + xs.max() + 1) / 2 + at).astype(int)
    inside = ((y >= 0) & (y < CELL))[:, None] & ((x >= 0) & (x < CELL))
    return mask[y.clip(0, CELL - 1)][:, x.clip(0, CELL - 1)] & inside


def plant(change):
    """Films of noise alone, which change(dots, figure, random) gives away."""
    random, films = np.random.default_rng(7), []
    asked, truths = given("hidden")
    for (challenge, picture), truth in zip(asked, truths):
        ink = int(np.argmin(picture.palette.sum(1)))
        paper = int(np.argmax(picture.palette.sum(1)))
        dots = random.random((len(picture.steps) + 1, SIDE, SIDE)) < 0.04
        dots = change(dots, figure_of(picture, truth), random)
        large = np.where(np.kron(dots, np.ones((1, 2, 2), bool)), ink, paper).astype(np.uint8)
        picture.pixels = np.concatenate([large[0], picture.pixels[2 * SIDE:]])
        picture.steps = [(*step[:5], frame) for step, frame in zip(picture.steps, large[1:])]
        films.append((challenge, picture))
    return films, truths


def more_dots(dots, figure, random):
    """The figure is denser."""
    return dots | (figure & (random.random(dots.shape) < 0.03))


def fewer_changes(dots, figure, _random):
    """The figure's dots stand still for two frames."""
    dots[1::2] = np.where(figure, dots[:len(dots) // 2 * 2:2], dots[1::2])
    return dots


def two_ways(dots, figure, _random):
    """The ground goes right, the figure goes left, two squares a frame."""
    ground, other = dots[0], dots[1]
    return np.stack([np.where(figure, np.roll(other, -2 * i, 1), np.roll(ground, 2 * i, 1))
                     for i in range(len(dots))])


def answers_of(attack, films):
    """What one attack of redteam/flow.c takes for right."""
    done = subprocess.run([os.path.join(FOLDER, "programs/flow"), "only", attack, "read"],
                          input=b"".join(record(*film) for film in films), check=True,
                          capture_output=True)
    return done.stdout.decode().split("\n")[1:len(films) + 1]


def expect(name, answers, truths):
    """All of them are right."""
    assert list(answers) == list(truths), f"{name}: {answers} where {truths} is right"
    print(name, len(truths))


def main():
    """Each attacker on its case."""
    for kind in ("predator", "emotions"):
        asked, truths = given(kind)
        expect(f"templates, {kind}: seen before", look.templates(asked, truths, asked), truths)
        asked, truths = crowd(kind)
        expect(f"outliers, {kind}", look.outliers(None, None, asked), truths)
    programs = os.path.join(FOLDER, "programs")
    asked, truths = darken("predator")
    expect("statistics", *look.statistics(programs, asked, truths, asked).values(), truths)
    asked, truths = given("spatial")
    expect("turned", look.turned(None, None, asked), truths)
    for change, attacks in ((more_dots, ("mean", "variance", "differences")),
                            (fewer_changes, ("differences",)),
                            (two_ways, ("two-shifts", "local-flow"))):
        films, truths = plant(change)
        for attack in attacks:
            expect(f"{attack}, {change.__name__}", answers_of(attack, films), truths)


main()
