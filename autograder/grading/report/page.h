// What all pages of a report have in common: one file each, which asks nothing of the network,
// needs no script, follows the reader's wish for light or dark, and can be printed.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace grading {

/// `body` as a whole page; `title` is text, `body` markup.
std::string page(std::string_view title, std::string_view body);

/// Text from anywhere as markup: cleaned, shortened and escaped.
std::string text_markup(std::string_view text, std::size_t longest = 4000);
/// A student's name, as names.h shows it: <bdi>…</bdi>, so that it keeps its own direction of
/// writing.
std::string name_markup(std::string_view name);

/// "2026-03-01 14:05 UTC".
std::string shown_time(std::int64_t seconds_since_1970);
/// "timed out" for "timed_out".
std::string shown_verdict(std::string_view verdict);

/// A picture of how many students have how many points, with the same in words for those who cannot
/// see it. `points` has how many students have so many points; `id` is the only one on its page.
std::string histogram(const std::map<int, int>& points, int max_points, std::string_view id);

std::string base64(std::string_view bytes);

}  // namespace grading
