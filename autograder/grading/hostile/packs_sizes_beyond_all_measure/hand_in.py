"""A zip archive in the format for large files that claims a size of eight exabytes for its exercise."""

import struct
import zipfile


def hand_in(class_folder, student, lesson, solution):
    path = class_folder / f"{student}.zip"
    with zipfile.ZipFile(path, "w") as archive:
        with archive.open(f"{lesson}/exercise.cu", "w", force_zip64=True) as file:
            file.write(solution.encode())
    data = bytearray(path.read_bytes())
    # Its sizes, in the extra field of the local header, and in the list of contents.
    extra = struct.pack("<HHQQ", 1, 16, (1 << 63) - 1, (1 << 63) - 1)
    at = data.index(struct.pack("<HH", 1, 16))
    data[at : at + 20] = extra
    listed = data.index(b"PK\x01\x02")
    struct.pack_into("<II", data, listed + 20, 0xFFFFFFF0, 0xFFFFFFF0)
    path.write_bytes(bytes(data))
