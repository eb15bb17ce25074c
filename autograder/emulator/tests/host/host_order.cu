// What the host does is ordered by its waits, and by streams and events.
#define WAIT(call) EXPECT_EQ(call, 0)
constexpr bool kOrdered = true;
#include "host_order.h"
