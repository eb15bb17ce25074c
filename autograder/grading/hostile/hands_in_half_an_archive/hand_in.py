"""Hands in an archive that breaks off in the middle."""

import io
import zipfile


def hand_in(class_folder, student, lesson, solution):
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(f"{lesson}/exercise.cu", solution)
    (class_folder / f"{student}.zip").write_bytes(whole.getvalue()[:600])
