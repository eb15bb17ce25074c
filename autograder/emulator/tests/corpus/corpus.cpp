// Runs every case of one file of the corpus under several schedules and compares what the checker
// says with what the source is marked with.
//
//   corpus PROGRAM SOURCE [--messages] [CASE]
//
// A right case must have no diagnostics. A wrong one must have some under `late` and `eager`; under
// any schedule each must have the rule and both lines of marks, and each mark must be named at
// least once. A missed one must have none: when the checker learns to see it, it becomes a WRONG.
//
// `//? RULE`: a warning, which EMULATOR_STRICT=1 makes an error. A wrong case with such marks must
// have no error without, and must have one with it.
//
// `//! RULE @late`: only that schedule has to show it. `//! RULE @g++`: only code of that compiler
// (PROGRAM's ending) shows it; of another it is missed.
//
// --messages prints every message once, for reading.
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr unsigned kSecondsPerRun = 30;

/// A line that a diagnostic of this rule must name.
struct Mark {
  std::string rule;
  unsigned line;
  auto operator<=>(const Mark&) const = default;  // NOLINT(modernize-use-nullptr): there is none
};

struct Case {
  std::string kind, name;  // PAIR, CLEAN, WRONG, MISSED
  unsigned line = 0;
  std::set<Mark> marks;
  std::string only_schedule;
  bool of_other_compiler = false;
  bool is_lenient = false;  // marks of warnings

  bool has_right() const { return kind == "PAIR" || kind == "CLEAN"; }
  bool has_wrong() const { return kind != "CLEAN"; }
  bool is_missed() const { return kind == "MISSED" || of_other_compiler; }
};

struct Schedule {
  const char* policy;
  const char* seed;
  bool must_show;  // a wrong case must be found under this one
};
constexpr Schedule kSchedules[] = {
    {"late", "0", true}, {"eager", "0", true}, {"random", "1", false}, {"random", "2", false}};

void add_marks(Case& c, const std::string& text, unsigned line, const std::string& compiler) {
  const auto at = std::min(text.find("//! "), text.find("//? "));
  if (at == std::string::npos) return;
  c.is_lenient = c.is_lenient || text[at + 2] == '?';
  std::istringstream words(text.substr(at + 4));
  for (std::string word; words >> word;) {
    if (word.ends_with(",")) word.pop_back();
    if (word == "@late" || word == "@eager")
      c.only_schedule = word.substr(1);
    else if (word.starts_with("@"))
      c.of_other_compiler = word.substr(1) != compiler;
    else
      c.marks.insert({word, line});
  }
}

/// A case ends with the first `}` at the beginning of a line behind its name, or on its own line.
std::vector<Case> read_cases(const fs::path& source, const std::string& compiler) {
  static const std::regex head(R"(^(PAIR|CLEAN|WRONG|MISSED)\((\w+)\).*)");
  std::vector<Case> cases;
  std::ifstream in(source);
  Case current;
  std::string text;
  for (unsigned line = 1; std::getline(in, text); ++line) {
    add_marks(current, text, line, compiler);
    std::smatch match;
    if (std::regex_match(text, match, head)) {
      current.kind = match[1];
      current.name = match[2];
      current.line = line;
    }
    const bool ends = text.starts_with("}") || (current.line == line && text.ends_with("}"));
    if (current.line == 0 || !ends) continue;
    cases.push_back(std::move(current));
    current = {};
  }
  return cases;
}

struct Outcome {
  int status = 0;
  json report;
};

/// How one case is run.
struct Run {
  const Case& c;
  bool right;
  const Schedule& schedule;
  bool strict = false;
};

void become(const std::string& program, const Run& run, const std::string& report) {
  const auto& [c, right, schedule, strict] = run;
  setenv("EMULATOR_REPORT", report.c_str(), 1);
  setenv("EMULATOR_STRICT", strict ? "1" : "0", 1);
  setenv("EMULATOR_SCHEDULE", schedule.policy, 1);
  setenv("EMULATOR_SEED", schedule.seed, 1);
  dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
  alarm(kSecondsPerRun);
  execl(program.c_str(), program.c_str(), c.name.c_str(), right ? "right" : "wrong", nullptr);
  _exit(127);
}

Outcome outcome_of(const std::string& program, const Run& run, const std::string& report) {
  fs::remove(report);
  const pid_t child = fork();
  if (child == 0) become(program, run, report);
  Outcome outcome;
  waitpid(child, &outcome.status, 0);
  std::ifstream in(report);
  outcome.report = json::parse(in, nullptr, false);
  return outcome;
}

std::error_code last_error() { return {errno, std::generic_category()}; }

class Judge {
 public:
  Judge(std::string program, fs::path source, bool messages)
      : program_(std::move(program)), source_(std::move(source)), messages_(messages) {
    std::string name = fs::temp_directory_path() / "corpus-XXXXXX";
    if (!mkdtemp(name.data())) throw fs::filesystem_error("mkdtemp", name, last_error());
    folder_ = name;
  }
  ~Judge() { fs::remove_all(folder_); }
  Judge(const Judge&) = delete;
  Judge& operator=(const Judge&) = delete;

  void judge(const Case& c) {
    if (c.has_right()) judge_right(c);
    if (c.has_wrong()) judge_wrong(c);
  }

  int failures() const { return failures_; }
  void print_counts() const {
    std::printf("%d right, %d wrong, %d missed; %d failures\n", right_, wrong_, missed_, failures_);
  }

 private:
  Outcome run_case(const Run& run) { return outcome_of(program_, run, folder_ + "/report"); }

  void fail(const Case& c, bool right, const Schedule* schedule, const std::string& what) {
    ++failures_;
    std::printf("%s:%u: %s (%s%s%s): %s\n", source_.filename().c_str(), c.line, c.name.c_str(),
                right ? "right" : "wrong", schedule ? ", " : "",
                schedule ? (std::string(schedule->policy) + " " + schedule->seed).c_str() : "",
                what.c_str());
  }

  /// Whether the run has come to its end and has left a report.
  bool is_whole(const Case& c, bool right, const Schedule& schedule, const Outcome& outcome) {
    if (outcome.report.is_object() && WIFEXITED(outcome.status)) return true;
    fail(c, right, &schedule, "no report; status " + std::to_string(outcome.status));
    return false;
  }

  void judge_right(const Case& c) {
    ++right_;
    for (const Schedule& schedule : kSchedules) {
      const Outcome outcome = run_case({c, true, schedule});
      if (!is_whole(c, true, schedule, outcome)) continue;
      if (outcome.status != 0) fail(c, true, &schedule, "a CUDA call failed");
      for (const json& d : outcome.report["diagnostics"])
        if (d["rule"] != "leak" && d["rule"] != "unchecked-launch")
          fail(c, true, &schedule, "false alarm: " + words(d));
    }
  }

  void judge_wrong(const Case& c) {
    ++(c.is_missed() ? missed_ : wrong_);
    std::set<Mark> unnamed = c.marks;
    if (!c.is_missed() && c.marks.empty()) fail(c, false, nullptr, "has no mark");
    for (const Schedule& schedule : kSchedules) {
      if (c.is_lenient && !judge_lenient(c, schedule, unnamed)) continue;
      const Outcome outcome = run_case({c, false, schedule, c.is_lenient});
      if (!is_whole(c, false, schedule, outcome)) continue;
      bool found = false;
      for (const json& d : outcome.report["diagnostics"]) {
        if (d["severity"] != "error") continue;
        found = true;
        if (!c.is_missed()) compare(c, schedule, d, unnamed);
      }
      const bool must_show =
          c.only_schedule.empty() ? schedule.must_show : c.only_schedule == schedule.policy;
      if (found == c.is_missed() && must_show)
        fail(c, false, &schedule, found ? "is seen: make it a WRONG" : "missed");
    }
    if (c.is_missed()) return;
    for (const Mark& mark : unnamed)
      fail(c, false, nullptr, "no " + mark.rule + " names line " + std::to_string(mark.line));
  }

  /// The run that is not strict: warnings as marked, and no error.
  bool judge_lenient(const Case& c, const Schedule& schedule, std::set<Mark>& unnamed) {
    const Outcome outcome = run_case({c, false, schedule});
    if (!is_whole(c, false, schedule, outcome)) return false;
    for (const json& d : outcome.report["diagnostics"]) {
      if (d["severity"] == "error") fail(c, false, &schedule, "is no warning: " + words(d));
      if (d["rule"] != "leak" && d["rule"] != "unchecked-launch") compare(c, schedule, d, unnamed);
    }
    return true;
  }

  /// Every line of this source that a diagnostic names is marked with its rule.
  void compare(const Case& c, const Schedule& schedule, const json& d, std::set<Mark>& unnamed) {
    if (messages_) print_once(d);
    const std::string rule = d["rule"];
    bool marked = named(c, rule, d["file"], d["line"], unnamed);
    if (!d["other_file"].is_null() && d["other_line"] != 0)
      marked = named(c, rule, d["other_file"], d["other_line"], unnamed) && marked;
    if (!marked) fail(c, false, &schedule, "not as marked: " + words(d));
  }

  bool named(const Case& c, const std::string& rule, const std::string& file, unsigned line,
             std::set<Mark>& unnamed) const {
    if (fs::path(file).filename() != source_.filename())
      return fs::path(file).filename() == "case.h";
    unnamed.erase({rule, line});
    return c.marks.contains({rule, line});
  }

  static std::string words(const json& d) {
    return d["rule"].get<std::string>() + " at " + d["line"].dump() + ", " +
           d["other_line"].dump() + ": " + d["message"].get<std::string>();
  }

  void print_once(const json& d) {
    const std::string text = source_.filename().string() + ": " + words(d);
    if (printed_.insert(text).second) std::cout << text << '\n';
  }

  std::string program_;
  fs::path source_;
  bool messages_;
  std::string folder_;
  std::set<std::string> printed_;
  int failures_ = 0, right_ = 0, wrong_ = 0, missed_ = 0;
};

}  // namespace

int main(int count, char** arguments) {
  if (count < 3) {
    std::cerr << "corpus PROGRAM.COMPILER SOURCE [--messages] [CASE]\n";
    return 2;
  }
  const std::vector<std::string> words(arguments + 3, arguments + count);
  const bool messages = std::find(words.begin(), words.end(), "--messages") != words.end();
  const std::string only = !words.empty() && words.back() != "--messages" ? words.back() : "";
  const std::string compiler = fs::path(arguments[1]).extension().string().substr(1);
  const std::vector<Case> cases = read_cases(arguments[2], compiler);
  Judge judge(arguments[1], arguments[2], messages);
  for (const Case& c : cases)
    if (only.empty() || c.name == only) judge.judge(c);
  judge.print_counts();
  return judge.failures() == 0 && !cases.empty() ? 0 : 1;
}
