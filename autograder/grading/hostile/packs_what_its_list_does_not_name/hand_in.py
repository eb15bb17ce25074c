"""A zip archive with an exercise that its list of contents does not name. Programs that read from the front see
it."""

import io
import zipfile


def hand_in(class_folder, student, lesson, solution):
    hidden, shown = io.BytesIO(), io.BytesIO()
    with zipfile.ZipFile(hidden, "w") as archive:
        archive.writestr(f"{lesson}/exercise.cu", "int shown;\n")
    front = hidden.getvalue()
    front = front[: front.index(b"PK\x01\x02")]
    with zipfile.ZipFile(shown, "w") as archive:
        archive.writestr("notes.txt", "a note")
        shown.write(front)
        archive.start_dir = shown.tell()
        archive.writestr(f"other/{lesson}/exercise.cu", solution)
    (class_folder / f"{student}.zip").write_bytes(shown.getvalue())
