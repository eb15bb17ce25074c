// An exercise as the regions that a student writes and the stretches of given code around them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace course {

/// Whole lines. Marker lines belong to none.
struct Stretch {
  std::string region;  ///< its name; empty: outside of regions
  std::string text;
  std::size_t line = 0;  ///< of its first line, from 1
};

struct Stretches {
  std::vector<Stretch> all;          ///< outside, region, outside, …, outside
  std::vector<std::string> markers;  ///< the lines between them
};

/// `regions`: the names that markers may have; others are comments. Empty: all.
Stretches stretches_of(const std::string& text, const std::vector<std::string>& regions = {});

/// The text's code in exactly `lines` lines, as long as its directives leave room for that.
std::string fitted(const std::string& text, std::size_t lines);

}  // namespace course
