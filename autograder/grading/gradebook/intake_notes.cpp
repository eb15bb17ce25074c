// What an intake noted: refusals, doubts, strays, and when it was. The next one of the same lessons
// takes their place.
#include <fmt/format.h>

#include "grading/gradebook/cells.h"
#include "grading/gradebook/gradebook.h"

namespace grading {
namespace {

// What an intake noted of lessons is forgotten when they are looked at again.
void forget_notes(Database& database, const std::string& table,
                  const std::vector<std::string>& lessons) {
  database.execute(fmt::format("DELETE FROM {} WHERE taken_with = ''", table));
  for (const std::string& lesson : lessons) {
    database.statement(fmt::format("DELETE FROM {} WHERE taken_with = ?", table))
        .with(lesson)
        .run();
  }
}

// What is about all of a student's is about each lesson that was looked at.
void keep_note(Database& database, const std::string& table, const Doubt& note,
               const std::vector<std::string>& lessons) {
  const std::vector<std::string> one{note.lesson};
  for (const std::string& lesson : note.lesson.empty() && !lessons.empty() ? lessons : one) {
    database.statement(fmt::format("INSERT INTO {} VALUES(?, ?, ?, ?)", table))
        .with(note.student)
        .with(note.lesson)
        .with(kept(note.what, kLongestReason))
        .with(lesson)
        .run();
  }
}

// A table of one column, whose rows are those of the last intake.
void replace_rows(Database& database, const std::string& table,
                  const std::vector<std::string>& values) {
  Transaction transaction(database);
  database.execute("DELETE FROM " + table);
  for (const std::string& value : values)
    database.statement(fmt::format("INSERT INTO {} VALUES(?)", table)).with(value).run();
  transaction.commit();
}

}  // namespace

void Gradebook::note_refusals(const std::vector<Refused>& refused,
                              const std::vector<std::string>& lessons) {
  Transaction transaction(database_);
  forget_notes(database_, "refusals", lessons);
  for (const Refused& one : refused)
    keep_note(database_, "refusals", {one.student, one.lesson, one.why}, lessons);
  transaction.commit();
}

void Gradebook::note_doubts(const std::vector<Doubt>& doubts,
                            const std::vector<std::string>& lessons) {
  Transaction transaction(database_);
  forget_notes(database_, "doubts", lessons);
  for (const Doubt& one : doubts) keep_note(database_, "doubts", one, lessons);
  transaction.commit();
}

void Gradebook::note_strays(const std::vector<std::string>& files) {
  replace_rows(database_, "strays", files);
}

void Gradebook::note_class(const std::vector<std::string>& sentences) {
  replace_rows(database_, "notes", sentences);
}

void Gradebook::note_intake(const std::vector<std::string>& lessons, std::int64_t begun) {
  Transaction transaction(database_);
  for (const std::string& lesson : lessons) {
    database_.statement("INSERT OR REPLACE INTO intakes VALUES(?, ?)")
        .with(lesson)
        .with(begun)
        .run();
  }
  transaction.commit();
}

}  // namespace grading
