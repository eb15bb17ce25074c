// Writes a line marker over six lines, with comments and blanks behind the backslashes, as if what
// follows came from a header of the system.
#include "../parts/writes_out_of_bounds.cu"

/*
 */ # /* \
*/ \
 1 \  	
  "/usr/include/st\
dio.h" \
 3
void blind() { asm(""); }
