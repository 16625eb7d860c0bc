"""From what a client got, JSON and PNG, to arrays; and to the stream that C attackers read.

decode.py FOLDER [TRUTH] writes the stream of all challenges of a folder (redteam/sight.c reads it).
TRUTH is a file of answers, for challenges of the attacker's own making.
"""
import json
import os
import struct
import sys
import zlib

import numpy as np

SIGNATURE = b"\x89PNG\r\n\x1a\n"
QUESTIONS = ["turn", "behind", "visible", "viewer", "polycube", "sun", "net", "motion", "heard"]
SOLIDS = ["cube", "ball", "cylinder", "cone", "pyramid", "ring", "nothing"]
LEVELS = ["", "easy", "medium", "hard"]
OPTIONS_MAX, RIGHT_MAX = 8, 3


def chunks_of(png):
    """Type and data of each chunk."""
    if not png.startswith(SIGNATURE):
        raise ValueError("no PNG")
    at = len(SIGNATURE)
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at:at + 8])
        yield kind.decode("ascii"), png[at + 8:at + 8 + length]
        at += 12 + length


def unfilter(rows, kind, width):
    """PNG's filters, for one byte a pixel or less."""
    out = np.zeros((len(rows), width), np.uint8)
    before = np.zeros(width, np.uint8)
    for y, (filtering, row) in enumerate(zip(kind, rows)):
        if filtering == 0:
            line = row
        elif filtering == 1:
            line = np.cumsum(row, dtype=np.uint8)
        elif filtering == 2:
            line = row + before
        else:
            raise ValueError(f"filter {filtering} is not read here")
        out[y] = before = line
    return out


def pixels_of(data, width, height, depth):
    """Numbers of colours, row by row."""
    stride = (width * depth + 7) // 8
    raw = np.frombuffer(zlib.decompress(data), np.uint8).reshape(height, stride + 1)
    rows = unfilter(raw[:, 1:], raw[:, 0], stride)
    if depth == 8:
        return rows
    bits = np.unpackbits(rows, axis=1).reshape(height, -1, depth)
    return (bits @ (1 << np.arange(depth - 1, -1, -1))).astype(np.uint8)[:, :width]


class Picture:
    """A palette, pixels, and steps (x, y, width, height, delay, pixels)."""

    def __init__(self, png):
        self.steps, self.delay_ms, data, frame, later = [], 0, b"", None, b""
        for kind, body in chunks_of(png):
            if kind == "IHDR":
                self.width, self.height, depth, colours = struct.unpack(">IIBB", body[:10])
                if colours != 3:
                    raise ValueError("a picture without a palette")
            elif kind == "PLTE":
                self.palette = np.frombuffer(body, np.uint8).reshape(-1, 3)
            elif kind == "IDAT":
                data += body
            elif kind == "fcTL":
                self._end(frame, later, depth)
                _, width, height, x, y, over, under = struct.unpack(">IIIIIHH", body[:24])
                frame, later = (x, y, width, height, 1000 * over // (under or 100)), b""
            elif kind == "fdAT":
                later += body[4:]
        self._end(frame, later, depth)
        self.pixels = pixels_of(data, self.width, self.height, depth)

    def _end(self, frame, data, depth):
        if frame is None:
            return
        if data:
            self.steps.append((*frame, pixels_of(data, frame[2], frame[3], depth)))
        else:
            self.delay_ms = frame[4]

    def colours(self):
        """Height x width x 3."""
        return self.palette[self.pixels]


def read(folder):
    """All challenges of a folder in order: (what the JSON says, Picture)."""
    count = sum(name.endswith(".json") for name in os.listdir(folder))
    for number in range(count):
        with open(os.path.join(folder, f"{number}.json"), encoding="utf8") as file:
            challenge = json.load(file)["challenge"]
        with open(os.path.join(folder, f"{number}.png"), "rb") as file:
            yield challenge, Picture(file.read())


def cells_of(challenge, picture):
    """The options' parts of a picture, as count x height x width x 3."""
    view = challenge["view"]
    area, colours = view["cells"], picture.colours()
    width, height = area["width"] // view["columns"], area["height"] // view["rows"]
    corners = [(area["y"] + i // view["columns"] * height, area["x"] + i % view["columns"] * width)
               for i in range(view["count"])]
    return np.stack([colours[y:y + height, x:x + width] for y, x in corners])


def option_number(word):
    """A solid's number, a number, or 0 for what scenes do not know."""
    return SOLIDS.index(word) if word in SOLIDS else int(word) if word.isdigit() else 0


def record(challenge, picture, right=()):
    """One challenge of the stream."""
    view, prompt = challenge["view"], challenge["view"].get("prompt") or {}
    words = [option_number(word) for word in view.get("options") or []][:OPTIONS_MAX]
    cells = view.get("cells") or {"x": 0, "y": 0, "width": 0, "height": 0}
    question = prompt.get("question", "turn")
    reference = prompt.get("reference")
    numbers = [0x54474953, QUESTIONS.index(question), LEVELS.index(challenge["difficulty"]),
               view["count"], *words, *[0] * (OPTIONS_MAX - len(words)), prompt.get("rotation", 0),
               prompt.get("tilt", 0), int(prompt.get("clockwise", False)),
               int(prompt.get("side") == "right"), SOLIDS.index(reference) if reference else 0,
               view["image"]["width"], view["image"]["height"], view["columns"], view["rows"],
               cells["x"], cells["y"], cells["width"], cells["height"], view["count"],
               view["select"]["max"], len(right), *right, *[0] * (RIGHT_MAX - len(right)),
               len(picture.palette), picture.width, picture.height, picture.delay_ms,
               len(picture.steps)]
    palette = np.zeros((256, 3), np.uint8)
    palette[:len(picture.palette)] = picture.palette
    parts = [struct.pack(f"<{len(numbers)}i", *numbers), palette.tobytes(),
             picture.pixels.tobytes()]
    for x, y, width, height, delay, pixels in picture.steps:
        parts += [struct.pack("<5i", x, y, width, height, delay), pixels.tobytes()]
    return b"".join(parts)


def main():
    """Writes the stream."""
    truths = None
    if len(sys.argv) > 2:
        with open(sys.argv[2], encoding="ascii") as file:
            truths = json.load(file)
    for number, (challenge, picture) in enumerate(read(sys.argv[1])):
        right = [int(cell) for cell in truths[number].split(",")] if truths else ()
        sys.stdout.buffer.write(record(challenge, picture, right))


if __name__ == "__main__":
    main()
