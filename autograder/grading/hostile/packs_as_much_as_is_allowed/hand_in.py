"""An archive of 64 exercises whose total size is exactly the limit for unpacking."""

import zipfile


def hand_in(class_folder, student, lesson, solution):
    with zipfile.ZipFile(class_folder / f"{student}.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for i in range(64):
            archive.writestr(f"{i}/{lesson}/exercise.cu", "x" * (1 << 20))
