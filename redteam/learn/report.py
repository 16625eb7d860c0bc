"""Results, written as they come, and the clock that all parts share."""
import json
import math
import os
import time


def wilson(right, asked):
    """The bounds of a share that was found `right` times of `asked`, with 95% certainty."""
    if asked == 0:
        return [0.0, 1.0]
    z, share = 1.959964, right / asked
    whole = 1 + z * z / asked
    middle = (share + z * z / (2 * asked)) / whole
    half = z * math.sqrt(share * (1 - share) / asked + z * z / (4 * asked * asked)) / whole
    return [round(max(0.0, middle - half), 4), round(min(1.0, middle + half), 4)]


class Report:
    """Rows of results; the file is whole at any time."""

    def __init__(self, path, about):
        self.path, self.about, self.rows, self.start = path, about, [], time.monotonic()
        self.write()

    def passed(self):
        """Seconds since the start."""
        return time.monotonic() - self.start

    def add(self, right, asked, **row):
        """One measurement: `right` of `asked` fresh challenges."""
        row.update(right=int(right), asked=int(asked), share=round(right / max(1, asked), 4),
                   interval=wilson(right, asked), at_s=round(self.passed(), 1))
        self.rows.append(row)
        self.write()
        print(" ".join(f"{name}={value}" for name, value in row.items()), flush=True)

    def write(self):
        """Writes everything anew, so that a stop at any time leaves a good file."""
        with open(self.path + ".new", "w", encoding="ascii") as file:
            json.dump({"about": self.about, "rows": self.rows}, file, indent=1)
        os.replace(self.path + ".new", self.path)
