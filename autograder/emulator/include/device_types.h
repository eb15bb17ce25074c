// Types of device code.
#pragma once

#include "host_defines.h"
