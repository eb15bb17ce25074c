// What an object file defines and what it wants from elsewhere, by symbol, with the lines of the
// source that do so. Read from the file that the linker will read, so no spelling in the source
// hides it.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace emu::toolchain {

/// The file is no object file, or a broken one; the message names it.
struct BadObject : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Symbol {
  std::string name;      ///< mangled
  bool defined = false;  ///< else wanted
  int index = 0;         ///< in the file's table
};

struct Place {
  std::string file;
  unsigned line = 0;  ///< 0 when unknown
};

class ObjectFile {
 public:
  /// Throws `BadObject`.
  explicit ObjectFile(const std::string& path);
  ~ObjectFile();
  ObjectFile(const ObjectFile&) = delete;
  ObjectFile& operator=(const ObjectFile&) = delete;

  /// All that have a name, local ones too: a compiler's own calls bind to those as well.
  const std::vector<Symbol>& symbols() const { return symbols_; }
  /// By the debug information. Of a symbol that is wanted the first line of `source` that uses it,
  /// else any that does.
  Place place_of(const Symbol& symbol, const std::string& source) const;
  /// Whether all that wants it was written in headers of the system.
  bool only_headers_use(const Symbol& symbol) const;

 private:
  struct Reader;
  std::unique_ptr<Reader> reader_;
  std::vector<Symbol> symbols_;
};

/// What a shared library offers to all: its strong dynamic symbols. Empty when there is no such
/// file.
std::vector<std::string> exported_by(const std::string& library);

}  // namespace emu::toolchain
