"""The build backend of this tree's pyproject.toml (PEP 517 and PEP 660). It needs nothing but Python and make.

`pip install -e .` gets a wheel that names the sources of the two packages and libtessera.so as make has built it here.
"""

from __future__ import annotations

import base64
import hashlib
import re
import subprocess
import zipfile
from pathlib import Path

BINDINGS = Path(__file__).resolve().parent
TREE = BINDINGS.parent.parent
SOURCES = [BINDINGS / "tessera/src", BINDINGS / "llm-firewall/src"]


def _version() -> str:
    found = re.search(r'^VERSION = "([^"]+)"', (SOURCES[0] / "tessera/_version.py").read_text(), re.MULTILINE)
    assert found is not None
    return found[1]


def _files(version: str, library: Path) -> dict[str, str]:
    """What the wheel holds, but for the list of it."""
    info = f"tessera-{version}.dist-info"
    return {
        "_tessera_tree.py": f'"""Where this installation has libtessera.so."""\n\nLIBRARY = {str(library)!r}\n',
        "_tessera_tree.pth": "".join(f"{source}\n" for source in SOURCES),
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: tessera\nVersion: {version}\nProvides-Extra: biometrics\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: tessera\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }


def _digest(text: str) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).decode().rstrip("=")


def get_requires_for_build_editable(config_settings: object = None) -> list[str]:
    return []


def build_editable(wheel_directory: str, config_settings: object = None, metadata_directory: object = None) -> str:
    version = _version()
    target = f"build/plain/libtessera.so.{version.rsplit('.', 1)[0]}"
    subprocess.run(["make", "-s", target], cwd=TREE, check=True)
    files = _files(version, TREE / target)
    record = f"tessera-{version}.dist-info/RECORD"
    lines = [f"{name},sha256={_digest(text)},{len(text.encode())}\n" for name, text in files.items()]
    files[record] = "".join(lines) + f"{record},,\n"
    name = f"tessera-{version}-py3-none-any.whl"
    with zipfile.ZipFile(Path(wheel_directory, name), "w") as wheel:
        for path, text in files.items():
            wheel.writestr(path, text)
    return name


def build_wheel(wheel_directory: str, config_settings: object = None, metadata_directory: object = None) -> str:
    raise SystemExit("this tree installs with `pip install -e .`; `make python` builds wheels")
