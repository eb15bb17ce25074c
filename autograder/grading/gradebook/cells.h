// What the gradebook's files share of its tables: how texts are kept in a cell, and what is newest.
#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "grading/gradebook/gradebook.h"
#include "grading/intake/text.h"

namespace grading {

/// Whatever a program of ours lets through, the gradebook does not grow without end.
inline std::string kept(const std::string& text, std::size_t most = kLongestMessage) {
  return shortened_in_the_middle(text, most);
}

/// A list of sentences in one cell. The separator is in no sentence: text is cleaned of it.
inline constexpr char kSeparator = '\x1e';

inline std::string joined(const std::vector<std::string>& sentences) {
  std::string text;
  for (std::string sentence : sentences) {
    std::erase(sentence, kSeparator);
    sentence = kept(sentence, kLongestReason);
    text += (text.empty() ? "" : std::string(1, kSeparator)) + sentence;
  }
  return text;
}

inline std::vector<std::string> parted(const std::string& text) {
  std::vector<std::string> sentences;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, kSeparator);) sentences.push_back(part);
  return sentences;
}

/// The newest score of submission s. Found by index for each: a list of all newest ones would be
/// gone through for every submission, which a large class would feel.
inline constexpr const char* kNewestScore =
    "scores AS score ON score.id = (SELECT MAX(id) FROM scores WHERE submission_id = s.id)";

/// What the last intake found of each student's lesson, and when what it found before was handed
/// in.
inline constexpr const char* kNewestSubmissions =
    "SELECT s.id, s.student, s.lesson, s.sha256, s.found_at, s.missing_at, h.received_at, "
    "(SELECT received_at FROM handed_in AS earlier WHERE earlier.student = h.student "
    "AND earlier.lesson = h.lesson AND earlier.id < h.id ORDER BY earlier.id DESC LIMIT 1) "
    "AS received_before FROM handed_in AS h JOIN submissions AS s ON s.id = h.submission_id "
    "WHERE NOT EXISTS (SELECT 1 FROM handed_in AS later WHERE later.student = h.student "
    "AND later.lesson = h.lesson AND later.id > h.id)";

}  // namespace grading
