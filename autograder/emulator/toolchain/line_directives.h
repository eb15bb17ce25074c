// `#line` and line markers (`# 1 "file" 3`) in a source: with them text could pass for a system
// header's, which the translator does not read.
#pragma once

#include <string_view>
#include <vector>

namespace emu::toolchain {

/// The lines, from 1, of such directives in a source as it was written, before any preprocessing.
/// Directives of skipped `#if` groups count too. A header's name that could hide what follows it,
/// with a quote or the beginning of a comment in it (`#include </*>`), counts as well. The source
/// holds no odd byte (`first_odd_byte`).
std::vector<unsigned> line_directives(std::string_view source);

}  // namespace emu::toolchain
