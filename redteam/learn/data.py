"""Labelled challenges of the attacker's own making, as redteam/export.c writes them."""
import json
import os
import subprocess
import threading

import numpy as np

HEADER_BYTES = 4096
TEST_SEED = 900000000  # from here on nothing is learned


def open_records(path):
    """The records of a file, as a structured array that lies on the disk."""
    with open(path, "rb") as file:
        header = json.loads(file.read(HEADER_BYTES))
    fields = np.dtype([(name, kind, tuple(shape)) for name, kind, shape in header["fields"]])
    return np.memmap(path, dtype=fields, mode="r", offset=HEADER_BYTES, shape=(header["count"],))


class Maker:
    """Has the exporter write files, one after the other, while something else is computed."""

    def __init__(self, program, folder, processes):
        self.program, self.folder, self.processes = program, folder, processes
        self.lock, self.number, self.waiting = threading.Lock(), 0, {}
        os.makedirs(folder, exist_ok=True)

    def make(self, kind, level, seed, count, extra=()):
        """Writes one file, and returns its path."""
        with self.lock:
            self.number += 1
            path = os.path.join(self.folder, f"{kind}-{self.number}")
            order = [self.program, kind, level, str(seed), str(count), str(self.processes), path]
            subprocess.run(order + list(extra), check=True)
        return path

    def later(self, *order):
        """The same in the background: call what is returned to wait for the path."""
        box = {}

        def work():
            try:
                box["path"] = self.make(*order)
            except (OSError, subprocess.CalledProcessError) as wrong:
                box["wrong"] = wrong

        thread = threading.Thread(target=work, daemon=True)
        thread.start()

        def wait():
            thread.join()
            if "wrong" in box:
                raise box["wrong"]
            return box["path"]

        wait.is_ready = lambda: not thread.is_alive()
        return wait

    def prepare(self, orders):
        """Starts to make these files, in this order."""
        ready = {order: threading.Event() for order in orders}
        for order in orders:
            self.waiting[order] = (ready[order], {})

        def work():
            for order in orders:
                event, box = self.waiting[order]
                try:
                    box["path"] = self.make(*order)
                except (OSError, subprocess.CalledProcessError) as wrong:
                    box["wrong"] = wrong
                event.set()

        threading.Thread(target=work, daemon=True).start()

    def take(self, order):
        """The records of a file that prepare() was told of; it takes room until the end."""
        event, box = self.waiting[order]
        event.wait()
        if "wrong" in box:
            raise box["wrong"]
        if "records" not in box:
            box["records"] = open_records(box["path"])
            os.remove(box["path"])
        return box["records"]
