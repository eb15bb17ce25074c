// The page for the instructor.
#include <fmt/format.h>

#include "base/text.h"
#include "grading/intake/names.h"
#include "grading/report/class_report.h"
#include "grading/report/page.h"

namespace grading {
namespace {

constexpr std::size_t kMostKinds = 8;     // of failures, for each lesson
constexpr std::size_t kShortList = 40;    // rows that need no scrolling
constexpr std::size_t kShownOfHash = 12;  // digits

std::string link(const ClassStatistics& statistics, const std::string& student) {
  return fmt::format("<a href=\"students/{}.html\">{}</a>", file_name_of(student),
                     name_markup(statistics.shown(student)));
}

std::string figure(const std::string& number, const std::string& words) {
  return "<li><strong>" + number + "</strong>" + words + "</li>\n";
}

// A long list scrolls on the screen (and can be reached by keyboard), and is whole on paper.
std::string maybe_long(std::size_t rows, const std::string& name, const std::string& html) {
  if (rows <= kShortList) return html;
  return fmt::format(
      "<div class=\"long\" role=\"region\" tabindex=\"0\" aria-label=\"{}\">\n{}</div>\n",
      text_markup(name), html);
}

std::string per_cent(int part, int all) {
  return all == 0 ? "–" : fmt::format("{:.0f} %", 100.0 * part / all);
}

std::string lessons_table(const ClassStatistics& statistics) {
  std::string rows;
  for (std::size_t i = 0; i < statistics.lessons.size(); ++i) {
    const LessonStatistics& lesson = statistics.lessons[i];
    const std::string figures = lesson.graded() == 0
                                    ? "<td class=\"number\" data-label=\"mean\">–</td>"
                                      "<td class=\"number\" data-label=\"median\">–</td>"
                                    : fmt::format(
                                          "<td class=\"number\" data-label=\"mean\">{:.1f}</td>"
                                          "<td class=\"number\" data-label=\"median\">{:.1f}</td>",
                                          lesson.mean(), lesson.median());
    rows += fmt::format(
        "<tr><th scope=\"row\"><a href=\"#lesson-{}\">{}</a></th>"
        "<td class=\"number\" data-label=\"handed in\">{}</td>"
        "<td class=\"number\" data-label=\"graded\">{}</td>"
        "<td class=\"number\" data-label=\"passed\">{}</td>{}"
        "<td class=\"number\" data-label=\"of\">{}</td></tr>\n",
        i + 1, text_markup(lesson.words().name), lesson.handed_in(), lesson.graded(),
        lesson.passed(), figures, lesson.max_points());
  }
  return "<table class=\"wide\"><thead><tr><th scope=\"col\">lesson</th>"
         "<th scope=\"col\" class=\"number\">handed in</th><th scope=\"col\" "
         "class=\"number\">graded</th>"
         "<th scope=\"col\" class=\"number\">passed</th><th scope=\"col\" "
         "class=\"number\">mean</th>"
         "<th scope=\"col\" class=\"number\">median</th><th scope=\"col\" class=\"number\">of</th>"
         "</tr></thead>\n<tbody>\n" +
         rows + "</tbody></table>\n";
}

std::string what_of(const LessonStatistics& lesson, const std::string& check) {
  for (const CheckWords& words : lesson.words().checks) {
    if (words.name == check) return words.what;
  }
  return {};
}

std::string checks_table(const LessonStatistics& lesson) {
  std::string rows;
  for (const CheckStatistics& check : lesson.checks()) {
    if (check.ran() + check.not_run == 0) continue;
    const std::string what = what_of(lesson, check.name);
    const std::string own = check.hidden ? " <span class=\"pale\">(your own)</span>" : "";
    rows += fmt::format(
        "<tr><th scope=\"row\"><code>{}</code>{}{}</th>"
        "<td class=\"number\" data-label=\"points\">{}</td>"
        "<td class=\"number\" data-label=\"passed\">{} of {}</td>"
        "<td class=\"number\" data-label=\"that is\">{}</td></tr>\n",
        text_markup(check.name), own,
        what.empty() ? "" : "<br><span class=\"what\">" + text_markup(what) + "</span>",
        check.points, check.passed, check.ran(), per_cent(check.passed, check.ran()));
  }
  if (rows.empty()) return {};
  return "<h3>Checks</h3>\n<table class=\"wide\"><thead><tr><th scope=\"col\">check</th>"
         "<th scope=\"col\" class=\"number\">points</th><th scope=\"col\" "
         "class=\"number\">passed</th>"
         "<th scope=\"col\" class=\"number\">that is</th></tr></thead>\n<tbody>\n" +
         rows + "</tbody></table>\n";
}

std::string failures_list(const LessonStatistics& lesson) {
  std::string items;
  for (const Failures& failures : lesson.commonest(kMostKinds)) {
    const std::string where = failures.check.empty()
                                  ? "the whole lesson"
                                  : "<code>" + text_markup(failures.check) + "</code>";
    items += fmt::format(
        "<li><strong>{}</strong>, {}{}: {}\n{}\n<pre>{}</pre></li>\n",
        base::counted(failures.students, "student"), where, failures.hidden ? " (your own)" : "",
        text_markup(shown_verdict(failures.verdict)),
        failures.kind.empty() ? "" : "<br>" + text_markup(failures.kind),
        text_markup(failures.example.empty() ? "(without a message)" : failures.example));
  }
  if (items.empty()) return {};
  const std::size_t more = lesson.kinds() - std::min(lesson.kinds(), kMostKinds);
  return "<h3>Commonest failures, each with an example</h3>\n<ul class=\"plain\">\n" + items +
         "</ul>\n" +
         (more == 0 ? "" : fmt::format("<p class=\"pale\">and {} of other kinds</p>\n", more));
}

std::string names_list(const ClassStatistics& statistics, const std::vector<std::string>& names) {
  std::string html;
  for (const std::string& name : names) html += (html.empty() ? "" : ", ") + link(statistics, name);
  return html;
}

std::string graded_with(const LessonStatistics& lesson) {
  std::string items;
  for (const GradedWith& with : lesson.graded_with()) {
    items += fmt::format(
        "<li>{} by course <code>{}</code>, checks <code>{}</code>, toolchain <code>{}</code>, {}{}"
        "</li>\n",
        base::counted(with.submissions, "submission"),
        text_markup(with.grader.empty() ? "unknown" : with.grader),
        text_markup(with.versions.checks.substr(0, kShownOfHash)),
        text_markup(with.versions.toolchain.substr(0, kShownOfHash)), shown_time(with.first),
        with.first == with.last ? "" : " to " + shown_time(with.last));
  }
  return items.empty() ? "" : "<h3>Graded with</h3>\n<ul>\n" + items + "</ul>\n";
}

std::string lesson_section(const ClassStatistics& statistics, std::size_t i) {
  const LessonStatistics& lesson = statistics.lessons[i];
  std::string html =
      fmt::format("<section id=\"lesson-{}\">\n<h2>{}: {}</h2>\n", i + 1,
                  text_markup(lesson.words().name), text_markup(lesson.words().title));
  if (lesson.graded() > 0) {
    html += histogram(lesson.students_by_points(), lesson.max_points(),
                      fmt::format("points-{}", i + 1));
  } else {
    html += "<p class=\"pale\">Nothing is graded yet.</p>\n";
  }
  html += checks_table(lesson) + failures_list(lesson);
  const std::vector<std::string>& missing = statistics.not_handed_in[i];
  if (!missing.empty()) {
    html += fmt::format("<h3>Not handed in: {}</h3>\n",
                        base::counted(static_cast<long>(missing.size()), "student"));
    html += maybe_long(missing.size(), "Not handed in",
                       "<p>" + names_list(statistics, missing) + "</p>\n");
  }
  return html + graded_with(lesson) + "</section>\n";
}

std::string remarks(const ClassStatistics& statistics, const std::string& title,
                    const std::string& id, const std::string& words,
                    const std::vector<Remark>& all) {
  if (all.empty()) return {};
  std::string items;
  for (const Remark& remark : all) {
    std::string lessons;
    for (const std::string& lesson : remark.lessons) {
      lessons += (lessons.empty() ? "" : ", ") + text_markup(lesson);
    }
    items += fmt::format("<li>{}: {}<br><span class=\"pale\">{}</span></li>\n",
                         link(statistics, remark.student), text_markup(remark.text),
                         lessons.empty() ? "everything" : lessons);
  }
  return fmt::format("<section id=\"{}\">\n<h2>{}</h2>\n<p>{}</p>\n", id, title, words) +
         maybe_long(all.size(), title, "<ul>\n" + items + "</ul>\n") + "</section>\n";
}

std::string strays_section(const std::vector<std::string>& files) {
  if (files.empty()) return {};
  std::string items;
  for (const std::string& file : files) items += "<li>" + name_markup(file) + "</li>\n";
  return fmt::format(
             "<section id=\"strays\">\n<h2>Files taken for no student's: {}</h2>\n<p>They lie "
             "beside what was handed in, and are neither folders nor archives (.zip, .tar.gz, "
             ".tgz). See whether a student meant to hand one of them in.</p>\n",
             files.size()) +
         maybe_long(files.size(), "Files taken for no student's", "<ul>\n" + items + "</ul>\n") +
         "</section>\n";
}

std::string notes_section(const std::vector<std::string>& notes) {
  if (notes.empty()) return {};
  std::string items;
  for (const std::string& note : notes) items += "<li>" + text_markup(note) + "</li>\n";
  return "<section id=\"notes\">\n<h2>The class's folder</h2>\n<ul>\n" + items +
         "</ul>\n</section>\n";
}

std::string all_remarks(const ClassStatistics& statistics) {
  std::string html;
  const auto add = [&](const char* title, const char* id, const char* words,
                       const std::vector<Remark>& all) {
    html += remarks(statistics, title, id, words, all);
  };
  add("Could not be judged", "not-judged",
      "Our programs failed on these again and again, and on no others. They count as failed, with "
      "0 "
      "points, until you say otherwise: read their sources, then set points by course regrade.",
      statistics.not_judged);
  add("Flagged", "flagged", "Look at these before their points count.", statistics.flagged);
  add("Not graded, by our fault", "our-fault",
      "They have no score. Grade again, or look at the reason.", statistics.our_fault);
  add("Refused", "refused",
      "These could not be taken in and have no score; the students' pages say why.",
      statistics.refused);
  add("Points set by hand", "overridden", "With the reason that was given.", statistics.overridden);
  if (!statistics.handed_in_nothing.empty()) {
    html += fmt::format(
        "<section id=\"nothing\">\n<h2>Handed in nothing: {}</h2>\n",
        base::counted(static_cast<long>(statistics.handed_in_nothing.size()), "student"));
    html += maybe_long(statistics.handed_in_nothing.size(), "Handed in nothing",
                       "<p>" + names_list(statistics, statistics.handed_in_nothing) + "</p>\n");
    html += "</section>\n";
  }
  return html + strays_section(statistics.strays) + notes_section(statistics.notes);
}

// What an instructor should look at, in words, with a link to what is said of it.
std::string look_at(const StudentLine& line) {
  std::string marks;
  const auto add = [&marks](int count, const char* id, const char* words) {
    if (count == 0) return;
    marks += fmt::format("{}<a class=\"bad\" href=\"#{}\">{}{}</a>", marks.empty() ? "" : ", ", id,
                         words, count == 1 ? "" : fmt::format(": {}", count));
  };
  add(line.not_judged, "not-judged", "could not be judged");
  add(line.flagged, "flagged", "flagged");
  return marks;
}

std::string students_table(const ClassStatistics& statistics) {
  std::string rows;
  for (const StudentLine& line : statistics.students) {
    rows += fmt::format(
        "<tr><th scope=\"row\">{}</th><td class=\"number\" data-label=\"handed in\">{}</td>"
        "<td class=\"number\" data-label=\"passed\">{}</td>"
        "<td class=\"number\" data-label=\"points\">{} of {}</td>"
        "<td data-label=\"look at\">{}</td></tr>\n",
        link(statistics, line.name), line.handed_in, line.passed, line.points, line.max_points,
        look_at(line));
  }
  return "<section id=\"students\">\n<h2>Students</h2>\n" +
         maybe_long(statistics.students.size(), "Students",
                    "<table class=\"wide\"><thead><tr><th scope=\"col\">student</th>"
                    "<th scope=\"col\" class=\"number\">handed in</th>"
                    "<th scope=\"col\" class=\"number\">passed</th>"
                    "<th scope=\"col\" class=\"number\">points</th>"
                    "<th scope=\"col\">look at</th></tr></thead>\n<tbody>\n" +
                        rows + "</tbody></table>\n") +
         "</section>\n";
}

std::string figures(const ClassStatistics& statistics) {
  long graded = 0, passed = 0;
  for (const LessonStatistics& lesson : statistics.lessons) {
    graded += lesson.graded();
    passed += lesson.passed();
  }
  const auto jump = [](const std::string& id, std::size_t count, const std::string& words) {
    return count == 0 ? figure("0", words)
                      : figure(fmt::format("<a href=\"#{}\">{}</a>", id, count), words);
  };
  return "<ul class=\"figures\">\n" + jump("students", statistics.students.size(), "students") +
         figure(fmt::format("{}", graded), "lessons graded") +
         figure(fmt::format("{}", passed), "of them passed") +
         jump("not-judged", lessons_of(statistics.not_judged), "could not be judged") +
         jump("flagged", lessons_of(statistics.flagged), "flagged") +
         jump("our-fault", lessons_of(statistics.our_fault), "not graded, by our fault") +
         jump("refused", lessons_of(statistics.refused), "refused") +
         jump("nothing", statistics.handed_in_nothing.size(), "handed in nothing") +
         (statistics.strays.empty()
              ? ""
              : jump("strays", statistics.strays.size(), "files taken for no student's")) +
         "</ul>\n";
}

}  // namespace

std::string class_page(const ClassStatistics& statistics, std::int64_t now) {
  std::string html = fmt::format(
      "<header>\n<h1>The class</h1>\n<p class=\"pale\">Made {}, for instructors: it names students "
      "and hidden checks.</p>\n</header>\n<main>\n",
      shown_time(now));
  html += figures(statistics) + lessons_table(statistics) + all_remarks(statistics);
  for (std::size_t i = 0; i < statistics.lessons.size(); ++i) {
    html += lesson_section(statistics, i);
  }
  return page("The class: results", html + students_table(statistics) + "</main>\n");
}

}  // namespace grading
