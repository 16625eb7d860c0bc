# Read by Orca when it starts: what it says goes to a file, one utterance a line, and it says nothing of keys, of the browser's own pages
# and of its own modes.
import logging
import os

import orca.settings as settings

said = logging.FileHandler(os.environ["ORCA_SAID"], encoding="utf-8")
said.setFormatter(logging.Formatter("%(message)s"))
logging.getLogger("speech").addHandler(said)

settings.enableKeyEcho = False
settings.enableEchoByCharacter = False
settings.enableBraille = False
settings.enableBrailleMonitor = False
settings.enableSound = False
settings.sayAllOnLoad = False
settings.pageSummaryOnLoad = False
settings.enablePositionSpeaking = True
settings.presentTimeStamps = False
