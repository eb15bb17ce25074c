"""A tar archive with files of negative size."""

import tarfile


def hand_in(class_folder, student, lesson, solution):
    with tarfile.open(class_folder / f"{student}.tar.gz", "w:gz") as archive:
        for name in ("notes", f"{lesson}/exercise.cu"):
            header = bytearray(tarfile.TarInfo(name).tobuf(tarfile.GNU_FORMAT))
            header[124:136] = b"\xff" * 4 + (-1024).to_bytes(8, "big", signed=True)
            header[148:156] = b" " * 8
            header[148:156] = b"%06o\x00 " % sum(header)
            archive.fileobj.write(bytes(header))
            archive.offset += 512
