#include "toolchain/messages/messages.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <vector>

#include "base/text.h"
#include "toolchain/messages/missing_cuda.h"

namespace emu::toolchain {
namespace {

using Lines = std::vector<std::string>;

Lines lines_of(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

/// `file:line:column: kind: words`; the kind is empty in lines that are no message.
struct Header {
  std::string file;
  unsigned line = 0;
  std::string_view kind, words;
};

constexpr std::string_view kKinds[] = {"error", "warning", "note", "fatal error"};

Header header_of(std::string_view text) {
  Header header;
  for (const std::string_view kind : kKinds) {
    const std::size_t found = text.find(": " + std::string(kind) + ": ");
    if (found == std::string_view::npos) continue;
    const std::string_view place = text.substr(0, found);
    const std::size_t column = place.rfind(':');
    const std::size_t line =
        column == 0 || column == place.npos ? place.npos : place.rfind(':', column - 1);
    if (line == place.npos) continue;
    const auto [end, failed] =
        std::from_chars(place.data() + line + 1, place.data() + column, header.line);
    if (failed != std::errc{} || end != place.data() + column) continue;
    header.file = place.substr(0, line);
    header.kind = kind;
    header.words = text.substr(found + kind.size() + 4);
    return header;
  }
  return header;
}

bool is_inclusion(std::string_view line) {
  return line.starts_with("In file included from ") || line.starts_with("                 from ");
}

/// `file: In instantiation of …:`, `file:3:4:   required from …`: they lead to the next message.
bool is_context(std::string_view line) {
  return is_inclusion(line) || line.find(": In ") != line.npos ||
         line.find(": At global scope:") != line.npos ||
         line.find(":   required from ") != line.npos;
}

/// A picture of a line as g++, and clang++ since version 16, draws it: its number and a bar, then
/// its text; below it a bar, and what is meant.
struct Picture {
  std::size_t bar = 0;  ///< 0 when it is none
  unsigned line = 0;    ///< 0 where there is no number
};

Picture picture_of(std::string_view text) {
  Picture picture;
  std::size_t i = 0;
  for (; i < text.size() && (text[i] == ' ' || base::is_digit(text[i])); ++i)
    if (text[i] != ' ') picture.line = picture.line * 10 + static_cast<unsigned>(text[i] - '0');
  if (i < text.size() && text[i] == '|') picture.bar = i;
  return picture;
}

/// What a terminal shows of it: no colors, no blanks.
std::string letters_of(std::string_view text) {
  std::string letters;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\33') {
      i = std::min(text.find_first_of("mK", i), text.size() - 1);
    } else if (!base::is_space(text[i])) {
      letters += text[i];
    }
  }
  return letters;
}

/// clang++'s picture of a line: the line itself, then carets below what is meant.
bool is_line_with_carets(const Lines& lines) {
  return lines.size() >= 2 && lines[1].find('^') != std::string::npos &&
         lines[1].find_first_not_of(" \t~^") == std::string::npos;
}

bool mentions_internals(std::string_view words) {
  for (const char* internal : {"emu::", "emu_shared_", "(the implicit "})
    if (words.find(internal) != words.npos) return true;
  return false;
}

/// A message with what leads to it and what is shown below it.
struct Message {
  Lines before;
  std::string text;
  Lines below;
};

std::vector<Message> messages_of(const Lines& lines) {
  std::vector<Message> messages(1);  // the first has no text: what stands before all others
  Lines before;
  for (const std::string& line : lines) {
    if (!header_of(line).kind.empty()) {
      messages.push_back({std::move(before), line, {}});
      before.clear();
    } else if (is_context(line)) {
      before.push_back(line);
    } else {
      messages.back().below.push_back(line);
    }
  }
  messages.push_back({std::move(before), "", {}});
  return messages;
}

/// A launch with wrong things in `<<<…>>>`: in the user's words, or empty.
std::string launch_words(std::string_view words) {
  constexpr std::string_view kGcc = "emu::types::Configuration::Configuration(";
  constexpr std::string_view kClang = "no matching constructor for initialization of";
  constexpr const char* kTakes =
      "<<<…>>> takes a grid (dim3 or int), a block (dim3 or int), the bytes of dynamic shared "
      "memory and a cudaStream_t";
  const bool is_launch = words.find("emu::Configuration") != words.npos ||
                         words.find("emu::types::Configuration") != words.npos;
  if (!is_launch) return "";
  if (words.starts_with(kClang)) return kTakes;
  const std::size_t start = words.find(kGcc);
  if (!words.starts_with("no matching function") || start == words.npos) return "";
  const std::string_view given = words.substr(start + kGcc.size());
  std::string told = kTakes;
  told += ", not (";
  told += given.substr(0, given.rfind(')') + 1);
  return told;
}

/// An error in words of our own; empty where the compiler's are right.
std::string words_for_the_user(std::string_view words) {
  std::string launch = launch_words(words);
  return launch.empty() ? missing_cuda(words) : launch;
}

class MessageReader {
 public:
  MessageReader(std::string_view headers, const SourceLineReader& source_line)
      : headers_(headers), source_line_(source_line) {}

  std::string read(const std::vector<Message>& messages) {
    for (const Message& message : messages) add(message);
    return std::move(text_);
  }

 private:
  bool is_ours(std::string_view file) const {
    return !headers_.empty() && file.starts_with(headers_);
  }

  void add(const Message& message) {
    const Header header = header_of(message.text);
    const bool note_of_ours = header.kind == "note" && is_ours(header.file);
    const bool reason = header.words.starts_with("  ");
    if (note_of_ours && !reason) dropped_ = drops_reasons(header.words);
    if (note_of_ours && (header.words.ends_with("declared here") ||
                         mentions_internals(header.words) || (reason && dropped_)))
      return;
    if (is_consequence(header)) return;
    add_before(message, note_of_ours);
    if (header.kind.empty()) return add_lines(message.below);
    if (note_of_ours) return add_line("note: " + std::string(header.words));
    const std::string told = header.kind == "error" ? words_for_the_user(header.words) : "";
    add_line(told.empty()
                 ? message.text
                 : message.text.substr(0, message.text.size() - header.words.size()) + told);
    add_below(header, message.below);
  }

  /// Reasons against a candidate go with it, but those for which `<<<…>>>` was refused stay.
  static bool drops_reasons(std::string_view words) {
    return mentions_internals(words) && words.find("Configuration(dim3") == words.npos;
  }

  /// A shared variable whose declaration is wrong, as another error has said.
  bool is_consequence(const Header& header) {
    const bool of_shared = header.words.find("emu_shared_") != header.words.npos;
    const bool follows = of_shared && header.kind == "error" && told_error_;
    if (header.kind == "error" && !of_shared) told_error_ = true;
    return follows;
  }

  void add_before(const Message& message, bool note_of_ours) {
    for (const std::string& line : message.before) {
      if (line.ends_with("In lambda function:") || line.ends_with("In lambda function")) continue;
      if (is_inclusion(line) && note_of_ours) continue;
      if (mentions_internals(line)) continue;
      add_line(line);
    }
  }

  // clang++ shows the line that it has read, which is the translated one.
  void add_below(const Header& header, const Lines& below) {
    if (!below.empty() && picture_of(below.front()).bar > 0) return add_pictures(header, below);
    if (!is_line_with_carets(below)) return add_lines(below);
    const std::string source = is_ours(header.file) ? "" : source_line_(header.file, header.line);
    if (source.empty()) return add_lines(below);
    add_line(source);
    for (std::size_t i = 1; i < below.size(); ++i) add_line(below[i]);
  }

  // A picture of a line that the user did not write goes, with what is drawn below it. That of the
  // message's own line shows what the user wrote.
  void add_pictures(const Header& header, const Lines& below) {
    const std::string source = is_ours(header.file) ? "" : source_line_(header.file, header.line);
    if (source.empty()) return add_lines(below);
    bool dropped = false;
    for (const std::string& line : below) {
      const Picture picture = picture_of(line);
      if (picture.line > 0 && picture.bar > 0) {
        dropped = !is_written(header, picture, line) && picture.line != header.line;
      }
      if (dropped && picture.bar > 0) continue;
      const bool replaced = picture.line == header.line && !is_written(header, picture, line);
      add_line(replaced ? line.substr(0, picture.bar + 1) + " " + source : line);
    }
  }

  bool is_written(const Header& header, const Picture& picture, std::string_view shown) const {
    return letters_of(shown.substr(picture.bar + 1)) ==
           letters_of(source_line_(header.file, picture.line));
  }

  void add_lines(const Lines& lines) {
    for (const std::string& line : lines) add_line(line);
  }
  void add_line(const std::string& line) { text_ += line + "\n"; }

  const std::string_view headers_;
  const SourceLineReader& source_line_;
  std::string text_;
  bool dropped_ = false;  // the latest note that has reasons
  bool told_error_ = false;
};

}  // namespace

std::string for_the_user(std::string_view messages, std::string_view headers,
                         const SourceLineReader& source_line) {
  return MessageReader(headers, source_line).read(messages_of(lines_of(messages)));
}

}  // namespace emu::toolchain
