#!/usr/bin/env python3
"""Classroom 50 starts this for each submission, in the student's repository: unpacks the course that
lies beside it as course.zip, builds it, grades the exercise as a class of one and leaves result.json.

The exit status is 0 when a score was found, however low. When grading itself fails it is another
one and there is no result.json: what is our fault never becomes a zero.
"""
import errno
import os
import pathlib
import shutil
import stat
import subprocess
import sys
import tempfile
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
NO_SANDBOX = 3  # of course grade
BUILT = "course/build/autograder/course/course"


def hand_in(checkout, lesson, folder):
    """The two files that count, as a class of one hands them in. What is opened is what is looked at,
    whatever takes its name meanwhile. Links stay links, to be refused."""
    folder.mkdir(parents=True)
    try:
        opened = os.open(checkout / lesson, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except OSError:
        return  # no folder of the lesson: course grade says so
    for name in ("exercise.cu", "answers.toml"):
        try:
            file = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=opened)
        except OSError as why:
            if why.errno == errno.ELOOP:
                (folder / name).symlink_to("a link in the submission")
            continue
        with open(file, "rb") as taken:
            if stat.S_ISREG(os.fstat(file).st_mode):
                with open(folder / name, "wb") as copy:
                    shutil.copyfileobj(taken, copy)
    os.close(opened)


def grade(course, lesson, work):
    words = [course, "grade", work / "in", "--out", work / "out", "--lesson", lesson]
    if (work / "checks").is_dir():
        words += ["--checks", work / "checks"]
    if subprocess.run(words, check=False).returncode == NO_SANDBOX:
        # Nothing of the student's has run. After any other failure it may have.
        print("again without a sandbox on this machine, which is used once", flush=True)
        subprocess.run([*words, "--no-sandbox"], check=False)


def export(course, lesson, student, work, result):
    subprocess.run([course, "export", work / "out", "--format", "classroom50",
                    "--student", student, "--lesson", lesson, "--out", result,
                    "--assignment", os.environ["ASSIGNMENT"],
                    "--classroom", os.environ["CLASSROOM"],
                    "--submission", os.environ["SUBMISSION_TAG"],
                    "--commit", os.environ["COMMIT_URL"],
                    "--release", os.environ["RELEASE_URL"],
                    "--review", os.environ.get("REVIEW_URL") or os.environ["COMMIT_URL"]],
                   check=True)


def main():
    checkout = pathlib.Path.cwd()
    student = os.environ.get("OWNER") or os.environ["USERNAME"]
    (checkout / "result.json").unlink(missing_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        with zipfile.ZipFile(HERE / "course.zip") as packed:
            packed.extractall(work)
        lesson = (work / "lesson").read_text().strip()
        subprocess.run(["bash", work / "setup.sh"], check=True)
        hand_in(checkout, lesson, work / "in" / student / lesson)
        grade(work / BUILT, lesson, work)
        export(work / BUILT, lesson, student, work, work / "result.json")
        shutil.copy(work / "result.json", checkout / "result.json")


if __name__ == "__main__":
    try:
        main()
    except (KeyError, OSError, subprocess.CalledProcessError, zipfile.BadZipFile) as problem:
        sys.exit(f"autograder.py: {problem!r}")
