// Writes a zip archive, by libarchive.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

struct archive;

namespace grading {

class ZipFile {
 public:
  /// Throws std::runtime_error when `file` cannot be written, as do `add` and `end`.
  explicit ZipFile(const std::filesystem::path& file);
  /// `name` is relative, with slashes. The same files make the same archive, byte by byte.
  void add(const std::string& name, std::string_view bytes, bool executable);
  void end();  ///< the file is whole only after this

 private:
  void must(int status) const;

  std::filesystem::path file_;
  std::unique_ptr<archive, int (*)(archive*)> archive_;
};

}  // namespace grading
