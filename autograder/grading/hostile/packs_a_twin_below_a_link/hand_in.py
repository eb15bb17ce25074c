"""A tar archive with a link to the lesson's folder and a second exercise below the link. Programs that follow it
replace the first exercise with the second."""

import io
import tarfile


def hand_in(class_folder, student, lesson, solution):
    with tarfile.open(class_folder / f"{student}.tar.gz", "w:gz") as archive:
        for name, text in ((lesson, solution), ("link", ""), ("link", "int shown;\n")):
            entry = tarfile.TarInfo(f"{name}/exercise.cu" if text else name)
            entry.size = len(text.encode())
            if not text:
                entry.type, entry.linkname = tarfile.SYMTYPE, lesson
            archive.addfile(entry, io.BytesIO(text.encode()))
