// Whether a picture is well-formed XML.
#pragma once

#include <gtest/gtest.h>

#include <cctype>
#include <string>
#include <string_view>
#include <vector>

namespace emu::report {

/// Checks that tags match, attributes are quoted and nothing stands unescaped. Not a full parser:
/// our pictures use elements, attributes and text, nothing else.
class WellFormed {
 public:
  explicit WellFormed(std::string_view text) : rest_(text) {}

  testing::AssertionResult check() {
    while (!rest_.empty()) {
      if (rest_[0] == '<' ? !tag() : !character()) {
        return testing::AssertionFailure() << "at: " << rest_.substr(0, 60);
      }
    }
    if (!open_.empty()) return testing::AssertionFailure() << "not closed: " << open_.back();
    return testing::AssertionSuccess();
  }

 private:
  bool character() {
    if (rest_[0] == '>' || static_cast<unsigned char>(rest_[0]) == 0xff) return false;
    if (rest_[0] == '&' && !entity()) return false;
    rest_.remove_prefix(1);
    return true;
  }

  bool entity() const {
    for (const char* known : {"&amp;", "&lt;", "&gt;", "&quot;"}) {
      if (rest_.starts_with(known)) return true;
    }
    return false;
  }

  bool tag() {
    const bool closing = rest_.starts_with("</");
    rest_.remove_prefix(closing ? 2 : 1);
    const std::string name = word();
    if (name.empty()) return false;
    if (closing) {
      if (open_.empty() || open_.back() != name) return false;
      open_.pop_back();
    } else {
      while (!rest_.starts_with(">") && !rest_.starts_with("/>")) {
        if (!attribute()) return false;
      }
      if (rest_[0] == '/') {
        rest_.remove_prefix(1);
      } else {
        open_.push_back(name);
      }
    }
    if (!rest_.starts_with(">")) return false;
    rest_.remove_prefix(1);
    return true;
  }

  bool attribute() {
    const std::size_t begin = rest_.find_first_not_of(" \n");
    if (begin == 0 || begin == std::string_view::npos) return rest_.starts_with("/>");
    rest_.remove_prefix(begin);
    if (rest_.starts_with(">") || rest_.starts_with("/>")) return true;
    if (word().empty() || !rest_.starts_with("=\"")) return false;
    rest_.remove_prefix(2);
    const std::size_t end = rest_.find('"');
    if (end == std::string_view::npos) return false;
    if (rest_.substr(0, end).find('<') != std::string_view::npos) return false;
    rest_.remove_prefix(end + 1);
    return true;
  }

  std::string word() {
    std::size_t n = 0;
    while (n < rest_.size() && (std::isalnum(static_cast<unsigned char>(rest_[n])) != 0 ||
                                rest_[n] == '-' || rest_[n] == ':')) {
      ++n;
    }
    const std::string result(rest_.substr(0, n));
    rest_.remove_prefix(n);
    return result;
  }

  std::string_view rest_;
  std::vector<std::string> open_;
};

}  // namespace emu::report
