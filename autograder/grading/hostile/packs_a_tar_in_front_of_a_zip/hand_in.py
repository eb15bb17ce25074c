"""A zip archive preceded by an old-format tar archive, which has no signature. Programs that look at the beginning
of a file unpack the tar archive."""

import io
import zipfile

SHOWN = b"int shown;\n"


def old_tar(name, data):
    header = bytearray(512)
    fields = {0: name.encode(), 100: b"0000644\0", 108: b"0001750\0", 116: b"0001750\0", 124: b"%011o\0" % len(data),
              136: b"%011o\0" % 1764000000, 148: b" " * 8}
    for at, value in fields.items():
        header[at : at + len(value)] = value
    header[148:156] = b"%06o\0 " % sum(header)
    return bytes(header) + data + b"\0" * (-len(data) % 512) + b"\0" * 1024


def hand_in(class_folder, student, lesson, solution):
    packed = io.BytesIO(old_tar(f"{lesson}/exercise.cu", SHOWN))
    with zipfile.ZipFile(packed, "a") as archive:
        archive.writestr(f"{lesson}/exercise.cu", solution)
    (class_folder / f"{student}.zip").write_bytes(packed.getvalue())
