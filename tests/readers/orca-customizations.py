# Read by Orca when it starts: what it says goes to a file, one utterance a line, and it says nothing of keys, of the browser's own pages
# and of its own modes. A page that takes the name "orca-mark N" asks whether all before that is said: the line "MARK N EVENTS" tells so, with how
# many events came before it.
import logging
import os
import re

import orca.event_manager as event_manager
import orca.settings as settings
from gi.repository import Atspi, GLib

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

LOOK_MS = 10
manager = event_manager.getManager()
ignore = manager._ignore
events = 0


def is_waiting():
    """Whether an event was not dealt with, or a live region was not told: that comes a moment later."""
    if not manager._eventQueue.empty() or manager._gidleId:
        return True
    scripts = event_manager._scriptManager
    every = [*scripts.appScripts.values(), *(one for of_app in scripts.toolkitScripts.values() for one in of_app.values())]
    return any(len(one.liveRegionManager.msg_queue) > 0 for one in every if getattr(one, "liveRegionManager", None))


def tell(mark):
    if is_waiting():
        return True
    said.emit(logging.makeLogRecord({"msg": "MARK %s %d" % (mark, events)}))
    return False


def ignore_marks(event):
    """Events come in the order in which the browser tells them: what is before a mark is in the queue, or dealt with. The window and its tab take the
    page's name, too, and may be first."""
    global events
    mark = re.search(r"orca-mark (\d+)", event.any_data) if isinstance(event.any_data, str) else None
    if mark:
        if event.type.startswith("object:property-change:accessible-name") and event.source.getRole() == Atspi.Role.DOCUMENT_WEB:
            GLib.timeout_add(LOOK_MS, tell, mark[1])
        return True
    ignored = ignore(event)
    if not ignored:
        events += 1
    return ignored


manager._ignore = ignore_marks
