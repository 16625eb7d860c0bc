#!/usr/bin/env python3
"""L5: sends challenges, as a client gets them, to a general model behind an OpenAI-compatible
endpoint that the operator names, and writes down what it answers.

model.py ask FOLDER --url URL --model NAME [--films sheet|frame] [--per-minute N] [--most N]
model.py sheets FOLDER OUT [--films sheet|frame]

FOLDER is one that redteam/gen.js has filled: `public` is read, `truth` never is. Answers go to
FOLDER/answers, and redteam/score.js counts them. The key of the endpoint is taken from the variable
TESSERA_MODEL_KEY. `sheets` only writes the pictures that would be sent, and what would be asked.

Nothing but Python's standard library is needed.
"""
import argparse
import base64
import json
import os
import re
import struct
import sys
import time
import urllib.error
import urllib.request
import zlib

KEY_VARIABLE = "TESSERA_MODEL_KEY"
SHEET_FRAMES, SHEET_COLUMNS = 12, 4
REPLY_MAX = 1 << 20  # bytes of a reply that are read
SIGNATURE = b"\x89PNG\r\n\x1a\n"


# ---------------------------------------------------------------- pictures
def chunks_of(png):
    """Type and data of each chunk."""
    if not png.startswith(SIGNATURE):
        raise ValueError("no PNG")
    at = len(SIGNATURE)
    while at + 8 <= len(png):
        length, kind = struct.unpack(">I4s", png[at:at + 8])
        yield kind, png[at + 8:at + 8 + length]
        at += 12 + length


def chunk(kind, data):
    """One chunk with its length and its check."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def rows_of(data, width, height, depth):
    """A frame's rows, a byte for each pixel."""
    stride, raw = (width * depth + 7) // 8, zlib.decompress(data)
    rows, before = [], bytes(stride)
    spread = [bytes(byte >> at & (1 << depth) - 1 for at in range(8 - depth, -1, -depth))
              for byte in range(256)]  # the pixels of a byte
    for y in range(height):
        kind, row = raw[y * (stride + 1)], raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)]
        if kind == 1:
            line = bytearray(row)
            for x in range(1, stride):
                line[x] = (line[x] + line[x - 1]) & 255
            row = bytes(line)
        elif kind == 2:
            row = bytes((a + b) & 255 for a, b in zip(row, before))
        elif kind != 0:
            raise ValueError(f"filter {kind} is not read here")
        before = row
        rows.append(b"".join(map(spread.__getitem__, row))[:width])
    return rows


class Film:
    """The frames of a picture, as rows of a byte for each pixel."""

    def __init__(self, png):
        self.palette, data, parts, areas = b"", b"", [], []
        for kind, body in chunks_of(png):
            if kind == b"IHDR":
                self.width, self.height, self.depth = struct.unpack(">IIB", body[:9])
            elif kind == b"PLTE":
                self.palette = body
            elif kind == b"IDAT":
                data += body
            elif kind == b"fcTL":
                areas.append(struct.unpack(">IIII", body[4:20]))
                parts.append(b"")
            elif kind == b"fdAT":
                parts[-1] += body[4:]
        self.first, self.parts, self.areas = data, parts, areas

    def frames(self):
        """Each frame as a whole picture."""
        picture = rows_of(self.first, self.width, self.height, self.depth)
        yield list(picture)
        for data, (width, height, left, top) in zip(self.parts, self.areas):
            if not data:
                continue
            for y, row in enumerate(rows_of(data, width, height, self.depth)):
                old = picture[top + y]
                picture[top + y] = old[:left] + row + old[left + width:]
            yield list(picture)

    def png(self, rows):
        """Rows as a still PNG with this palette."""
        header = struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 3, 0, 0, 0)
        data = zlib.compress(b"".join(b"\0" + row for row in rows), 6)
        return SIGNATURE + chunk(b"IHDR", header) + chunk(b"PLTE", self.palette) + \
            chunk(b"IDAT", data) + chunk(b"IEND", b"")


def still(png, view, films):
    """What is sent of a picture: itself where it stands still; of a film a sheet of frames that are
    far apart in time, or one frame from the middle. The options' cells stay below."""
    if not view.get("animation"):
        return png
    film = Film(png)
    frames = list(film.frames())
    if films == "frame":
        return film.png(frames[len(frames) // 2])
    bottom = view["cells"]["y"] if view.get("cells") else film.height
    picked = [frames[i * (len(frames) - 1) // (SHEET_FRAMES - 1)] for i in range(SHEET_FRAMES)]
    line, sheet = b"\0" * 4, []
    for start in range(0, SHEET_FRAMES, SHEET_COLUMNS):
        row = picked[start:start + SHEET_COLUMNS]
        sheet += [line.join(frame[y] for frame in row) for y in range(bottom)]
        sheet += [bytes(len(sheet[0]))] * 4
    paper = bytes(len(sheet[0]) - film.width)
    return film.png(sheet + [row + paper for row in picked[0][bottom:]])


# ---------------------------------------------------------------- questions
def question_of(view, instructions):
    """What the model is asked, in words: what a visitor sees, and in which form to answer."""
    lines = [f"The picture is a puzzle. Its instruction: {instructions}"]
    if view.get("animation"):
        lines.append("It is a film; you see frames of it.")
    if view.get("grids"):
        lines.append("Before: {before} After: {after} Your grid: {start}".format(**view["grids"]))
        lines.append("The transforms: " + ", ".join(view["options"]))
        return "\n".join(lines + ['Answer with the 16 digits of the resulting grid: {"answer": "..."}'])
    if view.get("options"):
        named = ", ".join(f"{i}: {word}" for i, word in enumerate(view["options"]))
        lines.append(f"The options by number: {named}")
    else:
        lines.append(f"The cells are numbered from 0, row by row, {view['columns']} in a row, "
                     f"{view['count']} in all.")
    count = view["select"]["max"]
    form = "the number" if count == 1 else f"the {count} numbers, with commas between"
    return "\n".join(lines + [f'Answer with {form} alone, as JSON: {{"answer": "..."}}'])


def answer_in(text, view):
    """The answer in a model's words, in the form of the API; None where there is none."""
    found = re.findall(r'"answer"\s*:\s*"?\[?\s*([^"\]}]*)', text)
    words = found[-1].strip() if found else text.strip()
    if view.get("grids"):
        grids = re.findall(r"[012]{16}", re.sub(r"[^0-9a-z]", "", words.lower()))
        return grids[-1] if grids else None
    count, options = view["select"]["max"], view.get("options") or []
    lowered = [word.lower() for word in options]
    if count == 1 and words.lower().strip(" .!'\"") in lowered and not words.strip().isdigit():
        return str(lowered.index(words.lower().strip(" .!'\"")))
    numbers = [int(number) for number in re.findall(r"\d+", words)]
    if not found:  # prose: what comes last is the answer
        named = [i for i, word in enumerate(lowered) if re.search(rf"\b{re.escape(word)}\b", words.lower())]
        if len(numbers) < count:
            return str(named[0]) if count == 1 and len(named) == 1 else None
        numbers = numbers[-count:]
    if len(set(numbers)) != count or any(number >= view["count"] for number in numbers):
        return None
    return ",".join(str(number) for number in sorted(numbers))


# ------------------------------------------------------------------- models
class Model:
    """An endpoint, and the pace at which it is asked."""

    def __init__(self, words):
        self.url, self.model = words.url.rstrip("/") + "/chat/completions", words.model
        self.pause, self.timeout, self.tries = 60 / words.per_minute, words.timeout, words.tries
        self.key, self.next = os.environ.get(KEY_VARIABLE, ""), 0.0

    def send(self, text, png):
        """The model's words; raises OSError or ValueError."""
        wait = self.next - time.monotonic()
        if wait > 0:
            time.sleep(wait)
        self.next = time.monotonic() + self.pause
        picture = "data:image/png;base64," + base64.b64encode(png).decode("ascii")
        body = {"model": self.model, "messages": [{"role": "user", "content": [
            {"type": "text", "text": text}, {"type": "image_url", "image_url": {"url": picture}}]}]}
        headers = {"Content-Type": "application/json"}
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        asked = urllib.request.Request(self.url, json.dumps(body).encode(), headers)
        with urllib.request.urlopen(asked, timeout=self.timeout) as reply:
            said = json.loads(reply.read(REPLY_MAX))
        try:
            return str(said["choices"][0]["message"]["content"])
        except (KeyError, IndexError, TypeError) as wrong:
            raise ValueError("a reply without words") from wrong

    def ask(self, text, png):
        """The same, tried again where it failed: None after that, which counts as a wrong answer."""
        for attempt in range(self.tries):
            try:
                return self.send(text, png)
            except (OSError, ValueError) as wrong:
                hidden = str(wrong).replace(self.key, "...") if self.key else str(wrong)
                print(f"failed ({attempt + 1} of {self.tries}): {hidden}", file=sys.stderr)
        return None


def challenges(folder):
    """All that a client got: name of the rung, number, JSON, picture."""
    public = os.path.join(folder, "public")
    for name in sorted(os.listdir(public)):
        count = sum(one.endswith(".json") for one in os.listdir(os.path.join(public, name)))
        for number in range(count):
            with open(os.path.join(public, name, f"{number}.json"), encoding="utf8") as file:
                challenge = json.load(file)["challenge"]
            with open(os.path.join(public, name, f"{number}.png"), "rb") as file:
                yield name, number, challenge, file.read()


def ask_all(words):
    """Asks, and writes answers as they come. What was not answered counts as wrong: ''."""
    model, answers = Model(words), {}
    for name, number, challenge, png in challenges(words.folder):
        view = challenge["view"]
        answers.setdefault(name, [])
        if number >= words.most:
            answers[name].append(None)  # not asked
        else:
            said = model.ask(question_of(view, challenge["instructions"]), still(png, view, words.films))
            answers[name].append("" if said is None else answer_in(said, view) or "")
        attacker = f"L5 {re.sub('[^A-Za-z0-9.-]', '_', words.model)}, {words.films}"
        place = os.path.join(words.folder, "answers", attacker)
        os.makedirs(place, exist_ok=True)
        with open(os.path.join(place, f"{name}.json"), "w", encoding="ascii") as file:
            json.dump(answers[name], file)


def write_sheets(words):
    """The pictures that would be sent, and beside each what would be asked."""
    os.makedirs(words.out, exist_ok=True)
    for name, number, challenge, png in challenges(words.folder):
        if number >= words.most:
            continue
        path = os.path.join(words.out, f"{name}-{number}")
        with open(path + ".png", "wb") as file:
            file.write(still(png, challenge["view"], words.films))
        with open(path + ".txt", "w", encoding="utf8") as file:
            file.write(question_of(challenge["view"], challenge["instructions"]) + "\n")


def main():
    """Reads the command line."""
    words = argparse.ArgumentParser(description=__doc__,
                                    formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = words.add_subparsers(required=True)
    ask, sheets = verbs.add_parser("ask"), verbs.add_parser("sheets")
    for verb in (ask, sheets):
        verb.add_argument("folder")
        verb.add_argument("--films", choices=("sheet", "frame"), default="sheet")
        verb.add_argument("--most", type=int, default=50, help="challenges of each type and level")
    sheets.add_argument("out")
    sheets.set_defaults(run=write_sheets)
    ask.add_argument("--url", required=True, help="as in https://host/v1")
    ask.add_argument("--model", required=True)
    ask.add_argument("--per-minute", type=float, default=20)
    ask.add_argument("--timeout", type=float, default=120, help="seconds for a reply")
    ask.add_argument("--tries", type=int, default=2)
    ask.set_defaults(run=ask_all)
    words = words.parse_args()
    words.run(words)


if __name__ == "__main__":
    main()
