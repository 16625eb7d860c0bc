"""`pytest tests/spatial/` runs the original plugin's examples against this tree, installed by `pip install -e .[biometrics]`."""

import os
import sys
from pathlib import Path

TREE = Path(__file__).resolve().parents[2]
os.environ.setdefault("TESSERA_TREE", str(TREE))
sys.path.insert(0, str(TREE / "tests/python"))  # support.py
