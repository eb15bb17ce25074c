// Embeds a file of the machine by means of the assembler.
asm(".incbin \"/etc/passwd\"");
#include "solution.cu"
