"""One response from standard input: TESSERA_URL=... TESSERA_SECRET=... python3 example.py HOSTNAME[,HOSTNAME...] [ACTION] [STRENGTH] [ALTERNATIVE,...]"""
import os
import sys

from tessera_verify import CLASSES, Misconfigured, Unavailable, verify

hostname, action, strength, alternatives = (sys.argv[1:] + [""] * 4)[:4]
try:
    verdict = verify(os.environ["TESSERA_URL"], os.environ["TESSERA_SECRET"], sys.stdin.read(), hostname=hostname.split(","),
                     action=action, strength=strength or CLASSES[0], alternatives=alternatives.split(",") if alternatives else None,
                     timeout_s=int(os.environ.get("TESSERA_TIMEOUT_MS", "5000")) / 1000)
except Unavailable as error:
    print("nobody can tell:", error)  # open or shut: this one is your decision
    sys.exit(75)
except Misconfigured as error:
    print("wrong use:", error)
    sys.exit(2)
print("verified" if verdict.verified else "not verified: " + verdict.reason)
sys.exit(0 if verdict.verified else 1)
