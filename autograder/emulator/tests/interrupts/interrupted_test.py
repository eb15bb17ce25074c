"""Ctrl-C and SIGTERM in running programs: what was found is told, how far the run was, and the
process ends as by that signal.

    interrupted_test.py EMUCC interrupted.cu FOLDER
"""
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import time
import unittest

EMUCC, SOURCE, FOLDER = sys.argv[1:4]
PROGRAM = pathlib.Path(FOLDER) / "interrupted"
LINES = {
    found[1]: number
    for number, line in enumerate(pathlib.Path(SOURCE).read_text().splitlines(), 1)
    if (found := re.search(r"// mark: (\w+)", line))
}
GRACE = 0.3  # s, from "ready" to the signal


class Run:
    """One mode, begun and ready."""

    def __init__(self, mode, schedule="late", **environment):
        self.process = subprocess.Popen(
            [PROGRAM, mode], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True,
            env=os.environ | {"EMULATOR_SCHEDULE": schedule} | environment)
        assert self.process.stdout.readline() == "ready\n"
        time.sleep(GRACE)

    def send(self, number):
        self.process.send_signal(number)

    def end(self):
        try:
            out, self.errors = self.process.communicate(timeout=20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            out, self.errors = self.process.communicate()
            raise AssertionError(f"goes on after the signal; it has said: {self.errors}") from None
        return out, self.process.returncode


class Interrupted(unittest.TestCase):
    def interrupt(self, mode, number=signal.SIGINT, **environment):
        run = Run(mode, **environment)
        run.send(number)
        _, status = run.end()
        self.assertEqual(status, -number, run.errors)
        return run.errors

    def test_host_loop(self):
        said = self.interrupt("host_loop")
        self.assertRegex(said, r"^emulator: ended by Ctrl-C \(SIGINT\) before any grid was "
                               rf"launched; the host ran at line {LINES['host']}\n$")

    def test_host_loop_after_a_finding(self):
        said = self.interrupt("host_loop_after_a_finding", signal.SIGTERM)
        self.assertRegex(said, rf"interrupted.cu:{LINES['race']}: error: .*\[race\]")
        self.assertRegex(said, r"ended by SIGTERM when [12] of 2 launched grids had ended; "
                               rf"the host ran at line {LINES['host']}\n$")

    def test_kernel_loop(self):
        for schedule in ("late", "eager", "random"):
            said = self.interrupt("kernel_loop", schedule=schedule)
            self.assertRegex(said, r"when 1 of 2 launched grids had ended; block 0 thread 0 of "
                                   r"loops_over_memory ran at line "
                                   rf"{LINES['loops_over_memory']}(; meanwhile the host waits in "
                                   r"cudaDeviceSynchronize)?\n$")

    def test_kernel_loop_in_registers(self):
        said = self.interrupt("kernel_loop_in_registers", signal.SIGTERM)
        self.assertRegex(said, r"\[race\]")
        self.assertRegex(said, r"block 0 thread 0 of loops_in_registers ran at line "
                               rf"{LINES['loops_in_registers']};")

    def test_kernel_loop_at_exit(self):
        said = self.interrupt("kernel_loop_at_exit")
        self.assertRegex(said, r"of loops_over_memory ran at line "
                               rf"{LINES['loops_over_memory']}; meanwhile the host waits in exit")

    def test_kernel_that_polls(self):
        said = self.interrupt("kernel_that_polls")
        self.assertRegex(said, rf"ended by Ctrl-C .* of polls .*at line {LINES['polls']}")

    def test_barrier_that_is_not_reached(self):
        said = self.interrupt("barrier_that_is_not_reached")
        self.assertRegex(said, r"block 0 thread 63 of waits_at_a_barrier ran at line "
                               rf"{LINES['keeps_from_barrier']}; meanwhile block 0 thread 0 of "
                               r"waits_at_a_barrier and 62 more wait in __syncthreads at line "
                               rf"{LINES['barrier']}")

    def test_host_sleeps(self):
        said = self.interrupt("host_sleeps", signal.SIGTERM)
        self.assertRegex(said, r"^emulator: ended by SIGTERM when 1 of 1 launched grid had ended; "
                               r"the host waited\n$")

    def test_host_sleeps_after_a_finding(self):
        said = self.interrupt("host_sleeps_after_a_finding")
        self.assertRegex(said, r"\[race\]")
        self.assertRegex(said, r"the host waited\n$")

    def test_host_reads(self):
        self.assertRegex(self.interrupt("host_reads"), r"the host ")

    def test_host_waits_for_a_condition(self):
        self.assertRegex(self.interrupt("host_waits_for_a_condition"), r"the host waited\n$")

    def test_another_thread_launches(self):
        said = self.interrupt("another_thread_launches")
        self.assertRegex(said, rf"of loops_over_memory ran at line {LINES['loops_over_memory']}")

    def test_report_and_trace(self):
        report, trace = PROGRAM.with_suffix(".json"), PROGRAM.with_suffix(".txt")
        report.unlink(missing_ok=True)
        trace.unlink(missing_ok=True)
        self.interrupt("kernel_loop_in_registers", EMULATOR_REPORT=str(report),
                       EMULATOR_TRACE=str(trace))
        told = json.loads(report.read_text())
        self.assertFalse(told["finished"])
        self.assertEqual([d["rule"] for d in told["diagnostics"]], ["race"])
        self.assertEqual([launch["finished"] for launch in told["launches"]], [True, False])
        self.assertIn("loops_in_registers", trace.read_text())

    def test_a_second_one_ends_at_once(self):
        pipe = PROGRAM.with_suffix(".pipe")  # that nothing reads: the report cannot be written
        pipe.unlink(missing_ok=True)
        os.mkfifo(pipe)
        run = Run("host_loop_after_a_finding", EMULATOR_REPORT=str(pipe))
        run.send(signal.SIGINT)
        time.sleep(GRACE)
        self.assertIsNone(run.process.poll())
        run.send(signal.SIGINT)
        _, status = run.end()
        self.assertEqual(status, -signal.SIGINT)

    def test_a_handler_of_the_programs_own(self):
        for number, status in ((signal.SIGINT, 7), (signal.SIGTERM, 8)):
            run = Run("own_handler")
            run.send(number)
            out, code = run.end()
            self.assertEqual((out, code), ("own handler\n", status))
            self.assertNotIn("ended by", run.errors)

    def test_what_is_ignored(self):
        run = Run("ignores")
        run.send(signal.SIGINT)
        _, status = run.end()
        self.assertEqual(status, 1, run.errors)  # of its finding
        self.assertIn("[race]", run.errors)


if __name__ == "__main__":
    subprocess.run([EMUCC, "-o", PROGRAM, SOURCE], check=True)
    unittest.main(argv=sys.argv[:1])
