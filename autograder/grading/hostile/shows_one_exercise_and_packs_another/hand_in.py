"""A zip archive whose list of contents gives its files other names than the headers before their bytes."""

import io
import zipfile


def hand_in(class_folder, student, lesson, solution):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr(f"{lesson}/exercise.cu", solution)
        archive.writestr(f"{lesson}/exercise.cv", "int shown;\n")
    data = packed.getvalue()
    contents = data.index(b"PK\x01\x02")
    listed = data[contents:].replace(b"exercise.cu", b"exercise.c?")
    listed = listed.replace(b"exercise.cv", b"exercise.cu").replace(b"exercise.c?", b"exercise.cv")
    (class_folder / f"{student}.zip").write_bytes(data[:contents] + listed)
