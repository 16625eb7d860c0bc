"""The version of libtessera that this package was written for: it knows how its structs lie in memory."""

VERSION = "0.1.0"
