// A quiz: its questions, what was answered, and whether that is right.
//
// lessons/NN/questions.toml, the answers.toml that a student gets from it and the key in
// solutions/NN/ have the same shape: in the first the answers are empty, in the last each has a
// reason.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace course {

enum class QuestionKind { kChoice, kNumber, kOrder, kText };

struct Question {
  std::string id;
  std::string text;
  QuestionKind kind = QuestionKind::kText;
  std::vector<std::string> choices;
  std::string answer;  ///< empty: not answered
  std::string reason;  ///< in the key only
};

/// Throws FileError for a file that is not a quiz.
std::vector<Question> load_questions(const std::filesystem::path& file);

/// The same of the text of `file`, which is not opened.
std::vector<Question> read_questions(const std::string& text, const std::filesystem::path& file);

/// Null when there is none of that id.
const Question* find_question(const std::vector<Question>& questions, const std::string& id);

/// Judges what was given against the key's question.
/// A choice may be given by its letter, its number or its words; an order by any of these,
/// separated by commas or spaces; a number with or without a unit behind it. Of a text, case,
/// quotes and spaces do not count; its key may name alternatives, separated by " | ".
bool is_right(const Question& key, const std::string& given);

/// Whether this is an answer of the form that is asked for, right or wrong: one of the choices, a
/// number, all parts of the order in whatever order. Any text is one.
bool has_form_of_answer(const Question& key, const std::string& given);

/// How the right answer is said to a person: "b) 64 grids".
std::string shown_answer(const Question& key);

/// The text of an answers.toml with the answer to question `id` put in; all else stays as it was.
std::string with_answer(const std::string& toml, const std::string& id, const std::string& answer);

}  // namespace course
