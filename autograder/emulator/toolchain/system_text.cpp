#include "toolchain/system_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "base/text.h"
#include "translator/refusals/refusal.h"

namespace emu::toolchain {
namespace {

using translator::Departure;
using translator::Sources;
using translator::TokenList;
using translator::UnreadText;

std::string without_splices(std::string_view text) {
  std::string joined;
  for (std::size_t at = 0; at < text.size(); ++at) {
    std::size_t end = at + 1;
    while (text[at] == '\\' && end < text.size() && base::is_blank(text[end])) ++end;
    if (text[at] == '\\' && end < text.size() && text[end] == '\n')
      at = end;
    else
      joined += text[at];
  }
  return joined;
}

void skip_blanks_and_comments(std::string_view& text) {
  for (;;) {
    while (!text.empty() && base::is_blank(text[0])) text.remove_prefix(1);
    if (!text.starts_with("/*")) return;
    text.remove_prefix(std::min(text.find("*/", 2), text.size() - 2) + 2);
  }
}

/// Whether anything in it, be it in a comment or a string, looks like `#line` or a line marker.
bool could_mark_lines(std::string_view source) {
  const std::string text = without_splices(source);
  for (std::string_view rest = text; !rest.empty(); rest.remove_prefix(1)) {
    if (rest[0] != '#' && !rest.starts_with("%:")) continue;
    std::string_view after = rest.substr(rest[0] == '#' ? 1 : 2);
    skip_blanks_and_comments(after);
    if (after.starts_with("line")) return true;
    if (!after.empty() && after[0] >= '0' && after[0] <= '9') return true;
  }
  return false;
}

/// `#include <vector>`, with or without a comment behind it.
bool includes_header(std::string_view line) {
  constexpr std::string_view kStart = "#include <";
  if (!line.starts_with(kStart)) return false;
  line.remove_prefix(kStart.size());
  const std::size_t close = line.find('>');
  if (close == line.npos || line.substr(0, close).find_first_of("\"'<") != line.npos) return false;
  if (line.substr(0, close).find("//") != line.npos) return false;
  if (line.substr(0, close).find("/*") != line.npos) return false;
  line.remove_prefix(close + 1);
  while (!line.empty() && base::is_blank(line[0])) line.remove_prefix(1);
  return line.empty() || line.starts_with("//");
}

/// The lines at a file's beginning that are empty, comments or plain inclusions of headers: whoever
/// reads them, they are nothing else.
unsigned plain_lines(std::string_view text) {
  unsigned count = 0;
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (line.find_first_of("\\?") != line.npos) break;
    while (!line.empty() && base::is_blank(line.back())) line.remove_suffix(1);
    if (!line.empty() && !line.starts_with("//") && !includes_header(line)) break;
    ++count;
  }
  return count;
}

/// Ends of the unread texts that begin with each departure.
std::size_t end_of(const Sources& sources, std::size_t departure) {
  return departure + 1 < sources.departures.size() ? sources.departures[departure + 1].unread
                                                   : sources.unread.size();
}

/// Whether the exercise has said something before one of the texts that were passed over.
bool could_differ(const Sources& sources, const std::vector<OwnFile>& own) {
  const bool marked =
      std::ranges::any_of(own, [](const OwnFile& file) { return could_mark_lines(file.text); });
  const unsigned plain = own.empty() ? 0 : plain_lines(own[0].text);
  for (std::size_t i = 0; i < sources.departures.size(); ++i) {
    const Departure& departure = sources.departures[i];
    if (departure.unread == end_of(sources, i)) continue;
    const bool early = departure.at_first && !own.empty() && departure.from.line <= plain &&
                       sources.files[departure.from.file] == own[0].name;
    // `<built-in>`, and what the command line includes.
    const bool compilers = departure.at_first && departure.from.line <= 1 &&
                           sources.files[departure.to].starts_with('<');
    if (marked || !(early || compilers)) return true;
  }
  return false;
}

/// How the exercise wrote the name of a header, `<vector>`; empty when it has not written it.
std::string written_name(const std::string& path, const std::vector<OwnFile>& own) {
  std::string best;
  for (const OwnFile& file : own) {
    for (const std::string& name : file.directives.headers) {
      const std::string inside = name.substr(1, name.size() - 2);
      if ((path == inside || path.ends_with("/" + inside)) && name.size() > best.size())
        best = name;
    }
  }
  return best;
}

std::string headers_alone(const Sources& sources, const std::vector<OwnFile>& own) {
  std::string source;
  for (const Departure& departure : sources.departures) {
    const std::string name = written_name(sources.files[departure.to], own);
    if (!name.empty()) source += "#include " + name + "\n";
  }
  return source;
}

/// Macros that can only choose among what a header has: `#define NDEBUG`.
std::string plain_macros(const std::vector<OwnFile>& own) {
  std::string source;
  for (const OwnFile& file : own)
    for (const Macro& macro : file.directives.macros)
      if (macro.plain_body)
        source += fmt::format("#undef {0}\n#define {0} {1}\n", macro.name, *macro.plain_body);
  return source;
}

struct Text {
  std::string_view file;
  unsigned line;
  std::string_view words;

  bool operator==(const Text&) const = default;
};

std::vector<Text> texts_of(const Sources& sources) {
  std::vector<Text> texts;
  for (const UnreadText& unread : sources.unread) {
    const std::size_t last = unread.text.find_last_not_of(" \t\v\f\r\n");
    texts.push_back(
        {sources.files[unread.at.file], unread.at.line, unread.text.substr(0, last + 1)});
  }
  return texts;
}

/// Those of no library of the system's: of the emulator.
std::vector<Text> emulators_own(const std::vector<Text>& texts) {
  std::vector<Text> own;
  for (const Text& text : texts)
    if (!text.file.starts_with("/usr/include/") && !text.file.starts_with("/usr/lib/"))
      own.push_back(text);
  return own;
}

bool has_word(std::string_view text, std::string_view word) {
  const auto continues = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !continues(text[at - 1])) && (end == text.size() || !continues(text[end])))
      return true;
  }
  return false;
}

/// `, because of the macro X in line 3 of x.cu`: a guess, the longest that the header has.
std::string because_of(const std::string& header, const std::vector<OwnFile>& own) {
  std::ifstream in(header, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  std::string longest;
  std::string words;
  for (const OwnFile& file : own) {
    for (const Macro& macro : file.directives.macros) {
      if (macro.name.size() <= longest.size() || !has_word(text.str(), macro.name)) continue;
      longest = macro.name;
      words =
          fmt::format(", because of the macro {} in line {} of {}", longest, macro.line, file.name);
    }
  }
  return words;
}

/// Of the text with this index, or of the last one.
std::string refusal(const Sources& sources, const std::vector<OwnFile>& own, std::size_t index) {
  std::size_t i = 0;
  while (i + 1 < sources.departures.size() && sources.departures[i + 1].unread <= index) ++i;
  const Departure& departure = sources.departures[i];
  const std::string& header = sources.files[departure.to];
  const std::string name = written_name(header, own);
  const std::string& file =
      index < sources.unread.size() ? sources.files[sources.unread[index].at.file] : header;
  const std::string words =
      name.empty() ? fmt::format(
                         "text of the exercise passes for {}, where the checker does not look. "
                         "Include a header by its name, not by a macro",
                         header)
                   : fmt::format(
                         "{} reads differently here than on its own{}: the checker does not look "
                         "into such headers. Include them before you define macros",
                         name, because_of(file, own));
  return translator::Refusal{sources.files[departure.from.file], departure.from.line, words}
             .message() +
         "\n";
}

}  // namespace

std::string refused_system_text(const Sources& sources, const std::vector<OwnFile>& own,
                                const Preprocess& preprocess,
                                const translator::IsUserFile& is_user_file) {
  if (!could_differ(sources, own)) return "";
  const std::vector<Text> texts = texts_of(sources);
  const std::string headers = headers_alone(sources, own);

  const std::string alone = preprocess(headers).value_or("");
  const TokenList alone_list = translator::tokenise(alone, is_user_file);
  const std::vector<Text> alone_texts = texts_of(alone_list);
  if (texts == alone_texts) return "";
  const auto differs = std::ranges::mismatch(texts, alone_texts).in1 - texts.begin();
  std::string refused = refusal(sources, own, static_cast<std::size_t>(differs));

  // `#define NDEBUG` may choose among what a library has, but not in the emulator's headers, which
  // switch the checker.
  if (emulators_own(texts) != emulators_own(alone_texts)) return refused;
  const std::string chosen = preprocess(plain_macros(own) + headers).value_or("");
  const TokenList chosen_list = translator::tokenise(chosen, is_user_file);
  return texts == texts_of(chosen_list) ? "" : refused;
}

}  // namespace emu::toolchain
