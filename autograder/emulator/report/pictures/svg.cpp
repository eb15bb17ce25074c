// See svg.h.
#include "report/pictures/svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "report/forest.h"

namespace emu::report {

namespace {

struct Pair {
  std::string_view light, dark;
};

constexpr Pair kOthers[] = {
    {kInk, "#e6edf3"},
    {kMuted, "#9aa7b5"},
    {kFaint, "#262d36"},
    {kGround, "#0d1117"},
    {kAlarm, key_color("bad").dark},
    {kWarning, "#e3b341"},
    {kLine, "#6b7684"},
    {kWaiting, "#1b222b"},
};

/// Style sheets win over attributes: each color is looked for and replaced.
std::string dark_rule(std::string_view light, std::string_view dark) {
  return fmt::format("[fill=\"{0}\"]{{fill:{1}}}[stroke=\"{0}\"]{{stroke:{1}}}", light, dark);
}

std::string dark_style() {
  std::string rules;
  for (const StreamLook& look : kStreamLooks) rules += dark_rule(look.color, look.dark);
  for (const auto& [light, dark] : kOthers) rules += dark_rule(light, dark);
  return "<style>@media (prefers-color-scheme:dark){" + rules + "}</style>";
}

}  // namespace

std::string_view in_the_dark(std::string_view light) {
  const auto* look = std::ranges::find(kStreamLooks, light, &StreamLook::color);
  if (look != kStreamLooks.end()) return look->dark;
  const auto* pair = std::ranges::find(kOthers, light, &Pair::light);
  return pair == std::end(kOthers) ? light : pair->dark;
}

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : shortened(text, text.size())) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

std::string px(double value) {
  const double tenth = std::round(value * 10) / 10;
  return fmt::format("{}", tenth == 0 ? 0.0 : tenth);
}

double Font::width(std::string_view text) const {
  return static_cast<double>(columns(text)) * size * (mono ? 0.61 : 0.6);
}

void Svg::rect(double x, double y, double width, double height, std::string_view attributes,
               std::string_view tooltip) {
  body_ += fmt::format(R"(<rect x="{}" y="{}" width="{}" height="{}" {})", px(x), px(y), px(width),
                       px(height), attributes);
  body_ += tooltip.empty() ? "/>\n" : fmt::format("><title>{}</title></rect>\n", escaped(tooltip));
}

void Svg::path(std::string_view data, std::string_view attributes) {
  body_ += fmt::format("<path d=\"{}\" {}/>\n", data, attributes);
}

void Svg::circle(double x, double y, double radius, std::string_view attributes) {
  body_ += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" {}/>\n", px(x), px(y), px(radius),
                       attributes);
}

void Svg::text(double x, double y, std::string_view text, const Font& font) {
  body_ += fmt::format(R"(<text x="{}" y="{}" font-size="{}" fill="{}")", px(x), px(y),
                       px(font.size), font.fill);
  if (font.bold) body_ += R"( font-weight="600")";
  if (font.mono)
    body_ += R"( font-family="ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace")";
  if (font.anchor != "start") body_ += fmt::format(R"( text-anchor="{}")", font.anchor);
  if (font.halo) {
    body_ += fmt::format(R"( stroke="{}" stroke-width="3" stroke-linejoin="round")", kGround);
    body_ += R"( paint-order="stroke")";
  }
  body_ += ">" + escaped(text) + "</text>\n";
}

void Svg::open(std::string_view name) { body_ += fmt::format("<g class=\"{}\">\n", name); }

void Svg::close() { body_ += "</g>\n"; }

std::string Svg::document(double width, double height, std::string_view title,
                          std::string_view description) const {
  std::string markers;
  for (const StreamLook& look : kStreamLooks) {
    markers += fmt::format(
        R"(<marker id="arrow-{}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" )"
        R"(markerHeight="7" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 .8L8 4L0 7.2z" )"
        R"(fill="{}"/></marker>)",
        look.name, look.color);
  }
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" "
      "viewBox=\"0 0 {0} {1}\" role=\"img\" aria-labelledby=\"title desc\" "
      "font-family=\"system-ui,'Segoe UI',Roboto,Helvetica,Arial,'DejaVu Sans',sans-serif\">\n"
      "<title id=\"title\">{2}</title>\n<desc id=\"desc\">{3}</desc>\n{7}\n<defs>{4}</defs>\n"
      "<rect width=\"{0}\" height=\"{1}\" rx=\"8\" fill=\"{5}\"/>\n{6}</svg>\n",
      px(width), px(height), escaped(title), escaped(description), markers, kGround, body_,
      dark_style());
}

}  // namespace emu::report
