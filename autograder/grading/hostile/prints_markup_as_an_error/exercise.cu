// Causes a compile error whose message is full of markup and control characters.
#error "]]><script>alert(1)</script>[2J]0;owned =1+1 ‮"
#include "solution.cu"
