// The kernel's files, one value each.
#include "grading/sandbox/cgroup.h"

#include <fmt/format.h>
#include <signal.h>

#include <chrono>
#include <fstream>
#include <stdexcept>
#include <thread>

namespace grading {
namespace {

namespace fs = std::filesystem;

void put(const fs::path& file, const std::string& value) {
  std::ofstream out(file);
  out << value;
  out.close();
  if (!out) throw std::runtime_error(fmt::format("{}: cannot be set to {}", file.string(), value));
}

// Where a kernel without swap accounting has no such file.
void put_if_there(const fs::path& file, const std::string& value) {
  if (fs::exists(file)) put(file, value);
}

std::size_t number_in(const fs::path& file) {
  std::ifstream in(file);
  std::size_t number = 0;
  in >> number;
  return number;
}

// The number behind `key` in a file of lines "key number".
std::size_t number_behind(const fs::path& file, const std::string& key) {
  std::ifstream in(file);
  std::string word;
  std::size_t number = 0;
  while (in >> word >> number) {
    if (word == key) return number;
  }
  return 0;
}

// Those of other process namespaces are shown as 0, which kill() would take for ourselves.
std::vector<pid_t> processes_in(const fs::path& folder) {
  std::ifstream in(folder / "cgroup.procs");
  std::vector<pid_t> processes;
  for (pid_t process = 0; in >> process;) {
    if (process != 0) processes.push_back(process);
  }
  return processes;
}

/// Kills until nothing is left: what forks between the look and the kill is found the next time.
void kill_in(const fs::path& folder) {
  for (std::vector<pid_t> left = processes_in(folder); !left.empty(); left = processes_in(folder)) {
    for (const pid_t process : left) kill(process, SIGKILL);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

/// The last processes leave a little after they have died.
void remove_group(const fs::path& folder) {
  for (int i = 0; i < 1000; ++i) {
    std::error_code error;
    fs::remove(folder, error);
    if (!error) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

class Version2 : public Cgroup {
 public:
  Version2(const fs::path& root, const std::string& name, const CgroupLimits& limits)
      : folder_(root / name) {
    try {
      put(root / "cgroup.subtree_control", "+memory +pids");
    } catch (const std::exception&) {  // they may be given to groups already; else the next fails
    }
    fs::create_directory(folder_);
    try {
      put(folder_ / "memory.max", std::to_string(limits.memory_bytes));
      put_if_there(folder_ / "memory.swap.max", "0");
      put(folder_ / "memory.oom.group", "1");
      put(folder_ / "pids.max", std::to_string(limits.processes));
    } catch (...) {
      remove_group(folder_);
      throw;
    }
  }
  ~Version2() override {
    kill_all();
    remove_group(folder_);
  }
  std::vector<fs::path> doors() const override { return {folder_ / "cgroup.procs"}; }
  void kill_all() override {
    if (fs::exists(folder_ / "cgroup.kill")) put(folder_ / "cgroup.kill", "1");
    kill_in(folder_);
  }
  bool ran_out_of_memory() const override {
    return number_behind(folder_ / "memory.events", "oom_kill") > 0;
  }
  std::size_t peak_bytes() const override { return number_in(folder_ / "memory.peak"); }

 private:
  const fs::path folder_;
};

class Version1 : public Cgroup {
 public:
  Version1(const fs::path& root, const std::string& name, const CgroupLimits& limits)
      : memory_(root / "memory" / name), pids_(root / "pids" / name) {
    try {
      fs::create_directory(memory_);
      fs::create_directory(pids_);
      put(memory_ / "memory.limit_in_bytes", std::to_string(limits.memory_bytes));
      put_if_there(memory_ / "memory.memsw.limit_in_bytes", std::to_string(limits.memory_bytes));
      put(pids_ / "pids.max", std::to_string(limits.processes));
    } catch (...) {
      remove_group(memory_);
      remove_group(pids_);
      throw;
    }
  }
  ~Version1() override {
    kill_all();
    remove_group(memory_);
    remove_group(pids_);
  }
  // A thread that moves itself need not wait, as a process does, until all processors have seen
  // it: 0.4 ms, not 8.
  std::vector<fs::path> doors() const override { return {memory_ / "tasks", pids_ / "tasks"}; }
  void kill_all() override {
    kill_in(pids_);
    kill_in(memory_);
  }
  bool ran_out_of_memory() const override {
    return number_behind(memory_ / "memory.oom_control", "oom_kill") > 0;
  }
  std::size_t peak_bytes() const override {
    return number_in(memory_ / "memory.max_usage_in_bytes");
  }

 private:
  const fs::path memory_, pids_;
};

}  // namespace

void join_cgroup(const fs::path& door) { put(door, "0"); }

void sweep_cgroups(void (*remove_leftovers)(const fs::path& place,
                                            void (*remove)(const fs::path& folder)),
                   const fs::path& root) {
  for (const fs::path& place : {root, root / "memory", root / "pids"}) {
    remove_leftovers(place, [](const fs::path& group) {
      kill_in(group);  // bwrap's inner half waits for ever when its outer one is killed too early
      std::error_code busy;
      fs::remove(group, busy);  // the folder only: its files are the kernel's
    });
  }
}

std::unique_ptr<Cgroup> make_cgroup(const std::string& name, const CgroupLimits& limits,
                                    std::string& why_not, const fs::path& root) try {
  if (fs::exists(root / "cgroup.controllers")) {
    return std::make_unique<Version2>(root, name, limits);
  }
  if (fs::exists(root / "memory") && fs::exists(root / "pids")) {
    return std::make_unique<Version1>(root, name, limits);
  }
  why_not = root.string() + " has neither version of control groups";
  return nullptr;
} catch (const std::exception& error) {
  why_not = error.what();
  return nullptr;
}

}  // namespace grading
