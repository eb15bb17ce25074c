#include "checker/messages/words.h"

#include "checker/current.h"
#include "memory/memory.h"

namespace emu::checker {

namespace {

uint3 unfold(std::uint64_t linear, dim3 dimensions) {
  const std::uint64_t x = dimensions.x ? dimensions.x : 1, y = dimensions.y ? dimensions.y : 1;
  return {static_cast<unsigned>(linear % x), static_cast<unsigned>(linear / x % y),
          static_cast<unsigned>(linear / x / y)};
}

/// " (launched at 31)", and where several devices work, " (launched at 31, on device 1)".
std::string issue_words(const char* verb, const Work& work, const char* place) {
  if (work.info.line == 0) return "";
  std::string text = std::string(" (") + verb + " at " + std::to_string(work.info.line);
  if (memory::highest_device() > 0) text += ", " + (place + std::to_string(work.info.device));
  return text + ")";
}

bool is_grid(const Work& work) { return work.info.kind == WorkInfo::Kind::kGrid; }

/// ", node 2 of graph 1 (instantiated at line 40),"
std::string node_words(const Work& work) {
  return work.info.node.empty() ? "" : ", " + std::string(work.info.node) + ",";
}

}  // namespace

std::string index_words(uint3 index, dim3 dimensions) {
  if (dimensions.y <= 1 && dimensions.z <= 1) return std::to_string(index.x);
  std::string text = "(" + std::to_string(index.x) + "," + std::to_string(index.y);
  if (dimensions.z > 1) text += "," + std::to_string(index.z);
  return text + ")";
}

std::string block_words(const Block& block) {
  const Work& work = *block.work;
  if (!is_grid(work)) return "";
  return "block " + index_words(unfold(block.linear, work.info.grid), work.info.grid);
}

std::string thread_words(Stamp stamp) {
  const dim3 block = work_of(stamp)->info.block;
  const auto name = [block](std::uint32_t thread) {
    return index_words(unfold(thread, block), block);
  };
  if (level_of(stamp) == Level::kThread) return "thread " + name(thread_of(stamp));
  if (is_someone(stamp)) return "one of its threads";
  if (level_of(stamp) != Level::kGroup) return "several threads";
  const unsigned group = group_of(stamp), first = warp_of(stamp) * 32 + first_lane(group);
  return "threads " + name(first) + " to " + name(first + lanes_in(group) - 1);
}

std::string who_words(Stamp stamp) {
  const Work& work = *work_of(stamp);
  if (!is_grid(work)) return work_words(work);
  return block_words(block_at(phase_of(stamp))) + " " + thread_words(stamp);
}

std::string work_words(const Work& work) {
  const std::string name(work.info.kernel);
  const std::string line = std::to_string(work.info.line);
  switch (work.info.kind) {
    case WorkInfo::Kind::kHost:
      return work.info.line ? "the host function (enqueued at " + line + ")" : "the host";
    case WorkInfo::Kind::kCopy:
      return name + issue_words("called", work, "in a stream of device ") + node_words(work);
    case WorkInfo::Kind::kGrid:
      break;
  }
  const Work& parent = *work.parent;
  if (!is_grid(parent))
    return "kernel " + name + issue_words("launched", work, "on device ") + node_words(work);
  const Position at = work.launched_at;
  return "child grid " + name + " (launched at " + line + " by " + block_words(block_at(at.phase)) +
         " " + thread_words(make_stamp(at.phase, at.thread)) + ")";
}

std::string who_runs() {
  if (now.on_host) return "the host";
  const Stamp me = make_stamp(now.position.phase, now.position.thread);
  const Work& work = *work_of(me);
  return is_grid(work) ? work_words(work) + ", " + who_words(me) + "," : work_words(work);
}

std::string line_words(const SourceLine& line, const SourceLine& here) {
  if (line.line == 0) return "an unknown line";
  if (line.file == here.file) return "line " + std::to_string(line.line);
  return file_and_line(line);
}

std::string file_and_line(const SourceLine& line) {
  if (line.line == 0) return "an unknown line";
  return line.file.substr(line.file.rfind('/') + 1) + ":" + std::to_string(line.line);
}

}  // namespace emu::checker
