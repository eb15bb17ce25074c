// Lesson 03's solution with its first task under other names: an attack that includes this does that task anew.
#define fill_then_double solved_fill_then_double
#define fill solved_fill
#define double_all solved_double_all
#include "solution.cu"
#undef fill_then_double
#undef fill
#undef double_all
