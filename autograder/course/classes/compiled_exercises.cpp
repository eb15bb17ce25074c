// Working files have names that are never used twice, so that the last user of one may remove it
// while another is made for the same key.
#include "course/classes/compiled_exercises.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

namespace course {

namespace fs = std::filesystem;

namespace {

struct Copy {
  fs::path file;
  std::uintmax_t bytes = 0;
  fs::file_time_type time;
};

// Others may remove files meanwhile: those count as nothing.
std::vector<Copy> copies_in(const fs::path& folder) {
  std::vector<Copy> copies;
  std::error_code gone;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, gone)) {
    std::error_code no_size, no_time;
    Copy copy{entry.path(), entry.file_size(no_size), entry.last_write_time(no_time)};
    if (!no_size && !no_time) copies.push_back(std::move(copy));
  }
  return copies;
}

std::shared_ptr<const Compiled> removed_with_its_last_user(Compiled compiled) {
  return {new Compiled(std::move(compiled)), [](const Compiled* last) {
            std::error_code ignored;
            fs::remove(last->library, ignored);
            delete last;
          }};
}

}  // namespace

CompiledExercises::CompiledExercises(fs::path working, fs::path kept, LibraryBudget budget)
    : working_(std::move(working)), kept_(std::move(kept)), budget_(budget) {
  fs::create_directories(working_);
  hold_budget();
}

std::shared_ptr<const Compiled> CompiledExercises::get(const std::string& key, const Make& make) {
  std::promise<Shared> promise;
  std::shared_future<Shared> made_by_another;
  {
    const std::lock_guard lock(mutex_);
    Entry& entry = entries_[key];
    if (entry.failed) return entry.failed;
    if (Shared used = entry.in_use.lock()) return used;
    made_by_another = entry.in_work;
    if (!made_by_another.valid()) entry.in_work = promise.get_future().share();
  }
  if (made_by_another.valid()) return made_by_another.get();
  Shared compiled = found_or_made(key, make);
  remember(key, compiled);
  promise.set_value(compiled);
  return compiled;
}

void CompiledExercises::remember(const std::string& key, const Shared& compiled) {
  const std::lock_guard lock(mutex_);
  Entry& entry = entries_[key];
  entry.in_work = {};  // it would hold the library as long as we live
  if (compiled->ok) entry.in_use = compiled;
  if (!compiled->ok && !compiled->our_fault && compiled->for_all_alike) entry.failed = compiled;
}

CompiledExercises::Shared CompiledExercises::found_or_made(const std::string& key,
                                                           const Make& make) {
  int number = 0;
  {
    const std::lock_guard lock(mutex_);
    number = ++made_;
  }
  Compiled compiled;
  compiled.library = working_ / fmt::format("{}-{}.so", key, number);
  compiled.ok = take_copy(key, compiled.library);
  if (!compiled.ok) {
    const fs::path library = compiled.library;
    compiled = make(library);
    compiled.library = library;
    if (compiled.ok) keep_copy(key, library);
  }
  return removed_with_its_last_user(std::move(compiled));
}

bool CompiledExercises::take_copy(const std::string& key, const fs::path& library) const {
  std::error_code missing;
  fs::copy_file(kept_ / (key + ".so"), library, missing);
  if (!missing) return true;
  fs::remove(library, missing);  // of a copy that went meanwhile, a part may be there
  return false;
}

// No copy is no fault: the disk may be full, and all else can go on.
void CompiledExercises::keep_copy(const std::string& key, const fs::path& library) {
  std::error_code failed;
  const std::uintmax_t bytes = fs::file_size(library, failed);
  if (failed || bytes > budget_.library_bytes) return;
  fs::create_directories(kept_, failed);
  const fs::path copy = kept_ / (key + ".so");
  std::random_device random;  // several machines may share the folder, and have the same numbers
  const fs::path fresh = fmt::format("{}.{}.{}", copy.string(), getpid(), random());
  fs::copy_file(library, fresh, failed);
  if (!failed) fs::rename(fresh, copy, failed);
  if (failed) {
    fs::remove(fresh, failed);
    return;
  }
  const std::lock_guard lock(keeping_);
  added_ += bytes;
  constexpr std::uintmax_t kParts = 16;  // looking at each file takes time on a file server
  if (added_ > budget_.folder_bytes / kParts) hold_budget();
}

// Less than the budget stays, with room for what is added until it is looked at again.
void CompiledExercises::hold_budget() {
  added_ = 0;
  std::vector<Copy> copies = copies_in(kept_);
  std::ranges::sort(copies, std::greater(), &Copy::time);
  std::uintmax_t sum = 0;
  for (const Copy& copy : copies) {
    const bool fits =
        copy.bytes <= budget_.library_bytes && sum + copy.bytes <= budget_.folder_bytes / 8 * 7;
    if (fits) {
      sum += copy.bytes;
    } else {
      std::error_code ignored;
      fs::remove(copy.file, ignored);
    }
  }
}

}  // namespace course
