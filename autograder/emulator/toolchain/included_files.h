// Which files an untrusted source is made of, and whether each is what it claims to be: text of a
// system header is compiled without being read by the translator.
#pragma once

#include <string>
#include <vector>

#include "toolchain/installation.h"
#include "toolchain/source_directives.h"
#include "translator/text/tokens.h"

namespace emu::toolchain {

/// A file of the exercise's own.
struct OwnFile {
  std::string name;
  std::string text;
  SourceDirectives directives;
};

std::vector<OwnFile> own_files(const translator::Sources& sources);

/// A line for each reason to refuse the files: some that were included as system headers and are
/// none, headers of processor intrinsics and of libraries such as boost, and, in the user's own,
/// `#line` and what could hide it. Empty when there is none.
std::string refused_files(const translator::Sources& sources, const std::vector<OwnFile>& own,
                          const Installation& where);

}  // namespace emu::toolchain
