#include "device/device.h"

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string_view>

#include "checker/resume.h"
#include "checker/shadow/reads.h"
#include "checker/shadow/threads.h"
#include "cuda_runtime_api.h"
#include "device/border/book.h"
#include "device/border/callable.h"
#include "device/border/embedding.h"
#include "device/finish.h"
#include "device/grids/block.h"
#include "device/grids/modules.h"
#include "device/grids/schedule.h"
#include "device/hosts/looks.h"
#include "device/hosts/threads.h"
#include "device/state.h"
#include "device/threads/builtins.h"
#include "device/threads/ended.h"
#include "device/threads/fiber.h"
#include "memory/memory.h"

namespace emu {

bool ask_for_cdp1() { return state.settings.cdp1 = true; }

namespace {

std::string_view environment(const char* name, std::string_view otherwise) {
  const char* value = std::getenv(name);
  return value && *value ? value : otherwise;
}

void choose_schedule() {
  const auto name = environment("EMULATOR_SCHEDULE", "late");
  record.seed = std::strtoull(std::string(environment("EMULATOR_SEED", "0")).c_str(), nullptr, 10);
  record.schedule = name;
  set_schedule(name == "eager"    ? Policy::kEager
               : name == "random" ? Policy::kRandom
                                  : Policy::kLate,
               record.seed);
}

void make_devices() {
  auto& [devices, count, island] = state.devices;
  count = std::atoi(std::string(environment("EMULATOR_DEVICES", "1")).c_str());
  if (count < 1 || count > kMaxDevices) count = 1;
  island = std::atoi(std::string(environment("EMULATOR_PEER_ISLAND", "0")).c_str());
  if (island < 1) island = kMaxDevices;
  for (int i = 0; i < count; ++i) {
    Device& device = devices[static_cast<std::size_t>(i)];
    device.number = device.legacy.device = device.per_thread.device = i;
    device.legacy.id = next_stream_id();
    device.per_thread.id = next_stream_id();
    device.per_thread.blocking = true;
  }
}

}  // namespace

Device& device(int number) { return state.devices.all[static_cast<std::size_t>(number)]; }
int device_count() { return state.devices.count; }

bool device_exists(int number) { return number >= 0 && number < device_count(); }

bool can_be_peers(int one, int other) {
  return one != other && one / state.devices.island == other / state.devices.island;
}

Device& current_device() {
  return device(current_block ? current_block->grid->device : state.hosts.current->device);
}
void set_current_device(int number) { state.hosts.current->device = number; }

void device_fault(cudaError_t error) {
  if (state.sticky_error == cudaSuccess) {
    state.sticky_error = error;
    record.sticky_error = error;
    record.sticky_error_name = cudaGetErrorName(error);
    if (current_block) record.launches[current_block->grid->id - 1].error = error;
  }
  for (int i = 0; i < device_count(); ++i) device(i).outstanding = 0;
  forgive_unseen_launches();
  abandon_device();
}

bool on_device() { return current_block != nullptr; }

namespace {

bool is_argument(std::uintptr_t address) {
  if (!current_block) return false;
  const Grid& grid = *current_block->grid;
  return address - reinterpret_cast<std::uintptr_t>(grid.arguments) < grid.how.size;
}

std::size_t number_in(const char* variable, const char* otherwise = "0") {
  const std::string text{environment(variable, otherwise)};
  return std::strtoull(text.c_str(), nullptr, 10);
}

/// NUMBER or NUMBER:ERROR.
RefusedLaunch refused_in(const char* variable, cudaError_t usual) {
  const std::string text{environment(variable, "0")};
  const std::size_t colon = text.find(':');
  const std::size_t number = std::strtoull(text.c_str(), nullptr, 10);
  if (colon == std::string::npos) return {number, usual};
  return {number, static_cast<cudaError_t>(std::atoi(text.c_str() + colon + 1))};
}

/// NAME:NUMBER:ERROR.
void set_refused_call(const char* variable, bool on_device) {
  const std::string text{environment(variable, "")};
  const std::size_t colon = text.find(':'), second = text.find(':', colon + 1);
  if (colon == std::string::npos || second == std::string::npos) return;
  state.settings.refused_call = {
      .name = name_number(text.substr(0, colon)),
      .number = std::strtoull(text.c_str() + colon + 1, nullptr, 10),
      .error = static_cast<cudaError_t>(std::atoi(text.c_str() + second + 1)),
      .on_device = on_device};
}

void tell_finding(const checker::Diagnostic& finding) {
  enter({.kind = BookEntry::Kind::kFinding,
         .result = finding.severity == checker::Severity::kError,
         .name = name_number(finding.rule)});
}

/// Reads the environment, reserves memory, makes the devices.
void start_up() {
  choose_schedule();
  make_devices();
  state.settings.concurrent_managed_access =
      environment("EMULATOR_MANAGED", "concurrent") != "turns";
  state.settings.most_launches = number_in("EMULATOR_MOST_LAUNCHES", "1000000");
  if (state.settings.most_launches == 0) state.settings.most_launches = SIZE_MAX;
  state.settings.refused_launch =
      refused_in("EMULATOR_REFUSED_LAUNCH", cudaErrorLaunchPendingCountExceeded);
  state.settings.refused_host_launch =
      refused_in("EMULATOR_REFUSED_HOST_LAUNCH", cudaErrorLaunchOutOfResources);
  set_refused_call("EMULATOR_REFUSED_CALL", false);
  set_refused_call("EMULATOR_REFUSED_DEVICE_CALL", true);
  state.settings.faulty_votes = environment("EMULATOR_VOTES", "right") == "too-few";
  if (environment("EMULATOR_READS", "0") == "1") checker::watch_reads();
  if (environment("EMULATOR_THREADS", "0") == "1") checker::watch_threads();
  if (!state.settings.concurrent_managed_access) checker::take_turns_with_managed_memory();
  checker::tell({.fault = &device_fault,
                 .caught = &end_at_once,
                 .found = &tell_finding,
                 .polled = &note_poll,
                 .host_looked = &note_hosts_look,
                 .updated = &count_operation,
                 .is_argument = &is_argument,
                 .shared_part = &nearest_part,
                 .shared_of = &owner_of_shared});
  checker::leave_readable(
      __start_emulator_readable,
      static_cast<std::size_t>(__stop_emulator_readable - __start_emulator_readable));
  checker::set_enabled(environment("EMULATOR_CHECK", "1") == "1");
  checker::set_strict(environment("EMULATOR_STRICT", "0") == "1");
  // The host is a thread too: one block of one thread of its own work.
  const checker::Block* host = checker::block_started(checker::host_work(), {}, 1);
  checker::resume({checker::block_phase(host), 0}, 0, 0);
  finish_at_exit();
  tell_embedder();
  if (state.finish.report_memory.begin) return;
  expect_host_threads();
  catch_interrupts();
}

/// Before any code of the program's runs.
void all_is_loaded() {
  register_modules();
  close_what_is_loaded();
}

// A priority: before the constructors of the program, which may call the API.
__attribute__((constructor(102))) void begin_unless_asked_to_wait() {
  if (emulator_waits && emulator_waits()) {
    register_modules();  // what is loaded already need not be read again in each run
    admit_known_classes();
    return;
  }
  start_up();
  all_is_loaded();
}

}  // namespace

}  // namespace emu

void emulator_start() { emu::start_up(); }
void emulator_loaded() { emu::all_is_loaded(); }
void emulator_read_ahead(const char* library) {
  emu::checker::read_lines_ahead(library);
  emu::read_variables_ahead(library);
}
