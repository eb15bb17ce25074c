// course slides, course docs: make the pages for a browser and open the first of them.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "base/process.h"
#include "course/commands/commands.h"
#include "course/screen/json.h"

namespace course {

namespace fs = std::filesystem;

namespace {

/// Pages that a target of the build makes.
struct Pages {
  std::string target;  ///< and the command's name
  std::string what;    ///< for the command's help
  fs::path first;      ///< below the build folder
};

struct PagesOptions {
  bool no_open = false;
  bool json = false;
};

/// What went wrong stands at the end, and each line of it may be a problem of its own.
std::string last_lines(const std::string& text, std::size_t count) {
  std::size_t start = text.size();
  for (std::size_t line = 0; line <= count && start != std::string::npos && start > 0; ++line) {
    start = text.rfind('\n', start - 1);
  }
  return start == std::string::npos || start == 0 ? text : text.substr(start + 1);
}

/// The build's words go to the terminal as they come, since all decks take minutes. They go to
/// stderr: what we print says where the page is.
bool make_before_eyes(const std::vector<std::string>& build) {
  std::vector<std::string> to_stderr = {"sh", "-c", "exec \"$@\" >&2", "sh"};
  to_stderr.insert(to_stderr.end(), build.begin(), build.end());
  return base::run_process({.arguments = to_stderr, .heard = base::Heard::kNothing}).ok();
}

void make(const Course& course, const Pages& pages, bool silent) {
  const std::vector<std::string> build = {"cmake", "--build", course.build.string(), "--target",
                                          pages.target};
  if (!silent) {
    if (make_before_eyes(build)) return;
    throw std::runtime_error(
        fmt::format("the {} could not be made; the lines above say why", pages.target));
  }
  const base::Ended ended = base::run_process({build});
  if (ended.ok()) return;
  throw std::runtime_error(fmt::format("the {} could not be made:\n{}", pages.target,
                                       last_lines(ended.out + ended.err, 20)));
}

bool has_a_desktop() {
  return std::getenv("DISPLAY") != nullptr || std::getenv("WAYLAND_DISPLAY") != nullptr;
}

/// True when the desktop took it.
bool open_in_browser(const fs::path& page) {
  if (!has_a_desktop() || base::find_program("xdg-open").empty()) return false;
  return base::run_process({{"xdg-open", page.string()}}).ok();
}

int run_pages(const Course& course, const Pages& pages, const PagesOptions& options) {
  if (!options.json)
    fmt::print(stderr, "making the {} (the first time takes a while)\n", pages.target);
  make(course, pages, options.json);
  const fs::path page = course.build / pages.first;
  const bool opened = !options.no_open && open_in_browser(page);
  if (options.json) {
    print_json({{"page", page.string()}, {"opened", opened}});
  } else {
    fmt::print("{}{}\n", opened ? "opened " : "", page.string());
  }
  return 0;
}

void setup_pages(CLI::App& app, const Course& course, int& status, const Pages& pages) {
  auto options = std::make_shared<PagesOptions>();
  CLI::App* command = app.add_subcommand(pages.target, pages.what);
  command->add_flag("--no-open", options->no_open, "Only say where the page is");
  command->add_flag("--json", options->json, "Print one JSON document and nothing else");
  command->callback(
      [&course, &status, pages, options] { status = run_pages(course, pages, *options); });
}

}  // namespace

void setup_slides(CLI::App& app, const Course& course, int& status) {
  setup_pages(app, course, status,
              {"slides", "Make the lectures' slides and open them in a browser",
               fs::path("slides") / "index.html"});
}

void setup_docs(CLI::App& app, const Course& course, int& status) {
  setup_pages(app, course, status,
              {"docs", "Make the course's documentation and open it in a browser",
               fs::path("docs") / "html" / "index.html"});
}

}  // namespace course
