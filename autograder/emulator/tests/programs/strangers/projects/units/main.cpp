#include "units.h"

int main()
{
    int a[3], b[3];
    if (first(a) || second(b)) return 1;
    std::printf("first %d %d %d, second %d %d %d\n", a[0], a[1], a[2], b[0], b[1], b[2]);
    bool ok = true;
    for (int i = 0; i < 3; i++) ok = ok && a[i] == 10 + i && b[i] == 200 + 200 * i;
    std::puts(ok ? "PASSED" : "FAILED");
    return !ok;
}
