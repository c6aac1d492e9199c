"""From a driver's errors to the core's: trouble of the database; mistakes of ours fly."""

import errno
import sqlite3

from memory_core.errors import StorageTrouble, StorageUnavailable

_TROUBLES: dict[int, StorageTrouble] = {
    sqlite3.SQLITE_BUSY: "busy",
    sqlite3.SQLITE_LOCKED: "busy",
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "read-only",
    sqlite3.SQLITE_PERM: "read-only",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
    sqlite3.SQLITE_IOERR: "unreachable",
    sqlite3.SQLITE_CANTOPEN: "unreachable",
}
_OS_TROUBLES: dict[int, StorageTrouble] = {
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.EROFS: "read-only",
    errno.EACCES: "read-only",
    errno.EPERM: "read-only",
}
_PRIMARY_CODE = 0xFF


def trouble_of(error: BaseException) -> StorageTrouble | None:
    """Return what is wrong with the database, None when it is something else."""
    if isinstance(error, OSError):
        return _OS_TROUBLES.get(error.errno or 0, "unreachable")
    code = getattr(error, "sqlite_errorcode", None)
    return None if code is None else _TROUBLES.get(code & _PRIMARY_CODE)


def translated(error: Exception) -> Exception:
    """Return the core's error for trouble with the database, or the error itself."""
    trouble = trouble_of(error)
    return error if trouble is None else StorageUnavailable(trouble, str(error))
