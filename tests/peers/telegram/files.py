"""Files on Telegram's servers: uploaded by people and by the bot, fetched by path."""

import struct
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]

MAX_DOWNLOAD = 20 * 1024 * 1024


@dataclass(eq=False, kw_only=True)
class StoredFile:
    """One file; `size` may claim more than `data` holds; a lost one answers 404."""

    file_id: str
    unique_id: str
    path: str
    data: bytes
    name: str
    mime: str
    size: int
    lost: bool = False
    downloads: int = 0

    def json(self, **more: Any) -> Json:
        """The common fields of Document, PhotoSize and the like."""
        found = {"file_id": self.file_id, "file_unique_id": self.unique_id}
        return {**found, "file_size": self.size, **more}


@dataclass(kw_only=True)
class FileStore:
    """All files by id and by path."""

    by_id: dict[str, StoredFile] = field(default_factory=dict)

    def add(
        self, data: bytes, *, name: str, mime: str, folder: str = "documents", size: int = 0
    ) -> StoredFile:
        """Keep a file and give it ids and a path."""
        number = len(self.by_id) + 1
        suffix = name.rpartition(".")[2] if "." in name else "bin"
        stored = StoredFile(
            file_id=f"BQACAgIAAxkBAAIB{number:06d}",
            unique_id=f"AgAD{number:06d}",
            path=f"{folder}/file_{number}.{suffix}",
            data=data,
            name=name,
            mime=mime,
            size=size or len(data),
        )
        self.by_id[stored.file_id] = stored
        return stored

    def at(self, path: str) -> StoredFile | None:
        """The file behind a download path."""
        found = (f for f in self.by_id.values() if f.path == path and not f.lost)
        return next(found, None)

    def document(self, stored: StoredFile) -> Json:
        """The field `document`: Document."""
        return {"document": stored.json(file_name=stored.name, mime_type=stored.mime)}

    def photo(self, stored: StoredFile) -> Json:
        """The field `photo`: a thumbnail and the picture, smallest first."""
        width, height = picture_size(stored.data) or (100, 100)
        small = self.add(b"\xff\xd8\xff", name="thumb.jpg", mime="image/jpeg", folder="photos")
        thumbnail = small.json(width=min(width, 90), height=min(height, 90))
        return {"photo": [thumbnail, stored.json(width=width, height=height)]}


def picture_size(data: bytes) -> tuple[int, int] | None:
    """Width and height of a PNG; 100×100 for other known formats; None when it is no picture."""
    if data.startswith(b"\x89PNG\r\n\x1a\n") and len(data) >= 24:
        width, height = struct.unpack(">II", data[16:24])
        return width, height
    if data.startswith((b"\xff\xd8\xff", b"GIF8", b"BM")) or data[8:12] == b"WEBP":
        return 100, 100
    return None
