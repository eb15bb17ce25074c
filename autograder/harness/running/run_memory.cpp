#include "harness/running/run_memory.h"

#include <sys/random.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <span>
#include <vector>

#include "harness/running/environment.h"
#include "harness/running/grader_error.h"

namespace harness {
namespace {

std::uint64_t random_number() {
  std::uint64_t number = 0;
  while (number == 0) {
    if (getrandom(&number, sizeof number, 0) != sizeof number) throw_system_error("getrandom");
  }
  return number;
}

void copy_text(char* to, std::size_t capacity, const std::string& text, const char* what) {
  if (text.size() >= capacity) throw GraderError(std::string(what) + " is too long: " + text);
  std::memcpy(to, text.c_str(), text.size() + 1);
}

// RLIMIT_NPROC counts all of a user's processes, so the run's share goes on top of what there is.
// Root is never limited by it; the census of process.cpp is.
std::uint32_t process_limit(const Limits& limits) {
  if (geteuid() == 0) return 0;
  static const std::uint32_t running = [] {
    std::uint32_t threads = 0;
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
      std::error_code ignored;
      for (auto it = std::filesystem::directory_iterator(entry.path() / "task", ignored);
           it != std::filesystem::directory_iterator(); it.increment(ignored)) {
        ++threads;
      }
    }
    return threads;
  }();
  return running + static_cast<std::uint32_t>(limits.processes);
}

}  // namespace

RunMemory::RunMemory(const Call& call, const Limits& limits)
    : call_(call), poison_(random_number()), control_(std::make_unique<Control>()) {
  fill_control(limits);
  place_arguments();
}

void RunMemory::fill_control(const Limits& limits) {
  control_->token = random_number();
  copy_text(control_->library, sizeof control_->library, library_path(), "the library's path");
  copy_text(control_->entry_point, sizeof control_->entry_point, call_.entry_point,
            "the entry point's name");
  control_->return_type = call_.return_value_type;
  control_->calls = static_cast<std::uint32_t>(test_settings().calls);
  control_->gpu = settings().device == DeviceKind::kGpu ? 1 : 0;
  if (control_->gpu == 0) fill_environment();
  control_->cpu_seconds = static_cast<std::uint32_t>(std::ceil(limits.seconds)) + 1;
  control_->memory_bytes = limits.memory_mb << 20;
  control_->file_bytes = limits.file_mb << 20;
  control_->processes = process_limit(limits);
  control_->open_files = static_cast<std::uint32_t>(limits.open_files);
}

void RunMemory::fill_environment() {
  std::size_t used = 0;
  for (const std::string& variable : emulator_environment(test_settings())) {
    // One byte stays zero behind the last.
    copy_text(control_->environment + used, sizeof control_->environment - used - 1, variable,
              "the emulator's environment");
    used += variable.size() + 1;
  }
}

void RunMemory::place_arguments() {
  control_->outputs_bytes = kPage;  // the header's
  control_->inputs_bytes = 0;
  control_->argument_count = static_cast<std::uint32_t>(call_.arguments.size());
  for (std::size_t i = 0; i < call_.arguments.size(); ++i)
    place(call_.arguments[i], control_->slots[i]);
}

void RunMemory::place(const Argument& argument, Slot& slot) {
  slot.kind = argument.kind;
  slot.type = argument.value_type;
  std::ranges::copy(argument.value, slot.value);
  if (argument.kind == SlotKind::kValue) return;
  std::uint64_t& used =
      argument.kind == SlotKind::kInput ? control_->inputs_bytes : control_->outputs_bytes;
  slot.bytes = argument.bytes;
  slot.element_bytes = argument.written_by;
  slot.holds_values = argument.data != nullptr;
  slot.pages = std::max<std::uint64_t>(1, (argument.bytes + kPage - 1) / kPage);
  slot.offset = used;
  used += slot.pages * kPage;
}

MemoryFile RunMemory::sealed_control() const {
  MemoryFile file(sizeof(Control));
  file.write(std::as_bytes(std::span(control_.get(), 1)), 0);
  file.fix_contents();
  return file;
}

MemoryFile RunMemory::sealed_inputs() const {
  MemoryFile file(std::max<std::size_t>(kPage, control_->inputs_bytes));
  for (std::size_t i = 0; i < call_.arguments.size(); ++i) {
    const Argument& argument = call_.arguments[i];
    const Slot& slot = control_->slots[i];
    if (slot.kind != SlotKind::kInput) continue;
    file.write({argument.data, argument.bytes}, slot.offset + slot.begin_in_pages());
  }
  file.fix_contents();
  return file;
}

MemoryFile RunMemory::poisoned_outputs() const {
  MemoryFile file(2 * control_->outputs_bytes);
  const std::vector<std::uint64_t> poison(std::size_t{64} * kPage / sizeof poison_, poison_);
  for (std::size_t i = 0; i < call_.arguments.size(); ++i) {
    const Argument& argument = call_.arguments[i];
    const Slot& slot = control_->slots[i];
    if (slot.kind != SlotKind::kOutput) continue;
    for (std::uint64_t page = 0; page < slot.pages; page += 64) {
      const std::size_t pages = std::min<std::size_t>(64, slot.pages - page);
      file.write(std::as_bytes(std::span(poison)).first(pages * kPage), slot.offset + page * kPage);
    }
    if (argument.data != nullptr) {
      file.write({argument.data, argument.bytes}, slot.offset + slot.begin_in_pages());
    }
  }
  file.fix_size();
  return file;
}

std::byte RunMemory::poison_at(std::size_t offset) const {
  return reinterpret_cast<const std::byte*>(&poison_)[offset % sizeof poison_];
}

}  // namespace harness
