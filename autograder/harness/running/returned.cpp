#include "harness/running/returned.h"

#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <utility>
#include <vector>

#include "harness/entry_points.h"
#include "harness/running/book.h"
#include "harness/running/environment.h"
#include "harness/running/grader_error.h"
#include "harness/running/running_test.h"

namespace harness {
namespace {

std::unique_ptr<Before> before(const RunMemory& memory, const Argument& argument,
                               const Slot& slot) {
  auto before = std::make_unique<Before>();
  before->is_poison = argument.data == nullptr;
  if (!before->is_poison) before->bytes.assign(argument.data, argument.data + argument.bytes);
  for (std::size_t i = 0; i < std::size(before->poison); ++i)
    before->poison[i] = memory.poison_at(slot.begin_in_pages() + i);
  return before;
}

bool wrote_before(const RunMemory& memory, const ReturnedArray& array) {
  for (std::size_t b = 0; b < array.begin; ++b)
    if (array.pages[b] != memory.poison_at(b)) return true;
  return false;
}

bool changed_later(const ReturnedArray& array, const MemoryFile& outputs, const Slot& slot) {
  std::vector<std::byte> in_the_end(array.pages.size());
  outputs.read(in_the_end, slot.offset);
  return in_the_end != array.pages;
}

std::string unreadable(const std::string& text, const std::string& why) {
  if (text.empty()) return kNoReport;
  if (text.size() == kReportBytes) return cut_report(text);
  return "the device's report is not readable (" + why + ")";
}

// It ends at the first zero byte: the file was made long enough beforehand.
std::string text_at(const MemoryFile& file, std::size_t begin) {
  std::string text;
  std::vector<std::byte> block(64 * 1024);
  for (std::size_t offset = begin; offset < kReportBytes; offset += block.size()) {
    const std::size_t n = file.read(block, offset);
    const char* bytes = reinterpret_cast<const char*>(block.data());
    const std::size_t length = strnlen(bytes, n);
    text.append(bytes, length);
    if (length < block.size()) break;
  }
  return text;
}

/// What the report and the book say of a run that both tell alike.
void take_over(const std::string& book, Outcome& outcome) {
  outcome.cuda_error = outcome.report->sticky_error;
  outcome.cuda_error_name = outcome.report->sticky_error_name;
  outcome.launches = Launches(*outcome.report);
  outcome.diagnostics = outcome.report->diagnostics;
  outcome.host_calls = outcome.report->host_calls;
  outcome.device_calls = outcome.report->device_calls;
  outcome.writers = writers_in(book);
  outcome.copied = copied_in(book);
  outcome.handed_over = handed_over_in(book);
  outcome.reads = reads_in(book);
  outcome.lanes_alike = lanes_alike_in(book);
  outcome.memory_used = memory_used_in(book);
  outcome.read_by_threads = read_by_threads_in(book);
}

/// Why there is no report that can be believed; empty when there is one.
std::string problem_of(const std::string& text, const std::string& book, Outcome& outcome) {
  std::string why;
  if (!text.empty()) outcome.report = parse_report(text, why);
  if (!outcome.report) return unreadable(text, why);
  const std::string other = disagreement(book, *outcome.report);
  if (other.empty()) return {};
  outcome.report.reset();
  outcome.reaches_for_emulator = true;
  return "the device's report is not what the device told while it ran (" + other + ")";
}

}  // namespace

void read_arrays(const RunMemory& memory, const Call& call, const MemoryFile& outputs,
                 bool returned, Outcome& outcome) {
  const Control& control = memory.control();
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    const Slot& slot = control.slots[i];
    if (slot.kind != SlotKind::kOutput) continue;
    ReturnedArray array;
    array.name = argument_name(call.entry_point, i);
    array.type = call.arguments[i].type;
    array.element_bytes = call.arguments[i].written_by;
    array.pages.resize(slot.pages * kPage);
    outputs.read(array.pages, slot.offset + (returned ? control.outputs_bytes : 0));
    array.begin = slot.begin_in_pages();
    array.before = before(memory, call.arguments[i], slot);
    if (returned && changed_later(array, outputs, slot)) outcome.written_late = array.name;
    if (wrote_before(memory, array)) outcome.underrun = array.name;
    outcome.arrays.push_back(std::move(array));
  }
}

void read_report(const MemoryFile& file, const std::string& book, Outcome& outcome) {
  const std::string text = text_at(file, 0);
  const std::string trace = name_of_trace().empty() ? "" : text_at(file, text.size() + 1);
  outcome.report_problem = problem_of(text, book, outcome);
  if (!outcome.report) {
    outcome.launches = Launches(outcome.report_problem);
    return;
  }
  take_over(book, outcome);
  running_test().drawn(trace, test_settings().shows_its_work());
}

}  // namespace harness
