"""A zip archive that is encrypted with a password."""

import zipfile


def hand_in(class_folder, student, lesson, solution):
    path = class_folder / f"{student}.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(f"{lesson}/exercise.cu", solution)
    data = bytearray(path.read_bytes())
    for mark, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(mark) + flags] |= 1
    path.write_bytes(bytes(data))
