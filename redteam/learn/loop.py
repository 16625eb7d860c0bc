"""The loop that all networks are trained by."""
import math
import time

import torch

from .nets import HALF


def device():
    """The graphics card where there is one."""
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def autocast():
    """Half precision where it is quick."""
    return torch.autocast(device().type, dtype=HALF, enabled=device().type == "cuda")


LEAST_STEPS = 20  # before time can end it


class Clock:
    """Seconds that a part may take; the rate of learning falls to nothing at its end, or at the
    end of `steps`, whichever comes first."""

    def __init__(self, seconds, steps):
        self.start, self.seconds, self.steps, self.step = time.monotonic(), seconds, steps, 0

    def passed(self):
        return time.monotonic() - self.start

    def share(self):
        """How much of the part is over, 0 to 1."""
        return max(self.step / self.steps, self.passed() / self.seconds)


def train(net, batch_loss, clock, rate=2e-3):
    """Calls batch_loss(net, step) until the clock says so. Returns the number of steps."""
    decay = [p for p in net.parameters() if p.ndim > 1]
    plain = [p for p in net.parameters() if p.ndim <= 1]
    groups = [{"params": decay, "weight_decay": 0.02}, {"params": plain, "weight_decay": 0.0}]
    how = torch.optim.AdamW(groups, lr=rate)
    net.train()
    while clock.step < LEAST_STEPS or clock.share() < 1:
        if clock.step >= clock.steps:
            break
        share = min(1.0, clock.share())
        now = rate * min(1.0, (clock.step + 1) / 100, share * 20 + 0.02)
        now *= 0.5 * (1 + math.cos(math.pi * share)) + 0.01
        for group in how.param_groups:
            group["lr"] = now
        with autocast():
            loss = batch_loss(net, clock.step)
        how.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        how.step()
        clock.step += 1
        if clock.step == 1:  # the first one waits for programs to be loaded
            if device().type == "cuda":
                torch.cuda.synchronize()
            clock.start = time.monotonic()
    if device().type == "cuda":
        torch.cuda.synchronize()
    net.eval()
    return clock.step


def weights(net):
    """How many numbers a network has learned."""
    return sum(p.numel() for p in net.parameters())
