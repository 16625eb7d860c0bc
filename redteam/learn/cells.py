"""Grids of sprites: what does each cell show, and which cells are right?"""
import torch
from torch.nn import functional as F

from .data import TEST_SEED
from .loop import Clock, autocast, device, train, weights
from .nets import CellNet

EMOTIONS = 16
SAFE = 1  # number of the sheet of animals that are safe to approach
ITEM = 4


def labels_of(kind, records):
    """For each cell a class: what is asked for is class 1, or that of the emotion."""
    if kind == "emotions":
        return torch.from_numpy(records["index"].astype("int64"))
    if kind == "predator":
        return torch.from_numpy((records["sheet"] == SAFE).astype("int64"))
    return torch.from_numpy((records["sheet"] != ITEM).astype("int64"))


def pixels_of(cells):
    return cells.to(device()).permute(0, 3, 1, 2).float().div_(127.5).sub_(1)


def evaluate(net, kind, records):
    """How many challenges are solved: the likeliest cells are all those that are right."""
    solved = 0
    for start in range(0, len(records), 100):
        part = records[start:start + 100]
        cells = torch.from_numpy(part["cells"].copy())
        with torch.no_grad(), autocast():
            scores = net(pixels_of(cells.flatten(0, 1))).float().log_softmax(1).cpu()
        scores = scores.view(len(part), cells.shape[1], -1)
        asked = torch.from_numpy(part["asked"].astype("int64"))[:, 0]
        if kind != "emotions":
            asked = torch.ones_like(asked)
        mine = scores.gather(2, asked[:, None, None].expand(-1, cells.shape[1], 1))[..., 0]
        right = torch.from_numpy(part["right"].copy()).bool()
        for one, truth in zip(mine, right):
            chosen = one.topk(int(truth.sum())).indices
            solved += int(truth[chosen].all())
    return solved


def learn(kind, records, order):
    """Trains a network on these challenges."""
    cells = torch.from_numpy(records["cells"].copy()).flatten(0, 1).to(device())
    labels = labels_of(kind, records).flatten().to(device())
    batch = order.get("batch", 512)
    rare = torch.nonzero(labels).flatten() if kind == "human" else None
    net = CellNet(EMOTIONS if kind == "emotions" else 2).to(device())

    def batch_loss(model, _step):
        pick = torch.randint(len(cells), (batch,), device=device())
        if rare is not None:  # one in a hundred: shown more often
            pick[:batch // 4] = rare[torch.randint(len(rare), (batch // 4,), device=device())]
        x = pixels_of(cells[pick])
        if torch.rand(()) < 0.5:
            x = x.flip(3)
        shift = torch.randint(-2, 3, (2,)).tolist()
        x = torch.roll(x, shift, (2, 3)) * (1 + 0.2 * torch.randn(len(x), 1, 1, 1, device=x.device))
        return F.cross_entropy(model(x).float(), labels[pick], label_smoothing=0.02)

    clock = Clock(order["seconds"], order["steps"])
    train(net, batch_loss, clock)
    return net, clock


def files(order):
    """What has to be made for an order: the fresh challenges, and those to learn from."""
    kind, level = order["kind"], order["level"]
    return [(kind, level, TEST_SEED, order["test"]), (kind, level, 1, max(order["sizes"]))]


def run(order, maker, report):
    """One kind and level: a curve over `sizes`, each a network of its own."""
    kind, level = order["kind"], order["level"]
    test, records = (maker.take(one) for one in files(order))
    for size in order["sizes"]:
        net, clock = learn(kind, records[:size], order)
        report.add(evaluate(net, kind, test), len(test), part="cells", kind=kind, level=level,
                   examples=size, gpu_s=round(clock.passed(), 1), steps=clock.step,
                   weights=weights(net))
