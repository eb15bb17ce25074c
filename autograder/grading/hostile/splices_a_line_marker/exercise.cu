// Writes a line marker over six lines, with comments and blanks after the backslashes, so that what follows
// seems to come from a system header.
#include "../parts/writes_out_of_bounds.cu"

/*
 */ # /* \
*/ \
 1 \  	
  "/usr/include/st\
dio.h" \
 3
void blind() { asm(""); }
