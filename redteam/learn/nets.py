"""Networks."""
import torch
from torch import nn
from torch.nn import functional as F

HALF = torch.bfloat16


class Block(nn.Module):
    """Two convolutions beside a shortcut; `conv` and `norm` are those of two or three dimensions."""

    def __init__(self, conv, norm, inner, outer, stride=1):
        super().__init__()
        self.first = conv(inner, outer, 3, stride, 1, bias=False)
        self.second = conv(outer, outer, 3, 1, 1, bias=False)
        self.norms = nn.ModuleList([norm(outer), norm(outer)])
        same = inner == outer and stride == 1
        self.shortcut = nn.Identity() if same else conv(inner, outer, 1, stride, bias=False)

    def forward(self, x):
        y = F.relu(self.norms[0](self.first(x)))
        return F.relu(self.norms[1](self.second(y)) + self.shortcut(x))


def residual(inner, widths, strides, dims=2):
    """A stack of blocks, one for each width."""
    conv, norm = (nn.Conv2d, nn.BatchNorm2d) if dims == 2 else (nn.Conv3d, nn.BatchNorm3d)
    blocks = []
    for width, stride in zip(widths, strides):
        blocks.append(Block(conv, norm, inner, width, stride))
        inner = width
    return nn.Sequential(*blocks)


class CellNet(nn.Module):
    """What a cell shows; some 1.2 million weights."""

    def __init__(self, classes):
        super().__init__()
        self.body = residual(3, [32, 64, 64, 128, 128, 192], [1, 2, 1, 2, 1, 2])
        self.head = nn.Linear(192, classes)

    def forward(self, x):
        return self.head(self.body(x).mean((2, 3)))


class WordsNet(nn.Module):
    """Solids on a table and a question with words or numbers for options. Where each solid stands
    is read from a map of its own and learned beside the answer."""

    def __init__(self, solids, condition, classes):
        super().__init__()
        self.body = residual(5, [48, 64, 96, 128, 128, 192], [2, 1, 1, 2, 1, 1])
        self.maps = nn.Conv2d(192, 2 * solids, 1)
        self.deep = residual(192, [192, 256], [2, 2])
        self.place = nn.Linear(2, 2)
        inner = 256 + 4 * solids + condition
        self.head = nn.Sequential(nn.Linear(inner, 512), nn.ReLU(), nn.Linear(512, 512), nn.ReLU(),
                                  nn.Linear(512, 256), nn.ReLU(), nn.Linear(256, classes))

    def forward(self, x, condition):
        grid = torch.meshgrid(torch.linspace(-1, 1, x.shape[2], device=x.device),
                              torch.linspace(-1, 1, x.shape[3], device=x.device), indexing="ij")
        grid = torch.stack(grid)[None].expand(len(x), -1, -1, -1).to(x.dtype)
        features = self.body(torch.cat([x, grid], 1))
        maps = self.maps(features).float()
        height, width = maps.shape[2:]
        heat = maps.flatten(2).softmax(2)
        rows = torch.linspace(-1, 1, height, device=x.device).repeat_interleave(width)
        columns = torch.linspace(-1, 1, width, device=x.device).repeat(height)
        found = torch.stack([(heat * columns).sum(2), (heat * rows).sum(2)], 2)
        solids = found.shape[1] // 2
        places = self.place(found[:, :solids])
        together = torch.cat([self.deep(features).mean((2, 3)), found.flatten(1).to(x.dtype),
                              condition.to(x.dtype)], 1)
        return self.head(together), places


class PicturesNet(nn.Module):
    """A picture above and cells below, one of which belongs to it."""

    def __init__(self, condition):
        super().__init__()
        self.above = residual(3, [48, 64, 64, 128, 128, 256], [2, 1, 1, 2, 1, 2])
        self.below = residual(3, [48, 64, 64, 128, 128, 256], [2, 1, 1, 2, 1, 2])
        self.join = nn.Sequential(nn.Linear(256 * 6 * 2 + 256 * 9 + condition, 512), nn.ReLU(),
                                  nn.Linear(512, 256), nn.ReLU(), nn.Linear(256, 1))

    def forward(self, above, cells, condition):
        count = cells.shape[1]
        head = F.adaptive_avg_pool2d(self.above(above), (2, 6)).flatten(1)
        options = F.adaptive_avg_pool2d(self.below(cells.flatten(0, 1)), 3).flatten(1)
        options = options.view(len(above), count, -1)
        options = options - 0.5 * options.mean(1, keepdim=True)
        head = torch.cat([head, condition.to(head.dtype)], 1)[:, None].expand(-1, count, -1)
        return self.join(torch.cat([head, options], 2))[..., 0]


def unpack(bits, dtype):
    """From eight dots a byte, the highest bit to the left, to one number a dot."""
    shifts = torch.arange(7, -1, -1, device=bits.device, dtype=torch.uint8)
    dots = (bits[..., None] >> shifts) & 1
    return dots.flatten(-2).to(dtype)


def mirror(bits):
    """The same picture seen from behind, in its form of eight dots a byte."""
    bits = bits.flip(-1)
    bits = (bits >> 4) | (bits << 4)
    bits = ((bits >> 2) & 0x33) | ((bits & 0x33) << 2)
    return ((bits >> 1) & 0x55) | ((bits & 0x55) << 1)


def count_ones(bits):
    """How many dots there are in each byte."""
    bits = bits - ((bits >> 1) & 0x55)
    bits = (bits & 0x33) + ((bits >> 2) & 0x33)
    return (bits + (bits >> 4)) & 0x0F


def move_left(bits, by):
    """Every row moved to the left by so many dots, -7 to 7; what comes in is empty."""
    if by == 0:
        return bits
    if by > 0:
        return (bits << by) | (F.pad(bits, (0, 1))[..., 1:] >> (8 - by))
    return (bits >> -by) | (F.pad(bits, (1, 0))[..., :-1] << (8 + by))


class MotionEnergy(nn.Module):
    """How often a dot is followed by a dot, for each displacement, in blocks of 8 x 8 dots and
    `frames` frames: what a local flow program computes. `lags` are frames from the first dot to the
    second; `radius` is for one frame."""

    def __init__(self, radius, lags=(1, 2), frames=2):
        super().__init__()
        self.lags, self.frames = lags, frames
        self.radius = {lag: radius * (1 + lag) // 2 for lag in lags}
        self.channels = 1 + sum(2 * self.height(lag, by) + 1 for lag in lags
                                for by in range(-self.radius[lag], self.radius[lag] + 1))

    def height(self, lag, by):
        """How far displacements reach up and down, within a circle."""
        return int((self.radius[lag] ** 2 + 1 - by * by) ** 0.5)

    def pool(self, counts):
        """From (films, maps, frames, height, bytes) to sums over blocks."""
        films, maps, frames, height, width = counts.shape
        frames -= frames % self.frames
        counts = counts[:, :, :frames].reshape(films, maps, frames // self.frames, self.frames,
                                               height // 8, 8, width)
        return counts.sum((3, 5), dtype=torch.float32)

    def forward(self, bits):
        """From (films, frames, height, bytes) to (films, channels, frames', height / 8, bytes)."""
        least, height = bits.shape[1] - max(self.lags), bits.shape[2]
        before = bits[:, :least]
        maps = [self.pool(count_ones(before)[:, None])]
        for lag in self.lags:
            after = bits[:, lag:lag + least]
            for by in range(-self.radius[lag], self.radius[lag] + 1):
                reach = self.height(lag, by)
                rows = F.pad(move_left(after, by), (0, 0, reach, reach))
                moved = torch.stack([rows[:, :, up:up + height] for up in range(2 * reach + 1)], 1)
                maps.append(self.pool(count_ones(before[:, None] & moved)))
        return torch.cat(maps, 1)


class FilmNet(nn.Module):
    """Which figure hides in a film, and where. `radius` 0: the network gets the dots, otherwise the
    energy of local motions, with displacements up to `radius` a frame. Time is pooled last."""

    def __init__(self, classes, radius=0, width=48, deep=2):
        super().__init__()
        self.energy = MotionEnergy(radius) if radius else None
        if radius:
            inner = self.energy.channels
            self.stem = nn.Sequential(nn.BatchNorm3d(inner), nn.Conv3d(inner, 2 * width, 1),
                                      nn.BatchNorm3d(2 * width), nn.ReLU())
        else:
            self.stem = nn.Sequential(
                nn.Conv3d(1, width, (4, 7, 7), (1, 2, 2), (1, 3, 3), bias=False),
                nn.BatchNorm3d(width), nn.ReLU(),
                nn.Conv3d(width, 2 * width, 3, 2, 1, bias=False),
                nn.BatchNorm3d(2 * width), nn.ReLU(),
                nn.Conv3d(2 * width, 2 * width, 3, (1, 2, 2), 1, bias=False),
                nn.BatchNorm3d(2 * width), nn.ReLU())
        self.near = residual(2 * width, [2 * width] * deep, [1] * deep, 3)
        self.where = nn.Conv3d(2 * width, 1, 1)
        self.far = residual(2 * width + 1, [4 * width] * deep + [8 * width],
                            [2] + [1] * (deep - 1) + [2], 3)
        self.drop = nn.Dropout(0.2)
        self.head = nn.Linear(8 * width * 4, classes)

    def forward(self, bits):
        """From (films, frames, height, bytes) to scores, and a map of where the figure is."""
        with torch.no_grad():
            maps = self.energy(bits) if self.energy is not None else unpack(bits, HALF)[:, None]
        maps = maps.to(HALF if bits.is_cuda else torch.float32)
        maps = self.near(self.stem(maps))
        found = self.where(maps)
        maps = self.far(torch.cat([maps, found.tanh()], 1)).mean(2)
        return self.head(self.drop(F.adaptive_avg_pool2d(maps, 2).flatten(1))), found[:, 0]
