"""What the tests of this folder share."""

import json
import os
import subprocess
import sys
from pathlib import Path

TREE = Path(os.environ["TESSERA_TREE"])


def command(*arguments: str) -> str:
    """What the program prints."""
    return subprocess.run([TREE / "build/tessera", *arguments], check=True, capture_output=True, text=True).stdout


def generated(*arguments: str) -> dict:
    """What `tessera generate` prints of one challenge."""
    return json.loads(command("generate", *arguments))


def python(program: str, **environment: str) -> subprocess.CompletedProcess:
    """Runs a program in the same environment, with some variables changed."""
    return subprocess.run([sys.executable, "-W", "error", "-c", program], capture_output=True, text=True,
                          env={**os.environ, **environment}, timeout=60)
