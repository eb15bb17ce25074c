"""Correct, but its archive contains archives within archives, 20 deep, and a copy of itself."""

import io
import zipfile


def hand_in(class_folder, student, lesson, solution):
    inner = solution.encode()
    for _ in range(20):
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(f"{lesson}/exercise.cu", solution)
            archive.writestr(f"{student}.zip", inner)
        inner = packed.getvalue()
    (class_folder / f"{student}.zip").write_bytes(inner)
