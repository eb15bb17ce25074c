// What a printf reads through its pointers: the texts of its %s. It was compiled without the
// checker's hooks, so they are looked at before.
#pragma once

#include <cstdarg>

namespace emu {

/// Looks at the format and at each text that it asks for, as if the program itself had read it from
/// `site`. Ends the program, with a sentence, where the format would write (%n), counts its
/// arguments itself (%1$d) or reads wide texts (%ls).
void look_at_format(const char* format, std::va_list arguments, const void* site);

}  // namespace emu
