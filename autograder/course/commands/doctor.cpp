// course doctor: what was found, what it is for, and the command that adds what is missing.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "base/process.h"
#include "base/temporary_folder.h"
#include "course/commands/commands.h"
#include "course/judge/device.h"
#include "course/screen/json.h"
#include "course/screen/terminal.h"

namespace course {

namespace fs = std::filesystem;

namespace {

struct Finding {
  std::string name;
  bool ok = false;
  bool needed = true;  ///< false: good to have
  std::string detail;
  std::string cure;
  std::string enables;  ///< what it is for
};

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

std::string install(const std::string& packages) {
  return (geteuid() == 0 ? "apt-get install " : "sudo apt-get install ") + packages;
}

/// `package` is its name in Debian and Ubuntu.
Finding program(const std::string& name, bool needed, const std::string& package,
                const std::string& enables) {
  Finding finding{name, false, needed, "not found", install(package), enables};
  if (base::find_program(name).empty()) return finding;
  const base::Ended ended = base::run_process({{name, "--version"}});
  finding.ok = ended.ok();
  finding.detail = first_line(ended.out);
  return finding;
}

/// Either is enough; g++ is taken where there are both.
Finding compiler(const std::string& name, const std::string& other, const std::string& package) {
  return program(name, base::find_program(other).empty(), package, "compiles exercises");
}

Finding built(const std::string& name, const fs::path& file) {
  const bool there = fs::exists(file);
  return {name,
          there,
          true,
          there ? file.string() : file.string() + " is missing",
          "run ./course once; build/log has the story",
          "every check"};
}

/// True for a line of cmake/packages.txt with what exercises do without.
bool is_for_others(const std::string& line) {
  constexpr std::array kOthers = {"tests", "grading", "docs", "slides", "pages"};
  return std::any_of(kOthers.begin(), kOthers.end(), [&](const char* who) {
    return line.find(fmt::format("# {}:", who)) != std::string::npos;
  });
}

Finding packages(const Course& course) {
  Finding finding{"libraries",          true, true, "all packages of cmake/packages.txt", "",
                  "building the course"};
  if (base::find_program("dpkg-query").empty()) {
    finding.detail = "not a Debian or Ubuntu system; cmake/packages.txt says what is needed";
    return finding;
  }
  std::string missing;
  std::istringstream lines(read_file(course.root / "cmake" / "packages.txt"));
  for (std::string line; std::getline(lines, line);) {
    const std::string package = line.substr(0, line.find_first_of(" #"));
    if (package.empty() || is_for_others(line)) continue;
    if (package == "g++" && !base::find_program("clang++").empty()) continue;
    const base::Ended ended =
        base::run_process({{"dpkg-query", "-W", "-f=${db:Status-Status}", package}});
    if (ended.out != "installed") missing += " " + package;
  }
  finding.ok = missing.empty();
  if (!finding.ok) finding.detail = "missing:" + missing;
  finding.cure = install(missing.empty() ? missing : missing.substr(1));
  return finding;
}

/// A parent and a child on the emulator, from source text to answer.
Finding self_test(const Course& course) {
  constexpr const char* kProgram = R"(#include <cstdio>
__global__ void child(int* x) { *x = 42; }
__global__ void parent(int* x) { child<<<1, 1>>>(x); if (cudaGetLastError() != cudaSuccess) *x = 1; }
int main() { int* x; cudaMallocManaged(&x, sizeof *x); *x = 0; parent<<<1, 1>>>(x);
  const int error = cudaDeviceSynchronize(); std::printf("%d %d\n", error, *x); cudaFree(x); }
)";
  Finding finding{"emulator",
                  false,
                  true,
                  "",
                  "run ./course test and look at what fails first",
                  "every check without a GPU"};
  const base::TemporaryFolder folder;
  const fs::path source = folder.path() / "doctor.cu";
  const fs::path binary = folder.path() / "doctor";
  write_file(source, kProgram);
  try {
    const base::Ended compiled = base::run_process({{course.emucc, "-o", binary, source}});
    if (!compiled.ok()) {
      finding.detail = "a five-line program does not compile: " + compiled.err;
      return finding;
    }
    const base::Ended ended = base::run_process({{binary}});
    finding.ok = ended.ok() && ended.out == "0 42\n";
    finding.detail = finding.ok ? "a child grid was compiled and run"
                                : "a child grid went wrong: " + ended.out + ended.err;
  } catch (const std::exception& error) {
    finding.detail = error.what();
  }
  return finding;
}

Finding nvcc() {
  const fs::path path = find_nvcc();
  return {"nvcc",
          !path.empty(),
          false,
          path.empty() ? "not found" : path.string(),
          "only needed for a GPU: https://developer.nvidia.com/cuda-downloads",
          "with a GPU: ./course check --device both"};
}

Finding gpu() {
  const bool there = gpu_is_there();
  return {"GPU",
          there,
          false,
          there ? "an NVIDIA device is here" : "none; the emulator serves",
          "nothing to do: every lesson can be solved without one",
          "checks of values on a card"};
}

Finding bubblewrap() {
  Finding finding{"sandbox",
                  false,
                  false,
                  "bubblewrap (bwrap) not found",
                  install("bubblewrap"),
                  "grading others' work: course grade"};
  if (base::find_program("bwrap").empty()) return finding;
  const base::Ended ended =
      base::run_process({{"bwrap", "--unshare-all", "--ro-bind", "/", "/", "--", "true"}});
  finding.ok = ended.ok();
  finding.detail = ended.ok() ? "bubblewrap works" : "bubblewrap fails: " + first_line(ended.err);
  if (!ended.ok()) {
    finding.cure = "allow user namespaces here, or grade where they are allowed";
  }
  return finding;
}

/// What stands behind the sandbox when it is left: each layer by itself.
Finding sandbox_user() {
  const bool root = geteuid() == 0;
  return {"sandbox: user",
          root,
          false,
          root ? "each submission runs as a user of its own" : "submissions run as your own user",
          "nothing to do: as root, course grade gives each submission a user of its own",
          "a wall besides the sandbox"};
}

Finding sandbox_groups() {
  const bool second = access("/sys/fs/cgroup/cgroup.subtree_control", W_OK) == 0;
  const bool first = access("/sys/fs/cgroup/memory", W_OK) == 0;
  return {"sandbox: memory",
          second || first,
          false,
          second  ? "control groups, version 2"
          : first ? "control groups, version 1"
                  : "limits of each process, and a look at all of them every 20 ms",
          "nothing to do: as root on a machine with control groups, those hold it",
          "limits of what a submission takes"};
}

Finding grading(const Course& course) {
  const bool there = !course.sandbox.empty();
  return {"grading a class",
          there,
          false,
          there ? "course grade is built" : "course grade is not built",
          "./course grade --yes --help (installs what is missing)",
          "course grade, report, export"};
}

std::vector<Finding> examine(const Course& course) {
  return {compiler("g++", "clang++", "g++"),
          compiler("clang++", "g++", "clang"),
          program("cmake", true, "cmake", "building the course"),
          program("ninja", true, "ninja-build", "building the course"),
          packages(course),
          built("compiler driver", course.emucc),
          built("emulated device", course.emulator),
          built("exercise runner", course.runner()),
          self_test(course),
          nvcc(),
          gpu(),
          grading(course),
          bubblewrap(),
          sandbox_user(),
          sandbox_groups(),
          program("gdb", false, "gdb", "debugging a kernel on the emulator"),
          program("clangd", false, "clangd", "an editor that understands exercises"),
          program("chromium", false, "chromium", "slides for print; pages tried by ./course test")};
}

void print_text(const std::vector<Finding>& findings) {
  for (const Finding& finding : findings) {
    const std::string mark = finding.ok       ? paint(Color::kGreen, "ok     ")
                             : finding.needed ? paint(Color::kRed, "missing")
                                              : paint(Color::kDim, "none   ");
    fmt::print("{}  {:<16} {}\n", mark, finding.name, finding.detail);
    const std::string enables = "for: " + finding.enables;
    fmt::print("         {:<16} {}\n", "", paint(Color::kDim, enables));
    if (!finding.ok) fmt::print("         {:<16} {}\n", "", paint(Color::kYellow, finding.cure));
  }
}

int run_doctor(const Course& course, bool json) {
  const std::vector<Finding> findings = examine(course);
  bool healthy = true;
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Finding& finding : findings) {
    healthy &= finding.ok || !finding.needed;
    list.push_back({{"name", finding.name},
                    {"ok", finding.ok},
                    {"needed", finding.needed},
                    {"detail", finding.detail},
                    {"cure", finding.ok ? "" : finding.cure},
                    {"enables", finding.enables}});
  }
  if (json) print_json({{"healthy", healthy}, {"findings", list}});
  if (!json) print_text(findings);
  return healthy ? 0 : 2;
}

}  // namespace

void setup_doctor(CLI::App& app, const Course& course, int& status) {
  auto json = std::make_shared<bool>(false);
  CLI::App* command = app.add_subcommand(
      "doctor", "Is everything there that the course needs, and the cure if not");
  command->add_flag("--json", *json, "Print one JSON document and nothing else");
  command->callback([&course, &status, json] { status = run_doctor(course, *json); });
}

}  // namespace course
