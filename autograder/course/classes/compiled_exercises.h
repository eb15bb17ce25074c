// The compiled exercises of a class. Each one in use is a file of this process alone. The class's
// folder keeps copies for the next run, no more than a budget: a copy may go at any time, and
// other processes may share the folder, since what is not there is compiled again.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "course/judge/build_cache.h"

namespace course {

/// What the copies may take of the disk. The course's solutions take about 0.1 MB each.
struct LibraryBudget {
  std::uintmax_t library_bytes = 4 << 20;   ///< a larger library is not kept
  std::uintmax_t folder_bytes = 512 << 20;  ///< of all; the oldest go first
};

/// May be used by all slots at once.
class CompiledExercises {
 public:
  /// Makes the library at this path.
  /// Requires: it does not throw.
  using Make = std::function<Compiled(const std::filesystem::path& library)>;

  /// `kept` need not exist; what is there beyond the budget is removed.
  /// Requires: no other process uses `working`.
  CompiledExercises(std::filesystem::path working, std::filesystem::path kept,
                    LibraryBudget budget = {});

  /// What was compiled for this key: found among the copies, or made by `make`, which several slots
  /// at once wait for together. The library is there as long as somebody holds the pointer. A
  /// failure is remembered if it comes of the text alone.
  std::shared_ptr<const Compiled> get(const std::string& key, const Make& make);

 private:
  using Shared = std::shared_ptr<const Compiled>;
  struct Entry {
    std::shared_future<Shared> in_work;  // valid while one slot makes it
    std::weak_ptr<const Compiled> in_use;
    Shared failed;
  };

  Shared found_or_made(const std::string& key, const Make& make);
  void remember(const std::string& key, const Shared& compiled);
  bool take_copy(const std::string& key, const std::filesystem::path& library) const;
  void keep_copy(const std::string& key, const std::filesystem::path& library);
  void hold_budget();

  std::filesystem::path working_, kept_;
  LibraryBudget budget_;
  std::mutex mutex_;
  std::map<std::string, Entry> entries_;
  std::mutex keeping_;
  std::uintmax_t added_ = 0;  // bytes, since the folder was last looked at
  int made_ = 0;
};

}  // namespace course
