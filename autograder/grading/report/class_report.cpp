// The files of a report, and its summary for the terminal.
#include "grading/report/class_report.h"

#include <fmt/format.h>

#include <fstream>
#include <stdexcept>

#include "grading/intake/names.h"
#include "grading/intake/text.h"
#include "grading/report/page.h"

namespace grading {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kColumns = 80;
constexpr std::size_t kMostLines = 20;  // of one list; the page has them all

void write(const fs::path& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary);
  out << text;
  out.close();
  if (!out) throw std::runtime_error(file.string() + " cannot be written: is the disk full?");
}

// In one line of the terminal, cut to its width.
std::string line(const std::string& text) {
  std::string cut;
  std::size_t columns = 0;
  for (const char c : in_one_line(text)) {
    const bool begins = (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    if (begins && ++columns > kColumns - 1) return cut + "…\n";
    cut += c;
  }
  return cut + "\n";
}

std::string lesson_lines(const LessonStatistics& lesson) {
  const std::string figures =
      lesson.graded() == 0 ? fmt::format("{:>7} {:>7}", "–", "–")
                           : fmt::format("{:>7.1f} {:>7.1f}", lesson.mean(), lesson.median());
  std::string lines =
      line(fmt::format("{:<35.35} {:>9} {:>7} {} of {}", in_one_line(lesson.words().name),
                       lesson.handed_in(), lesson.passed(), figures, lesson.max_points()));
  for (const Failures& failures : lesson.commonest(1)) {
    lines += line(fmt::format("  {} × {}{}: {}", failures.students,
                              failures.check.empty() ? "" : failures.check + " ",
                              shown_verdict(failures.verdict), failures.kind));
  }
  return lines;
}

std::string and_more(std::size_t count) {
  return count <= kMostLines ? "" : fmt::format("  … and {} more\n", count - kMostLines);
}

std::string remark_lines(const ClassStatistics& statistics, const std::string& title,
                         const std::vector<Remark>& all) {
  if (all.empty()) return {};
  std::string lines = fmt::format("\n{}: {}\n", title, lessons_of(all));
  for (std::size_t i = 0; i < all.size() && i < kMostLines; ++i) {
    lines += line(fmt::format("  {}, {}: {}", statistics.shown(all[i].student),
                              lessons_in_words(all[i]), all[i].text));
  }
  return lines + and_more(all.size());
}

std::string name_lines(const ClassStatistics& statistics, const std::string& title,
                       const std::vector<std::string>& names) {
  if (names.empty()) return {};
  std::string lines = fmt::format("\n{}: {}\n", title, names.size());
  for (std::size_t i = 0; i < names.size() && i < kMostLines; ++i)
    lines += line("  " + statistics.shown(names[i]));
  return lines + and_more(names.size());
}

std::string missing_lines(const ClassStatistics& statistics) {
  std::string lines;
  for (std::size_t i = 0; i < statistics.lessons.size(); ++i) {
    const std::vector<std::string>& names = statistics.not_handed_in[i];
    if (names.empty()) continue;
    std::string text = fmt::format("  {} ({}):", statistics.lessons[i].words().name, names.size());
    for (std::size_t k = 0; k < names.size() && k < kMostLines; ++k)
      text += (k == 0 ? " " : ", ") + statistics.shown(names[k]);
    lines += line(text);
  }
  return lines.empty() ? "" : "\nNot handed in, by those who handed in other lessons:\n" + lines;
}

}  // namespace

ClassStatistics write_class_report(const ClassResults& results, const fs::path& pictures,
                                   const fs::path& to, std::int64_t now) {
  fs::create_directories(to / "students");
  ClassStatistics statistics(results.lessons());
  statistics.strays = results.strays();
  statistics.notes = results.notes();
  results.for_each_student([&](const StudentResults& student) {
    statistics.add(student);
    write(to / "students" / (file_name_of(student.name) + ".html"),
          student_page(student, pictures, now));
  });
  write(to / "index.html", class_page(statistics, now));
  return statistics;
}

std::string class_summary(const ClassStatistics& statistics) {
  std::string text = fmt::format("{:<35} {:>9} {:>7} {:>7} {:>7}\n", "lesson", "handed in",
                                 "passed", "mean", "median");
  for (const LessonStatistics& lesson : statistics.lessons) text += lesson_lines(lesson);
  text += remark_lines(statistics, "Could not be judged", statistics.not_judged);
  text += remark_lines(statistics, "Flagged", statistics.flagged);
  text += remark_lines(statistics, "Not graded, by our fault", statistics.our_fault);
  text += remark_lines(statistics, "Refused", statistics.refused);
  text += remark_lines(statistics, "Points set by hand", statistics.overridden);
  text += name_lines(statistics, "Handed in nothing", statistics.handed_in_nothing);
  text += name_lines(statistics, "Files taken for no student's", statistics.strays);
  for (const std::string& note : statistics.notes) text += "\n" + in_one_line(note) + "\n";
  return text + missing_lines(statistics);
}

}  // namespace grading
