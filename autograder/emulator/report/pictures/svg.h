// Just enough SVG for our pictures: shapes and text, colors per kind of stream, light and dark.
//
// No scripts, no fonts of our own: a picture is one file that every browser, GitHub and
// rsvg-convert show. Everything is drawn in the colors of the light scheme; a style sheet puts the
// dark ones in their place where the reader prefers them. Lengths are pixels, rounded to a tenth.
#pragma once

#include <string>
#include <string_view>

#include "report/stream_kinds.h"

namespace emu::report {

inline constexpr std::string_view kInk = "#1f2937", kMuted = "#5b6472", kFaint = "#e3e7ee";
inline constexpr std::string_view kGround = "#ffffff", kWarning = "#7a5200";
inline constexpr std::string_view kAlarm = key_color("bad").light;
inline constexpr std::string_view kLine = "#9aa3b2", kWaiting = "#eef1f5";
/// The color that stands for a light one in the dark scheme.
std::string_view in_the_dark(std::string_view light);

/// Every picture is so wide.
inline constexpr double kPictureWidth = 800;
/// No text is smaller than this: 18 pixels where a picture is as wide as a slide's text, 1152.
inline constexpr double kSmallest = 12.5;

/// `text` for element content and attributes.
std::string escaped(std::string_view text);
/// A number as SVG likes it: "12.3", "12".
std::string px(double value);

struct Font {
  double size = 12;
  std::string_view fill = kInk;
  bool bold = false, mono = false;
  std::string_view anchor = "start";
  bool halo = false;  ///< of the ground's color, thin: lines may touch it
  /// Estimated width of a text, on the large side.
  double width(std::string_view text) const;
};

class Svg {
 public:
  void rect(double x, double y, double width, double height, std::string_view attributes,
            std::string_view tooltip = {});
  void path(std::string_view data, std::string_view attributes);
  void circle(double x, double y, double radius, std::string_view attributes);
  void text(double x, double y, std::string_view text, const Font& font);
  /// What is drawn until close() belongs to one group, which others find by this name.
  void open(std::string_view name);
  void close();

  /// The whole document, with markers "arrow-KIND" for the ends of lines.
  std::string document(double width, double height, std::string_view title,
                       std::string_view description) const;

 private:
  std::string body_;
};

}  // namespace emu::report
