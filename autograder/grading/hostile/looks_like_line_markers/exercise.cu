// Correct, but its strings and comments look like line markers, directives and pragmas.
/*
# 1 "/usr/include/stdio.h" 1 3
#line 5 "x"
*/
// # 1 "y" \
# 1 "z"
const char* const markers = R"x(
#line 7 "a"
#pragma GCC optimize("O0")
# not a directive
)" "
)x";
#define TEXT(x) #x
const char* const more = TEXT(#line 1 "a") "\
# 1 \"b\" 3";
#if 0
don't "
R"(
#endif
# 1 "c"
)"
#endif
#include "solution.cu"
