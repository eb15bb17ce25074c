"""Headers and members of tar archives, as bytes, so that an attack may change some of them."""

import tarfile

SHOWN = b"int shown;\n"  # what another program unpacks than is graded
END = b"\0" * 1024


def header(name, size, size_field=b"", kind=tarfile.REGTYPE):
    """With `size_field` in place of the digits of `size`, if it is given."""
    entry = tarfile.TarInfo(name)
    entry.size = size
    entry.type = kind
    block = bytearray(entry.tobuf(tarfile.USTAR_FORMAT))
    if size_field:
        block[124:136] = size_field.ljust(12, b"\0")
    block[148:156] = b" " * 8
    block[148:156] = b"%06o\0 " % sum(block)
    return bytes(block)


def member(name, data, kind=tarfile.REGTYPE):
    return header(name, len(data), kind=kind) + data + b"\0" * (-len(data) % 512)


def one_behind_a_false_size(name, graded, size_field):
    """To who reads `size_field` as a size, `graded` lies in a file of it, and SHOWN is the exercise."""
    hidden = member(name, SHOWN)
    first = member(name, graded) + header("more.txt", len(hidden))
    notes = header("notes.txt", 0, size_field(len(first)))
    return header("read.me", 0) + notes + first + hidden + END
