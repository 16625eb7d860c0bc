"""Labelled challenges of the attacker's own making, as redteam/export.c writes them."""
import json
import os
import subprocess
import threading

import numpy as np

HEADER_BYTES = 4096


def open_records(path):
    """The records of a file, as a structured array that lies on the disk."""
    with open(path, "rb") as file:
        header = json.loads(file.read(HEADER_BYTES))
    fields = np.dtype([(name, kind, tuple(shape)) for name, kind, shape in header["fields"]])
    return np.memmap(path, dtype=fields, mode="r", offset=HEADER_BYTES, shape=(header["count"],))


class Maker:
    """Has the exporter write files, one order after the other, while something else is computed."""

    def __init__(self, program, folder, processes):
        self.program, self.folder, self.processes = program, folder, processes
        self.lock = threading.Lock()
        os.makedirs(folder, exist_ok=True)

    def make(self, kind, level, seed, count, extra=()):
        """Writes one file, and returns its path. The caller removes it."""
        path = os.path.join(self.folder, f"{kind}-{level}-{seed}-{threading.get_ident()}")
        order = [self.program, kind, level, str(seed), str(count), str(self.processes), path]
        with self.lock:
            subprocess.run(order + list(extra), check=True)
        return path

    def later(self, *order, **named):
        """The same in the background: call what is returned to wait for the path."""
        box = {}

        def work():
            try:
                box["path"] = self.make(*order, **named)
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
