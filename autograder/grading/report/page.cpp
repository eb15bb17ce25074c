// The frame of a page, its style, and the small pieces that pages are made of.
#include "grading/report/page.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>

#include "grading/intake/text.h"

namespace grading {
namespace {

// Contrast is at least 4.5 to 1 in light and dark; color never stands alone for a verdict.
constexpr const char* kStyle = R"css(
:root {
  color-scheme: light dark;
  --paper: #ffffff; --ink: #1f2937; --pale: #4b5563; --line: #d5dbe3; --band: #f3f6f8;
  --link: #0b6b4f; --good: #0b6b4f; --bad: #b42318; --bar: #0b6b4f;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #0d1117; --ink: #dbe2ea; --pale: #a6b1bd; --line: #2b3440; --band: #151b23;
    --link: #5fd3ac; --good: #5fd3ac; --bad: #ff9b8f; --bar: #3fae88;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 1.25rem 1rem 4rem; max-width: 60rem;
  background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  overflow-wrap: anywhere;
}
h1 { font-size: 1.7rem; line-height: 1.25; margin: 0 0 0.25rem; }
h2 { font-size: 1.3rem; margin: 2.5rem 0 0.5rem; padding-top: 0.75rem; border-top: 1px solid var(--line); }
h3 { font-size: 1.05rem; margin: 1.5rem 0 0.4rem; }
p { margin: 0.4rem 0; }
a { color: var(--link); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.pale { color: var(--pale); }
.good { color: var(--good); font-weight: 600; }
.bad { color: var(--bad); font-weight: 600; }
.figures { display: flex; flex-wrap: wrap; gap: 0.5rem 2rem; margin: 0.75rem 0; padding: 0; list-style: none; }
.figures strong { display: block; font-size: 1.35rem; line-height: 1.2; }
table { border-collapse: collapse; width: 100%; font-size: 0.94rem; }
th, td { text-align: left; vertical-align: top; padding: 0.3rem 0.6rem 0.3rem 0; border-bottom: 1px solid var(--line); }
th { font-weight: 600; }
.what { font-weight: 400; }
td.number, th.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
ul.plain { list-style: none; margin: 0.4rem 0; padding: 0; }
ul.plain > li { padding: 0.5rem 0; border-bottom: 1px solid var(--line); }
.points { float: right; margin-left: 1rem; font-variant-numeric: tabular-nums; }
pre {
  margin: 0.4rem 0; padding: 0.5rem 0.7rem; background: var(--band); border-left: 3px solid var(--line);
  font: 0.85rem/1.45 ui-monospace, "JetBrains Mono", "DejaVu Sans Mono", monospace; white-space: pre-wrap;
}
code { font: 0.88em ui-monospace, "DejaVu Sans Mono", monospace; }
.long { max-height: 24rem; overflow-y: auto; }
figure { margin: 0.75rem 0; }
figure svg { display: block; width: 100%; max-width: 30rem; height: auto; }
figure img { display: block; max-width: 100%; height: auto; background: #ffffff; padding: 0.4rem; }
figcaption { color: var(--pale); font-size: 0.9rem; }
svg text { fill: var(--ink); font: 11px system-ui, sans-serif; }
svg .bar { fill: var(--bar); }
svg .axis { stroke: var(--pale); }
@media (max-width: 30rem) {
  table.wide thead { display: none; }
  table.wide tr { display: block; padding: 0.4rem 0; border-bottom: 1px solid var(--line); }
  table.wide td, table.wide th[scope="row"] { display: block; border: 0; padding: 0; text-align: left; }
  table.wide td::before { content: attr(data-label) " "; color: var(--pale); }
}
@media print {
  :root { --paper: #ffffff; --ink: #000000; --pale: #333333; --line: #999999; --band: #f3f3f3;
          --link: #000000; --good: #000000; --bad: #000000; --bar: #555555; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  .long { max-height: none; overflow: visible; }
  h2, h3 { break-after: avoid; }
  li, tr, figure, pre { break-inside: avoid; }
}
)css";

}  // namespace

std::string page(std::string_view title, std::string_view body) {
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      // Should some text ever get past the escaping, it still can neither run nor load anything.
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
      "style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'\">\n"
      "<meta name=\"referrer\" content=\"no-referrer\">\n"
      "<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n{}</body>\n</html>\n",
      text_markup(title), kStyle, body);
}

std::string text_markup(std::string_view text, std::size_t longest) {
  // Cut before it is cleaned, with room for what cleaning makes longer: a message may have
  // megabytes.
  return escaped_for_markup(shortened(cleaned(text.substr(0, longest + 4)), longest));
}

std::string name_markup(std::string_view name) {
  return "<bdi>" + escaped_for_markup(in_one_line(name)) + "</bdi>";
}

std::string shown_time(std::int64_t seconds) {
  return fmt::format("{:%Y-%m-%d %H:%M} UTC", fmt::gmtime(static_cast<std::time_t>(seconds)));
}

std::string shown_verdict(std::string_view verdict) {
  std::string words = in_one_line(verdict);
  for (char& c : words) {
    if (c == '_') c = ' ';
  }
  return words;
}

std::string base64(std::string_view bytes) {
  constexpr const char* kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t there = std::min<std::size_t>(3, bytes.size() - i);
    unsigned bits = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      bits = bits << 8 | (k < there ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      text += k <= there ? kDigits[bits >> (18 - 6 * k) & 63] : '=';
    }
  }
  return text;
}

}  // namespace grading
