// A race between two grids or copies of which none has launched the other: streams or events would
// order them, where there is a stream for both.
#include "checker/messages/races/cause.h"
#include "checker/messages/words.h"

namespace emu::checker {

namespace {

Explanation neighbors() {
  return {.missing =
              "nothing orders the two: they run on two devices, which do not wait for each "
              "other; let the stream of the one wait for an event recorded after the other",
          .cites = "P6",
          .weight = kDevices};
}

/// Copies and memsets of the host in the default stream.
bool is_call_in_default_stream(const Work& work) {
  const std::string_view name = work.info.kernel;
  return work.info.kind == WorkInfo::Kind::kCopy && is_host(*work.parent) &&
         !name.ends_with("Async") &&
         (name.starts_with("cudaMemcpy") || name.starts_with("cudaMemset"));
}

/// What the host launched: `work`, or what it descends from.
const Work& sent_by_host(const Work& work) {
  const Work* sent = &work;
  while (!is_host(*sent->parent)) sent = sent->parent;
  return *sent;
}

/// A call in the default stream that is not ordered with work in another stream.
struct BesideCall {
  const Work* call = nullptr;  // null: neither of the two is one, or both are
  const Work* other = nullptr;
  bool call_came_first() const { return call->number < sent_by_host(*other).number; }
};
BesideCall beside_call(const TwoAccesses& two) {
  const bool first = is_call_in_default_stream(two.first);
  if (first == is_call_in_default_stream(two.second)) return {};
  return first ? BesideCall{&two.first, &two.second} : BesideCall{&two.second, &two.first};
}

std::string call_line(const TwoAccesses& two, const Work& call) {
  return line_words(&call == &two.second ? two.where : two.other, two.where);
}

/// One that came first has returned early, or it would be done.
Explanation beside_a_call(const TwoAccesses& two, const BesideCall& beside) {
  const std::string name(beside.call->info.kernel);
  const std::string stream =
      "the stream of " + std::string(sent_by_host(*beside.other).info.kernel);
  const std::string waiting = "the default stream and the streams that wait for it";
  const std::string missing =
      beside.call_came_first()
          ? name + " may return before it is done, and only " + waiting + " come after it; use " +
                name + "Async in " + stream + ", or call cudaDeviceSynchronize() between the two"
          : name + " waits only for " + waiting + ", and " + stream +
                " is none of these; synchronize that stream before " +
                call_line(two, *beside.call) + ", or use " + name + "Async in it";
  return {.missing = "nothing orders the two: " + missing, .cites = "D6", .weight = kGrids};
}

std::uint32_t launching_block(const Work& work) { return phases[work.launched_at.phase].block; }

/// Children that one line launches are to work on different data, as a rule.
std::string data_of_their_own(const TwoAccesses& two) {
  const bool alike = two.first.info.kernel == two.second.info.kernel &&
                     two.first.info.line == two.second.info.line &&
                     two.first.info.file == two.second.info.file;
  return alike ? "give each of them data of its own, or " : "";
}

Explanation launched_by_two_blocks(const TwoAccesses& two) {
  return {.missing =
              "nothing orders the two: no stream is common to two blocks, each has a NULL "
              "stream of its own; " +
              data_of_their_own(two) +
              "launch the second into cudaStreamTailLaunch, or both from one thread into "
              "one stream",
          .cites = "S1",
          .weight = kGrids};
}

/// What the host sent, and what that launched, into two streams of the host.
Explanation two_trees(const Work& first, const Work& second) {
  const std::string both =
      first.info.kernel == second.info.kernel
          ? "two launches of " + std::string(first.info.kernel)
          : std::string(first.info.kernel) + " and " + std::string(second.info.kernel);
  return {.missing = "nothing orders the two: the host has sent " + both +
                     " into streams that do not wait for each other, nor do their children; "
                     "send both into one stream, or let the one stream wait for an event "
                     "recorded in the other",
          .cites = "N4",
          .weight = kGrids};
}

Explanation cousins(const TwoAccesses& two) {
  const Work &first = sent_by_host(two.first), &second = sent_by_host(two.second);
  if (&first != &second) return two_trees(first, second);
  return {.missing = "nothing orders the two, which different grids have launched; " +
                     data_of_their_own(two) +
                     "launch the second where the first is complete: in a tail of the grid above "
                     "both, or as the host's next kernel",
          .cites = "M5",
          .weight = kGrids};
}

/// "graph 1 (…" of "node 2 of body 0 of node 1 of graph 1 (…".
std::string_view graph_words(const Work& work) {
  const auto at = work.info.node.rfind("graph ");
  return at == std::string_view::npos ? "" : work.info.node.substr(at);
}

/// Nodes of graphs.
Explanation between_nodes(const TwoAccesses& two) {
  if (graph_words(two.first) == graph_words(two.second))
    return {.missing =
                "nothing orders the two nodes: let one come after the other, by an edge of "
                "the graph",
            .cites = "C1",
            .weight = kGrids};
  return {.missing =
              "nothing orders the two graphs: one that a kernel launches by fire and forget "
              "or as a sibling may run beside that kernel and the nodes after it; launch "
              "as a tail what must come later",
          .cites = "C4",
          .weight = kGrids};
}

}  // namespace

Explanation between_streams(const TwoAccesses& two) {
  if (const BesideCall beside = beside_call(two); beside.call) return beside_a_call(two, beside);
  if (two.first.info.device != two.second.info.device) return neighbors();
  if (!graph_words(two.first).empty() && !graph_words(two.second).empty())
    return between_nodes(two);
  if (two.first.parent != two.second.parent) return cousins(two);
  if (!is_host(*two.first.parent) && launching_block(two.first) != launching_block(two.second))
    return launched_by_two_blocks(two);
  return {.missing =
              "nothing orders the two: launched into different streams they may run at the "
              "same time; launch both into one stream, or let the second wait for an event that "
              "the first one's stream records after it",
          .cites = "S5",
          .weight = kGrids};
}

}  // namespace emu::checker
