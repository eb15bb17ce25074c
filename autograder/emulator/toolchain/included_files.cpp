#include "toolchain/included_files.h"

#include <fstream>
#include <sstream>
#include <unordered_set>

#include "toolchain/source_bytes.h"
#include "translator/refusals/refusal.h"

namespace emu::toolchain {
namespace {

namespace fs = std::filesystem;

bool is_below(const fs::path& file, const fs::path& folder) {
  std::error_code error;
  const std::string inside = fs::weakly_canonical(folder, error).string() + "/";
  return !folder.empty() && file.string().starts_with(inside);
}

/// `<../../tmp/x.h>` finds files anywhere, and they are system headers to compilers.
bool is_installed(const fs::path& file, const Installation& where) {
  return is_below(file, "/usr") || is_below(file, "/opt") || is_below(file, where.include) ||
         is_below(file, where.precompiled);
}

/// The folder of headers that belong to neither the C and C++ libraries nor the kernel: `boost`.
/// Their authors had reasons for assembly and functions without hooks, and the checker sees
/// neither.
std::string other_library(const fs::path& file) {
  static const std::unordered_set<std::string> kSystem = {
      "arpa", "asm", "asm-generic", "bits", "c++", "gnu", "linux", "net", "netinet", "rpc", "sys"};
  for (const std::string start : {"/usr/include/", "/usr/local/include/"}) {
    if (!file.string().starts_with(start)) continue;
    std::string rest = file.string().substr(start.size());
    const auto folder = [&rest] { return rest.substr(0, std::min(rest.find('/'), rest.size())); };
    if (folder().find("-linux-") != std::string::npos) rest.erase(0, folder().size() + 1);
    const bool inside = rest.find('/') != std::string::npos;
    return inside && !kSystem.contains(folder()) ? folder() : "";
  }
  return "";
}

/// The name of one of the emulator's own headers of Thrust, cuRAND and the like, and of what they
/// are made of: what they call in the emulator's library is meant for programs that are trusted,
/// and looks at no address.
std::string emulated_library(const fs::path& file, const Installation& where) {
  static const std::unordered_set<std::string> kLibraries = {"cub",
                                                             "cuda",
                                                             "libraries",
                                                             "more",
                                                             "thrust",
                                                             "emulator/cub",
                                                             "emulator/grids",
                                                             "emulator/libcu",
                                                             "emulator/matrix",
                                                             "emulator/random",
                                                             "emulator/thrust"};
  if (!is_below(file, where.include)) return "";
  std::error_code error;
  const fs::path inside = file.lexically_relative(fs::weakly_canonical(where.include, error));
  fs::path folder;
  for (const fs::path& part : inside.parent_path()) {
    folder /= part;
    if (!kLibraries.contains(folder.string())) continue;
    const bool is_a_path = folder == "more" || folder == "libraries";  // of the compiler's
    return inside.lexically_relative(is_a_path ? folder : "").string();
  }
  return "";
}

std::string refusal(const std::string& name, unsigned line, const std::string& words) {
  return translator::Refusal{name, line, words}.message() + "\n";
}

std::string words_about(const OddByte& odd) {
  return "a source holds only text, and here is " + odd.what + ", in column " +
         std::to_string(odd.column) + (odd.is_utf8 ? "" : ": save the file as UTF-8");
}

/// What a file of the exercise's own must not hold.
std::string look_at_own(const OwnFile& file) {
  if (const auto odd = first_odd_byte(file.text))
    return refusal(file.name, odd->line, words_about(*odd));
  std::string messages;
  for (const Doubt& doubt : file.directives.doubts)
    messages += refusal(file.name, doubt.line, doubt.words);
  return messages;
}

std::string look_at_system_header(const std::string& name, const Installation& where) {
  std::error_code error;
  const fs::path file = fs::weakly_canonical(name, error);
  if (!is_installed(file, where))
    return refusal(name, 1, "this file is no system header: include it in quotes, by its own path");
  if (const std::string library = other_library(file); !library.empty())
    return refusal(name, 1,
                   "the checker cannot see what the library " + library +
                       " does: use only CUDA and the C and C++ libraries");
  if (const std::string header = emulated_library(file, where); !header.empty())
    return refusal(name, 1,
                   "exercises do not include <" + header +
                       ">: use only CUDA itself and the C and C++ libraries");
  if (name.ends_with("intrin.h"))
    return refusal(name, 1,
                   "the checker cannot see what processor intrinsics do: do without this header");
  return "";
}

/// `<built-in>`; or what stands before any line marker.
bool is_no_file(const std::string& name) { return name.empty() || name.starts_with('<'); }

}  // namespace

std::vector<OwnFile> own_files(const translator::Sources& sources) {
  std::vector<OwnFile> own;
  for (std::size_t i = 0; i < sources.files.size(); ++i) {
    if (!sources.read[i] || sources.files[i].empty()) continue;
    std::ifstream in(sources.files[i], std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    own.push_back({sources.files[i], text.str(), source_directives(text.str())});
  }
  return own;
}

std::string refused_files(const translator::Sources& sources, const std::vector<OwnFile>& own,
                          const Installation& where) {
  std::string messages;
  for (const OwnFile& file : own) messages += look_at_own(file);
  for (std::size_t i = 0; i < sources.files.size(); ++i)
    if (!sources.read[i] && !is_no_file(sources.files[i]))
      messages += look_at_system_header(sources.files[i], where);
  return messages;
}

}  // namespace emu::toolchain
