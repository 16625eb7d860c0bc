"""Questions about scenes, all of a level together: which option is right?"""
import numpy as np
import torch
from torch.nn import functional as F

from .data import TEST_SEED
from .loop import Clock, autocast, device, train, weights
from .nets import PicturesNet, WordsNet

QUESTIONS = ["turn", "behind", "visible", "viewer", "polycube", "sun", "net", "motion", "heard"]
WITH_CELLS = [QUESTIONS.index(name) for name in ("polycube", "sun", "net")]
VISIBLE = QUESTIONS.index("visible")
SOLIDS, CLASSES, NUMBERS = 6, 20, 8
HEAD_ROWS, CELL, COLUMNS = 80, 53, 3  # of a picture that is four times smaller


def read(records):
    """The prompt's bytes, by name (redteam/export_scene.c)."""
    prompt = records["prompt"].astype("int64")
    degrees = prompt[:, 1] + 256 * np.where(prompt[:, 2] > 127, prompt[:, 2] - 256, prompt[:, 2])
    return {"question": prompt[:, 0], "degrees": degrees, "tilt": prompt[:, 3] - 128,
            "clockwise": prompt[:, 4], "reference": prompt[:, 5], "count": prompt[:, 6],
            "answer": prompt[:, 7], "options": prompt[:, 8:16]}


def condition_of(prompt):
    """What a client is told beside the picture, as numbers."""
    rows = len(prompt["question"])
    signed = np.where(prompt["clockwise"] > 0, -1, 1) * prompt["degrees"] * np.pi / 180
    parts = [np.eye(len(QUESTIONS))[prompt["question"]], np.sin(signed)[:, None],
             np.cos(signed)[:, None], prompt["tilt"][:, None] / 90, prompt["clockwise"][:, None],
             np.eye(SOLIDS + 2)[np.minimum(prompt["reference"], SOLIDS + 1)]]
    return torch.from_numpy(np.concatenate(parts, 1).astype("float32")).view(rows, -1)


def pixels_of(pictures):
    return pictures.permute(0, 3, 1, 2).contiguous().float().div_(127.5).sub_(1)


class Words:
    """Questions whose options are words or numbers."""

    def __init__(self, records):
        prompt = read(records)
        self.question = torch.from_numpy(prompt["question"])
        self.pictures = torch.from_numpy(records["picture"][:, :120].copy()).to(device())
        self.condition = condition_of(prompt)
        offset = np.where(prompt["question"] == VISIBLE, NUMBERS, 0)
        classes = prompt["options"] + offset[:, None]
        self.allowed = torch.zeros(len(classes), CLASSES, dtype=torch.bool)
        for column in range(classes.shape[1]):
            is_there = torch.from_numpy(prompt["count"] > column)
            rows = torch.arange(len(classes))[is_there]
            self.allowed[rows, torch.from_numpy(classes[:, column])[is_there]] = True
        self.answer = torch.from_numpy(classes[np.arange(len(classes)), prompt["answer"]])
        places = records["places"].reshape(-1, SOLIDS, 2).astype("float32")
        self.stands = torch.from_numpy(places[..., 0] > 0)
        self.places = torch.from_numpy((places - 128) / 64)

    def net(self):
        return WordsNet(SOLIDS, self.condition.shape[1], CLASSES).to(device())

    def scores(self, net, pick):
        scores, places = net(pixels_of(self.pictures[pick]), self.condition[pick].to(device()))
        allowed = self.allowed[pick].to(device())
        return scores.float().masked_fill(~allowed, -30), places

    def loss(self, net, pick):
        scores, places = self.scores(net, pick)
        stands = self.stands[pick].to(device())
        off = (places.float() - self.places[pick].to(device())).abs().sum(2)
        return F.cross_entropy(scores, self.answer[pick].to(device())) + 2 * off[stands].mean()


class Cells:
    """Questions whose options are cells of the picture."""

    def __init__(self, records):
        prompt = read(records)
        self.question = torch.from_numpy(prompt["question"])
        self.pictures = torch.from_numpy(records["picture"].copy()).to(device())
        self.condition = condition_of(prompt)
        self.count = int(prompt["count"].max()) if len(records) else 6
        self.answer = torch.from_numpy(prompt["answer"])

    def net(self):
        return PicturesNet(self.condition.shape[1]).to(device())

    def scores(self, net, pick):
        pictures = pixels_of(self.pictures[pick])
        cells = []
        for i in range(self.count):
            top, left = HEAD_ROWS + i // COLUMNS * CELL, i % COLUMNS * CELL
            cells.append(pictures[:, :, top:top + CELL, left:left + CELL])
        return net(pictures[:, :, :HEAD_ROWS], torch.stack(cells, 1),
                   self.condition[pick].to(device())).float(), None

    def loss(self, net, pick):
        return F.cross_entropy(self.scores(net, pick)[0], self.answer[pick].to(device()))


def evaluate(net, data):
    """For each question how many are answered right, of how many."""
    hits = []
    for start in range(0, len(data.question), 250):
        pick = torch.arange(start, min(start + 250, len(data.question)))
        with torch.no_grad(), autocast():
            scores, _ = data.scores(net, pick)
        hits.append(scores.argmax(1).cpu() == data.answer[pick])
    hits = torch.cat(hits)
    for number, name in enumerate(QUESTIONS):
        mine = data.question == number
        if mine.any():
            yield name, int(hits[mine].sum()), int(mine.sum())


def files(order):
    """What has to be made for an order: the fresh challenges, and those to learn from."""
    return [("scene", order["level"], TEST_SEED, order["test"]),
            ("scene", order["level"], 1, max(order["sizes"]))]


def learn(data, order):
    """Trains a network on these challenges."""
    net, clock = data.net(), Clock(order["seconds"], order["steps"])
    batch = min(order.get("batch", 256), len(data.question))
    train(net, lambda model, _: data.loss(model, torch.randint(len(data.question), (batch,))),
          clock, 1e-3)
    return net, clock


def run(order, maker, report):
    """A curve over the number of pictures, of all questions together."""
    test, records = (maker.take(one) for one in files(order))
    with_cells = np.isin(records["prompt"][:, 0], WITH_CELLS)
    test_cells = np.isin(test["prompt"][:, 0], WITH_CELLS)
    for form, mine, theirs in ((Words, ~with_cells, ~test_cells), (Cells, with_cells, test_cells)):
        fresh = form(test[theirs])
        for size in order["sizes"]:
            data = form(records[:size][mine[:size]])
            net, clock = learn(data, order)
            for name, right, asked in evaluate(net, fresh):
                report.add(right, asked, part="scene", kind="scene", question=name,
                           level=order["level"],
                           examples=int((data.question == QUESTIONS.index(name)).sum()),
                           gpu_s=round(clock.passed(), 1), steps=clock.step, weights=weights(net))
