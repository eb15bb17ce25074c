"""A tar archive with a second exercise, whose folder is in a POSIX field although the archive is marked as GNU
tar. Some programs replace the first exercise with it."""

import gzip


def entry(name, data, prefix=b"", magic=b"ustar\x0000"):
    header = bytearray(512)
    header[0:len(name)] = name
    header[100:108] = b"0000644\0"
    header[108:124] = b"0000000\0" * 2
    header[124:136] = b"%011o\0" % len(data)
    header[136:148] = b"%011o\0" % 1_700_000_000
    header[156:157] = b"0"
    header[257:265] = magic
    header[345:345 + len(prefix)] = prefix
    header[148:156] = b" " * 8
    header[148:156] = b"%06o\0 " % sum(header)
    return bytes(header) + data + b"\0" * (-len(data) % 512)


def hand_in(class_folder, student, lesson, solution):
    graded = entry(f"{lesson}/exercise.cu".encode(), solution.encode())
    shown = entry(b"exercise.cu", b"int shown;\n", prefix=lesson.encode(), magic=b"ustar  \0")
    (class_folder / f"{student}.tar.gz").write_bytes(gzip.compress(graded + shown + b"\0" * 1024))
