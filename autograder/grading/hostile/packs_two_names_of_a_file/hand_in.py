"""A tar archive whose exercise has another name in the records that older programs do not know."""

import io
import tarfile


def hand_in(class_folder, student, lesson, solution):
    with tarfile.open(class_folder / f"{student}.tar.gz", "w:gz", format=tarfile.PAX_FORMAT) as archive:
        for name, path, text in (("exercise.cu", "notes.txt", "int shown;\n"), ("notes.txt", "exercise.cu", solution)):
            entry = tarfile.TarInfo(f"{lesson}/{name}")
            entry.size = len(text.encode())
            entry.pax_headers = {"path": f"{lesson}/{path}"}
            archive.addfile(entry, io.BytesIO(text.encode()))
