// Children at once as device code has it by default: NULL is one stream a block (S1).
#include "children_at_once.h"
