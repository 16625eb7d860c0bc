#!/usr/bin/env python3
"""L2: an attacker that hears what is read aloud, without a recogniser of speech. listen.py FOLDER
[ATTACKER] reads FOLDER/public, never FOLDER/truth, and writes FOLDER/answers/ATTACKER/audio-LEVEL.json.

The voice is a program that everybody has, and the sentences are in the source. `Bank` has each piece
of them said by each voice, cuts the sound at its pauses, and compares pieces of equal length: it knows
how sounds are varied. `Exact` knows no variation but the voice's own and the wordings: it has whole
sentences said, in the voice that fits best, and compares them frame by frame."""
import itertools
import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
SCENE = os.path.join(HERE, "../src/challenge/scene/questions")
VOICES = [(variant, pitch) for variant in ("m1", "m3", "m4", "m7", "f1", "f2", "f3", "f4")
          for pitch in (38, 50, 62)]
RATES = (0.94, 0.97, 1.0, 1.03, 1.06)
HOP, WINDOW, BANDS, STEPS = 110, 256, 20, 40  # samples at 11,025 a second; parts of a piece
PAUSES = (8, 11, 14, 18, 22)  # frames: shorter silence is a part of what is said
SHARES = (0.2, 0.3, 0.4)  # between silence and loud words
COSINES = np.cos(np.pi / BANDS * np.outer(np.arange(BANDS) + 0.5, np.arange(12))) / BANDS  # shapes, not harmonics
MASK = np.hanning(WINDOW).astype(np.float32)


def sentences():
    """Names, beginnings, walks and questions in English, as the source has them."""
    def rows(file, macro):
        with open(os.path.join(SCENE, file), encoding="utf-8") as text:
            for row in re.findall(rf'^{macro}\((.*?)\)$', text.read(), re.M | re.S):
                yield re.findall(r'"((?:[^"\\]|\\.)*)"', row)
    spoken = next(row for row in rows("spoken.def", "SPOKEN") if row[0] == "en")
    start, walk, *rest = spoken[-12:]
    parts = [[start], [walk], [rest[:4]]]
    if os.path.exists(os.path.join(SCENE, "spoken_wordings.def")):
        for tag, more_start, more_walk, *more_ask in rows("spoken_wordings.def", "WORDING"):
            if tag == "en":
                for part, more in zip(parts, (more_start, more_walk, more_ask)):
                    part.append(more)
    return rest[4:], *parts


def pieces_of(sentence):
    """What is said in one breath."""
    return [piece.strip() for piece in re.split(r"[,.:?]", sentence) if piece.strip()]


def say(voice, text, speed=148, gap=2):
    variant, pitch = voice
    arguments = ["espeak-ng", "-v", f"en+{variant}", "-p", str(pitch), "-s", str(speed), "-g", str(gap), "-b", "1",
                 "--stdin", "--stdout"]
    sound = subprocess.run(arguments, input=text.encode(), capture_output=True, check=True).stdout[44:]
    samples = np.frombuffer(sound[:len(sound) // 4 * 4], "<i2").astype(np.float32)
    return (samples[0::2] + samples[1::2]) / 2 / 32768


def spectra(samples):
    count = max(1, (len(samples) - WINDOW) // HOP + 1)
    padded = np.pad(samples, (0, WINDOW))
    at = np.arange(WINDOW)[None] + HOP * np.arange(count)[:, None]
    return np.abs(np.fft.rfft(padded[at] * MASK)).astype(np.float32)


def bands(spectrum, rate):
    """Loudness in bands, as it would be if the sound were played at that rate."""
    edges = (np.geomspace(700, 5300, BANDS + 1) - 600) / rate * WINDOW / 11025
    sums = np.concatenate([np.zeros((len(spectrum), 1), np.float32), np.cumsum(spectrum, 1)], 1)
    at = np.arange(sums.shape[1])
    upto = np.stack([np.interp(edges, at, row) for row in sums])
    return np.diff(upto, axis=1) / np.diff(edges)


def form(spectrum, rate=1.0):
    """A piece in STEPS steps, whatever its length, without what tone and loudness add."""
    loud = bands(spectrum, rate)
    loud = np.log(loud + 0.03 * loud.max())
    at = np.linspace(0, len(loud) - 1, STEPS)
    loud = np.stack([np.interp(at, np.arange(len(loud)), band) for band in loud.T], 1)
    smooth = (loud - loud.mean(0)) @ COSINES
    return (smooth / np.linalg.norm(smooth)).ravel().astype(np.float32)


def cuts(spectrum):
    """From where to where somebody speaks: a list for each guess at what is silence, and at how long
    it has to be."""
    energy = np.log(np.square(spectrum[:, 3:110]).sum(1) + 1e-6)
    words = np.nonzero(energy > np.percentile(energy, 90) - 9)[0]
    first, last = words[0], words[-1] + 1
    energy = np.convolve(np.pad(energy[first:last], 1, "edge"), np.ones(3) / 3, "valid")
    floor, loud = np.percentile(energy, (4, 90))
    for share, pause in itertools.product(SHARES, PAUSES):
        found, since, silent = [], None, 0
        for i, voiced in enumerate(np.append(energy > floor + share * (loud - floor), [False] * (pause + 1))):
            if voiced:
                since, silent = i if since is None else since, 0
            elif since is not None:
                silent += 1
                if silent > pause:
                    end = i - silent + 1
                    if end - since > 8:
                        found.append((first + since, first + end))
                    since = None
        yield found


class Bank:
    """Every piece by every voice at every rate."""
    def __init__(self):
        self.names, self.starts, self.walks, self.asks = sentences()
        texts = {*self.names, *(piece for part in (self.starts, self.walks, *self.asks)
                                for sentence in part for piece in pieces_of(sentence))}
        self.at = {text: i for i, text in enumerate(sorted(texts))}
        forms = np.zeros((len(VOICES) * len(RATES), len(texts), STEPS * COSINES.shape[1]), np.float32)
        lengths = np.zeros(len(texts))

        hiss = np.random.default_rng(1).standard_normal(120000).astype(np.float32)

        def add(order):
            (number, voice), text = order
            sound = say(voice, text)
            spectrum = spectra(sound + hiss[:len(sound)] * np.sqrt(np.square(sound).mean()) * 0.07)
            parts = next(cuts(spectrum))
            spectrum = spectrum[parts[0][0]:parts[-1][1]]
            lengths[self.at[text]] = len(spectrum)
            for i, rate in enumerate(RATES):
                forms[number * len(RATES) + i, self.at[text]] = form(spectrum, rate)
        with ThreadPoolExecutor(2) as threads:
            list(threads.map(add, itertools.product(enumerate(VOICES), sorted(texts))))
        self.forms, self.lengths = forms, np.log(lengths)

    def distances(self, segments):
        """[voice and rate, segment, piece]"""
        found = 1 - self.forms @ np.stack([form(segment) for segment in segments]).T
        off = np.log([len(segment) for segment in segments])[:, None] - self.lengths[None]
        return found.transpose(0, 2, 1) + np.maximum(0, np.abs(off) - 0.2)[None]

    def answer(self, segments):
        """How badly the sound fits, and the name that is asked for: names are pieces that are like a
        name, the last piece is the question, and a piece between may tell of the walk."""
        distances = self.distances(segments)
        voices = np.argsort(np.minimum(distances.min(2), 0.5).sum(1))[:8]
        near = distances[voices].min(0)
        name_at = [self.at[name] for name in self.names]
        walk_at = [self.at[piece] for walk in self.walks for piece in pieces_of(walk)]
        ask_at = np.array([[self.at[pieces_of(ask)[0]] for ask in asks] for asks in self.asks])
        far = near.min(1)
        named = [i for i in range(len(segments) - 1)
                 if len(segments[i]) < 110 and near[i, name_at].min() <= far[i] + 0.05 and far[i] < 0.45]
        rows = [list(group) for _, group in itertools.groupby(named, key=lambda i: i - named.index(i))]
        row = max(rows, key=len, default=[])[-len(self.names):]
        if len(row) < 3:
            return np.inf, None
        # A question may have been cut where somebody takes a breath.
        last = max(len(segments) - 4, row[-1] + 1)
        whole = [np.concatenate(segments[first:]) for first in range(last, len(segments))]
        asked = self.distances(whole)[voices].min(0)[:, ask_at]
        first = last + int(np.argmin(asked.min((1, 2))))
        place = int(np.argmin(asked[first - last].min(0)))
        between = near[row[-1] + 1:first]
        walks = len(between) > 0 and (between[:, walk_at].min() < 0.4 or sum(map(len, segments[row[-1] + 1:first])) > 150)
        order = min(itertools.permutations(range(len(self.names)), len(row)),
                    key=lambda names: sum(near[i, name_at[name]] for i, name in zip(row, names)))
        asked = (0, 1, len(row) - 2, len(row) - 1)[place]
        return np.minimum(far, 0.7)[row[0]:].mean() - 0.02 * len(row), self.names[order[len(row) - 1 - asked if walks else asked]]


    def hear(self, wav, _level):
        spectrum = spectra((np.frombuffer(wav[44:], np.uint8).astype(np.float32) - 128) / 126)
        tried = {tuple(found): None for found in cuts(spectrum) if 5 <= len(found) <= 14}
        answers = [self.answer([spectrum[start:end] for start, end in found]) for found in tried]
        return min(answers, key=lambda answer: answer[0], default=(0, None))[1]


class Exact:
    """Whole sentences, synthesised until one fits."""
    PITCHES, SPEEDS, GAPS = range(35, 66), range(135, 161), range(1, 5)

    def __init__(self):
        self.names, self.starts, self.walks, self.asks = sentences()
        orders = list(itertools.product(sorted({voice for voice, _ in VOICES}), self.SPEEDS[1::3], self.GAPS,
                                        range(len(self.starts))))
        with ThreadPoolExecutor(2) as threads:
            forms = list(threads.map(lambda order: self.frames(order[0], 50, *order[1:3], self.starts[order[3]]), orders))
        self.bank = list(zip(orders, forms))

    @staticmethod
    def trim(samples):
        loud = np.nonzero(np.abs(samples) > 0.03 * np.abs(samples).max())[0]
        return samples[loud[0]:loud[-1] + 1]

    @classmethod
    def frames(cls, variant, pitch, speed, gap, text):
        return cls.loudness(cls.trim(say((variant, pitch), text, speed, gap)))

    @staticmethod
    def loudness(samples):
        loud = bands(spectra(samples / np.sqrt(np.square(samples[:15000]).mean())), 1.0)
        return np.log(loud + 0.3)

    @staticmethod
    def off(heard, said):
        count = min(len(heard), len(said))
        return np.abs(heard[:count] - said[:count]).mean()

    def hear(self, wav, level):
        count = {"easy": 3, "medium": 4, "hard": 5}[level]
        heard = self.loudness(self.trim((np.frombuffer(wav[44:], np.uint8).astype(np.float32) - 128) / 126))
        fits = sorted(self.bank, key=lambda one: self.off(heard, one[1]))[:3]

        def start_off(order):
            variant, pitch, speed, gap, start = order
            return self.off(heard, self.frames(variant, pitch, speed, gap, self.starts[start]))

        near = min(((v, pitch, s, g, start) for (v, s, g, start), _ in fits for pitch in self.PITCHES[::5]), key=start_off)
        for change in ((0, 1, 0), (0, 0, 1), (0, 1, 0)):
            steps = range(-2, 3) if change[1] else range(-1, 2)
            near = min(((near[0], near[1] + step * change[1], near[2] + step * change[2], *near[3:]) for step in steps),
                       key=start_off)
        voice, text, row = near[:4], self.starts[near[4]], []
        for i in range(count):
            def name_off(name):
                end = "." if i == count - 1 else ","
                return self.off(heard, self.frames(*voice, f"{text}{', ' if i > 0 else ' '}{name}{end}"))

            row.append(min((name for name in self.names if name not in row), key=name_off))
            text += (", " if i > 0 else " ") + row[-1]

        ends = [(walk is not None, place, f"{text}. {walk + ' ' if walk else ''}{ask[place]}")
                for walk in (None, *self.walks) for ask in self.asks for place in range(4)]

        def end_off(end):
            said = self.frames(*voice, end[2])
            return self.off(heard, said) + 0.02 * abs(len(heard) - len(said))
        walks, place, _ = min(ends, key=end_off)
        asked = (0, 1, len(row) - 2, len(row) - 1)[place]
        return row[len(row) - 1 - asked if walks else asked]


ATTACKERS = {"pieces": ("L2 audio, pieces of speech", Bank), "whole": ("L2 audio, whole sentences", Exact)}


def main():
    folder, *wanted = sys.argv[1:]
    for title, make in (ATTACKERS[name] for name in wanted or ATTACKERS):
        attacker = make()
        for name in sorted(os.listdir(os.path.join(folder, "public"))):
            place = os.path.join(folder, "public", name)
            answers = []
            for i in range(sum(file.endswith(".wav") for file in os.listdir(place))):
                with open(os.path.join(place, f"{i}.json"), encoding="utf-8") as file:
                    challenge = json.load(file)["challenge"]
                with open(os.path.join(place, f"{i}.wav"), "rb") as file:
                    word = attacker.hear(file.read(), challenge["difficulty"])
                options = challenge["view"]["options"]
                answers.append(str(options.index(word)) if word in options else "0")
            to = os.path.join(folder, "answers", title)
            os.makedirs(to, exist_ok=True)
            with open(os.path.join(to, f"{name}.json"), "w", encoding="utf-8") as file:
                json.dump(answers, file)


if __name__ == "__main__":
    main()
