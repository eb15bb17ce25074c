// SHA-256, by OpenSSL.
#pragma once

#include <memory>
#include <string>
#include <string_view>

struct evp_md_ctx_st;

namespace grading {

/// The hash of all that is added, in the order of adding. `add` also takes in how long each piece
/// is, so that "ab", "c" and "a", "bc" differ.
class Sha256 {
 public:
  Sha256();
  Sha256& add(std::string_view bytes);
  /// 64 hexadecimal ones.
  /// Requires: nothing is added afterwards, and this is asked for once.
  std::string digits();

 private:
  std::unique_ptr<evp_md_ctx_st, void (*)(evp_md_ctx_st*)> state_;
};

}  // namespace grading
