#!/usr/bin/env python3
"""course grade --executor slurm gives every submission the score that it gets on one machine, though a
node dies in the middle of it; and also when nobody waits for it. Runs within `test_cluster run`.

    course_test.py COURSE TEST_CLUSTER CHECKOUT
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import time

STUDENTS = 24
LESSON = "01-first-child-grid"


def hand_in(build, checkout, folder, students):
    """Solutions, skeletons, and what does not compile; no two alike."""
    kinds = [
        (build / "solutions" / LESSON / "exercise.cu").read_text(),
        (checkout / "lessons" / LESSON / "skeleton.cu").read_text(),
        "int main( {\n",
    ]
    for i in range(students):
        exercise = folder / f"s{i:02}" / LESSON / "exercise.cu"
        exercise.parent.mkdir(parents=True)
        exercise.write_text(kinds[i % 3] + f"// handed in by student {i}\n")


def words(course, handed_in, out):
    return [course, "grade", handed_in, "--out", out, "--json", "--lesson", LESSON, "--seeds", "1"]


def graded_by_jobs(command, cluster, out):
    """The document, and what was said meanwhile. A node dies when four results have come."""
    jobs = ["--executor", "slurm", "--per-task", "4", "--jobs", "1"]
    grading = subprocess.Popen(command + jobs, stdout=subprocess.PIPE, text=True)
    while grading.poll() is None and len(list((out / "slurm/results").glob("*.json"))) < 4:
        time.sleep(0.1)
    assert grading.poll() is None, "it ended before the node died"
    subprocess.run([cluster, "kill-node", "node2"], check=True)
    document, _ = grading.communicate()
    assert grading.returncode == 0, (grading.returncode, document)
    return json.loads(document)


def collected_when_nobody_waits(command, out):
    """Kills the command as soon as its jobs are handed in. They grade and collect by themselves."""
    jobs = ["--executor", "slurm", "--per-task", "4", "--jobs", "1"]
    grading = subprocess.Popen(command + jobs, stdout=subprocess.DEVNULL)
    names = ["squeue", "--noheader", "--format=%j"]
    wait_until(lambda: "-collect" in subprocess.run(names, stdout=subprocess.PIPE, text=True).stdout)
    grading.kill()
    grading.wait()
    wait_until(lambda: list((out / "slurm").glob("run-*/ended")))
    # Shows what is in the gradebook, and grades nothing.
    return json.loads(subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE).stdout)


def wait_until(true, seconds=90):
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "nothing happens"
        time.sleep(0.2)


def scores_of(document):
    return {
        one["student"]: {key: one[key] for key in ("verdict", "points", "max_points", "message")}
        for one in document["submissions"]
    }


def main():
    course, cluster, checkout = (pathlib.Path(word) for word in sys.argv[1:])
    build = course.resolve().parents[2]
    shared = pathlib.Path(os.environ["TEST_CLUSTER"]) / "shared"
    hand_in(build, checkout, shared / "class", STUDENTS)
    jobs = graded_by_jobs(words(course, shared / "class", shared / "jobs"), cluster, shared / "jobs")
    here = json.loads(
        subprocess.run(words(course, shared / "class", shared / "here"), check=True, text=True,
                       stdout=subprocess.PIPE).stdout)
    assert jobs["graded"] == here["graded"] == STUDENTS, (jobs["graded"], here["graded"])
    assert not jobs["ungraded"], jobs["ungraded"]
    for student, score in scores_of(here).items():
        assert scores_of(jobs)[student] == score, (student, scores_of(jobs)[student], score)
    verdicts = [score["verdict"] for score in scores_of(here).values()]
    assert verdicts.count("passed") == STUDENTS // 3, verdicts
    arrays = len(list((shared / "jobs/slurm").glob("run-*/array-*")))
    hosts = {
        re.search(r'"host": "(.*)"', file.read_text())[1]
        for file in (shared / "jobs/slurm/results").glob("*.json")
    }
    hand_in(build, checkout, shared / "few", 6)
    few = collected_when_nobody_waits(words(course, shared / "few", shared / "alone"),
                                      shared / "alone")
    assert few["before"] == 6 and few["graded"] == 0, few
    for student, score in scores_of(few).items():
        assert score == scores_of(here)[student], (student, score)
    print(f"{STUDENTS} graded by {sorted(hosts)} in {arrays} arrays")
    assert len(hosts) > 1, hosts


if __name__ == "__main__":
    main()
