// Writes the host's text with parts left out, and parts of the device's put in.
#pragma once

#include <string>
#include <string_view>

#include "translator/sides/pieces.h"

namespace emu::translator {

class SideWriter {
 public:
  SideWriter(const Side& host, const Side& device) : host_(host), device_(device) {}

  /// The host's text up to the begin of `token`, or of the text that is between declarations.
  void copy_until(std::size_t token);
  void copy_until(const Piece& piece);
  /// The host's text through `token`.
  void copy_through(std::size_t token);
  /// The host's tokens from where the writer stands through `token` are left out.
  void skip_through(std::size_t token);
  /// The device's tokens `first` through `last`, on their own lines.
  void insert_device(std::size_t first, std::size_t last);
  void insert_device(const Piece& piece);
  /// Words of our own.
  void insert(std::string_view words);

  std::string finish();

 private:
  void copy(std::size_t end);
  void resume(const Unit& unit, Position at);

  const Side& host_;
  const Side& device_;
  std::string out_;
  std::size_t offset_ = 0;  ///< in the host's text
  Position at_{};           ///< of `offset_`
  bool interrupted_ = false;
};

}  // namespace emu::translator
