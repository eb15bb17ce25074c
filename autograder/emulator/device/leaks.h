// Memory that was never freed by the end of the program.
#pragma once

namespace emu {
/// Warns about every place that allocated and never freed (rule `leak`).
void report_leaks();
}  // namespace emu
