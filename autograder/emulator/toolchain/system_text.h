// Whether the text that nobody reads, that of system headers and of the emulator's own, is what
// compilers make of these headers alone. Macros of an exercise could have changed it, or line
// markers could name a header as the source of what is the exercise's. So the headers that it
// includes are preprocessed once more without it, and the two texts must be the same word for word.
//
// Most exercises include headers before all else, or such as are precompiled: then nothing can have
// changed, and nothing is preprocessed again.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "toolchain/included_files.h"
#include "translator/text/tokens.h"

namespace emu::toolchain {

/// What compilers make of a source; nothing when they refuse it.
using Preprocess = std::function<std::optional<std::string>(const std::string& source)>;

/// A line that refuses the text of a header that is not its own; empty when there is none.
/// `sources` were made by `is_user_file`.
std::string refused_system_text(const translator::Sources& sources, const std::vector<OwnFile>& own,
                                const Preprocess& preprocess,
                                const translator::IsUserFile& is_user_file);

}  // namespace emu::toolchain
