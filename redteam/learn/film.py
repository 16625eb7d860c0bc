"""Films in which a figure shows by its motion alone: which of the options is it?

Two curves: a fixed number of films, seen again and again; and films that come as fast as the cores
make them. The attacker has the generator, so that it knows not only which figure hides in a film
but where: `mask`, in coarse blocks, is learned beside the answer where an order says so."""
import os
import time

import numpy as np
import torch
from torch.nn import functional as F

from .data import TEST_SEED, open_records
from .loop import Clock, autocast, device, train, weights
from .nets import FilmNet, mirror


class Films:
    """Films in the card's memory, eight dots a byte; more can be added."""

    def __init__(self, classes):
        self.classes, self.parts = classes, []
        self.bits = self.answer = self.allowed = self.mask = None

    def add(self, records):
        """Copies records to the card."""
        bits = torch.from_numpy(np.ascontiguousarray(records["film"])).to(device())
        options = torch.from_numpy(records["options"].astype("int64"))
        allowed = torch.zeros(len(options), self.classes, dtype=torch.bool).scatter_(1, options, True)
        answer = options.gather(1, torch.from_numpy(records["answer"].astype("int64")))[:, 0]
        mask = torch.from_numpy(np.ascontiguousarray(records["mask"])).to(device())
        self.parts.append((bits, answer.to(device()), allowed.to(device()), mask))

    def __len__(self):
        return sum(len(part[1]) for part in self.parts)

    def pick(self, count):
        """Some films: most of a batch from one part, so that no part has to be copied."""
        sizes = np.array([len(part[1]) for part in self.parts])
        picked = []
        for _ in range(min(4, len(sizes))):
            bits, answer, allowed, mask = self.parts[np.random.choice(len(sizes), p=sizes / sizes.sum())]
            rows = torch.randint(len(answer), (max(1, count // min(4, len(sizes))),), device=device())
            picked.append((bits[rows], answer[rows], allowed[rows], mask[rows]))
        return [torch.cat(some) for some in zip(*picked)]


def augment(bits, mask):
    """Mirrored, and backwards: what is figure stays figure."""
    if torch.rand(()) < 0.5:
        bits, mask = mirror(bits), mask.flip(3)
    if torch.rand(()) < 0.5:
        bits, mask = bits.flip(1), mask.flip(1)
    return bits, mask


def loss_of(net, films, batch, with_mask):
    bits, answer, allowed, mask = films.pick(batch)
    bits, mask = augment(bits, mask)
    scores, found = net(bits)
    loss = F.cross_entropy(scores.float().masked_fill(~allowed, -30), answer)
    if with_mask:
        wanted = F.interpolate(mask[:, None].float() / 255, found.shape[1:], mode="trilinear")[:, 0]
        loss = loss + 2 * F.binary_cross_entropy_with_logits(found.float(), wanted)
    return loss


def evaluate(net, films):
    right = 0
    for bits, answer, allowed, _mask in films.parts:
        for start in range(0, len(answer), 64):
            part = slice(start, start + 64)
            scores = 0
            with torch.no_grad(), autocast():
                for seen in (bits[part], bits[part].flip(1)):
                    scores = scores + net(seen)[0].float().softmax(1)
            scores = scores.masked_fill(~allowed[part], -1)
            right += int((scores.argmax(1) == answer[part]).sum())
    return right


def new_net(order, classes):
    net = FilmNet(classes, order.get("radius", 0), order.get("width", 48), order.get("deep", 2))
    return net.to(device())


def note(order, net, **more):
    return dict(part="film", kind="hidden", level=order["level"], region=order.get("region", ""),
                net=f"radius {order.get('radius', 0)}, width {order.get('width', 48)}"
                    f"{', mask' if order.get('mask') else ''}", weights=weights(net), **more)


def run_fixed(order, maker, report, test):
    """One network for each size."""
    records = maker.take(files(order)[1])
    for size in order["sizes"]:
        films = Films(test.classes)
        films.add(records[:size])
        net = new_net(order, test.classes)
        clock = Clock(order["seconds"], order["steps"])
        batch = min(order.get("batch", 32), size)
        train(net, lambda model, _: loss_of(model, films, batch, order.get("mask")), clock,
              order.get("rate", 1e-3))
        report.add(evaluate(net, test), len(test), examples=size, gpu_s=round(clock.passed(), 1),
                   steps=clock.step, **note(order, net))


def run_fresh(order, maker, report, test):
    """One network, and films that are added as they are made; measured on the way."""
    chunk, seed, extra = order.get("chunk", 2000), 1, tuple(order.get("extra", []))
    films = Films(test.classes)
    next_path = maker.later("hidden", order["level"], seed, chunk, extra)
    net = new_net(order, test.classes)
    clock = Clock(order["seconds"], order["steps"])
    state = {"wait": next_path, "seed": seed, "measured": time.monotonic(), "pause": 0.0}

    def take_chunk():
        path = state["wait"]()
        films.add(open_records(path))
        os.remove(path)
        state["seed"] += chunk
        more = state["seed"] + chunk <= order.get("most", 1 << 30)
        state["wait"] = maker.later("hidden", order["level"], state["seed"], chunk,
                                    extra) if more else None

    def batch_loss(model, step):
        if not films.parts or (state["wait"] is not None and state["wait"].is_ready()):
            take_chunk()
        if time.monotonic() - state["measured"] > order.get("every", 30):
            begun = time.monotonic()
            model.eval()
            report.add(evaluate(model, test), len(test), examples=len(films),
                       gpu_s=round(clock.passed() - state["pause"], 1), steps=step, fresh=True,
                       on_the_way=True, **note(order, model))
            model.train()
            state["measured"] = time.monotonic()
            state["pause"] += state["measured"] - begun
        return loss_of(model, films, order.get("batch", 32), order.get("mask"))

    train(net, batch_loss, clock, order.get("rate", 1e-3))
    report.add(evaluate(net, test), len(test), examples=len(films), fresh=True,
               gpu_s=round(clock.passed() - state["pause"], 1), steps=clock.step, **note(order, net))
    if state["wait"] is not None:
        os.remove(state["wait"]())


def files(order):
    """What has to be made before an order starts: fresh films, and those of the first curve."""
    level, extra = order["level"], tuple(order.get("extra", []))
    made = [("hidden", level, TEST_SEED, order["test"], extra)]
    if "sizes" in order:
        made.append(("hidden", level, 1, max(order["sizes"]), extra))
    return made


def run(order, maker, report):
    """`sizes` in an order asks for the first curve, its absence for the second."""
    records = maker.take(files(order)[0])
    test = Films(int(records["options"].max()) + 1)
    test.add(records)
    (run_fixed if "sizes" in order else run_fresh)(order, maker, report, test)
