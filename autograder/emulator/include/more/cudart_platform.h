// What differs between platforms of the runtime: nothing here.
#pragma once

#include <host_defines.h>
