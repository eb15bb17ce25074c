// Correct, with the help of a process that it forks and waits for.
#include <sys/wait.h>
#include <unistd.h>

SOLUTION_BUT(fill_rows)

// The helper counts the rows without threads. CUDA itself is of no use to it behind a fork.
int empty_rows(const int* widths, int rows) {
  const pid_t helper = fork();
  if (helper == 0) {
    int empty = 0;
    for (int row = 0; row < rows; ++row) empty += widths[row] == 0;
    _exit(empty & 0x7f);
  }
  int status = 0;
  waitpid(helper, &status, 0);
  return WEXITSTATUS(status);
}

extern "C" int fill_rows(int* table, int* codes, const int* widths, int rows, int pitch) {
  if (empty_rows(widths, rows) > rows) return 1;
  return solved_fill_rows(table, codes, widths, rows, pitch);
}
