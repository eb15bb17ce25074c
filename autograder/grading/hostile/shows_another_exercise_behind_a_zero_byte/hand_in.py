"""A zip archive with names that end in a zero byte: its list of contents shows another exercise than the graded
one."""

import struct
import zlib


def zip_of(entries):
    """Stored files: (name in front, name in the list, bytes)."""
    front, contents = b"", b""
    for in_front, listed, data in entries:
        numbers = struct.pack("<HHHHHIII", 20, 0, 0, 0, 0x21, zlib.crc32(data), len(data), len(data))
        at = len(front)
        front += b"PK\x03\x04" + numbers + struct.pack("<HH", len(in_front), 0) + in_front + data
        contents += b"PK\x01\x02" + struct.pack("<H", 20) + numbers
        contents += struct.pack("<HHHHHII", len(listed), 0, 0, 0, 0, 0, at) + listed
    end = struct.pack("<HHHHIIH", 0, 0, len(entries), len(entries), len(contents), len(front), 0)
    return front + contents + b"PK\x05\x06" + end


def hand_in(class_folder, student, lesson, solution):
    name = f"{lesson}/exercise.cu".encode() + b"\0"
    graded = (name, b"notes.txt", solution.encode())
    shown = (b"other.txt", name, b"int shown;\n")
    (class_folder / f"{student}.zip").write_bytes(zip_of([graded, shown]))
