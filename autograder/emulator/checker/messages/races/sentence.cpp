#include "checker/messages/races/sentence.h"

#include "checker/messages/place.h"
#include "checker/messages/words.h"
#include "checker/state.h"
#include "memory/zones.h"

namespace emu::checker {

namespace {

/// Where a function that the compiler has inlined was called, which its line does not tell.
std::string called_at(const SourceLine& line) {
  if (line.callers.empty() || line.callers.front().file != line.file) return {};
  return " (in " + line.function + ", called at line " + std::to_string(line.callers.front().line) +
         ")";
}

std::string place_of_other(const TwoAccesses& two) {
  return two.other.file == two.where.file ? std::to_string(two.other.line)
                                          : file_and_line(two.other);
}

bool frees(const Work& work) {
  return work.info.kind == WorkInfo::Kind::kCopy && work.info.kernel.starts_with("cudaFree");
}

std::string later_verb(const TwoAccesses& two) {
  if (two.race.access.frees || frees(two.second)) return "frees";
  return two.race.access.updates  ? "atomically updates"
         : two.race.access.writes ? "writes"
                                  : "reads";
}

std::string earlier_verb(const TwoAccesses& two) {
  if (!two.race.earlier_wrote) {
    const bool named_by_thread = two.same_work() || in_tree(&two.second, &two.first);
    const bool several = named_by_thread && level_of(two.race.earlier) != Level::kThread;
    return several ? "read" : "reads";
  }
  if (frees(two.first)) return "frees";
  return two.earlier_atomic() ? "atomically updates" : "writes";
}

std::string subject(const TwoAccesses& two) {
  const Stamp me = make_stamp(two.race.at.phase, two.race.at.thread);
  if (two.same_block() || two.same_work()) return who_words(me);
  // In the parent, the thread is the point; of a child, the grid.
  if (two.second.info.kind == WorkInfo::Kind::kGrid && in_tree(&two.first, &two.second))
    return who_words(me) + " of " + std::string(two.second.info.kernel);
  return work_words(two.second);
}

std::string object(const TwoAccesses& two) {
  if (two.same_block()) return thread_words(two.race.earlier);
  if (two.same_work()) return who_words(two.race.earlier);
  if (two.first.info.kind == WorkInfo::Kind::kGrid && in_tree(&two.second, &two.first))
    return who_words(two.race.earlier);
  return work_words(two.first);
}

/// A block of a cluster ends, and another may still be using its shared memory.
Diagnostic left_too_early(const TwoAccesses& two) {
  const Block& owner = block_at(two.race.at.phase);
  return {.rule = "left-cluster",
          .message = who_words(two.race.earlier) + " " + earlier_verb(two) + " " +
                     name_of_memory(two.race.begin, 4) + called_at(two.other) +
                     ", which is that of " + block_words(owner) +
                     " of its cluster, and nothing orders this before that block ends, and its "
                     "shared memory with it: call cluster.sync() after the last access, in every "
                     "block of the cluster (K14)",
          .where = two.other,
          .other = {},
          .cites = "K14"};
}

}  // namespace

Diagnostic diagnostic_of(const TwoAccesses& two, const Explanation& why) {
  if (two.race.access.frees && memory::in_shared(two.race.begin)) return left_too_early(two);
  Diagnostic d;
  d.rule = why.rule;
  d.severity = why.rule == "missing-fence" ? state.settings.missing_fence : why.severity;
  d.message = subject(two) + " " + later_verb(two) + " " +
              name_of_memory(two.race.begin, two.race.access.size) + called_at(two.where) +
              ", which " + object(two) + " " + earlier_verb(two) + " at " + place_of_other(two) +
              called_at(two.other) + ": " + why.missing + " (" + why.cites + ")";
  d.where = two.where;
  d.other = two.other;
  d.cites = why.cites;
  d.weight = why.weight;
  return d;
}

}  // namespace emu::checker
