#include "scan/scan.h"

std::string scan::version() { return "2.1"; }
