// Has only three of the four functions.
#define fill_rows fill_rows_someday
#include "solution.cu"
