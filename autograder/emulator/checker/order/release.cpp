#include "checker/order/release.h"

#include <algorithm>

#include "checker/current.h"
#include "checker/state.h"

namespace emu::checker {

namespace {

constexpr std::size_t kNewestNodes = 8;
constexpr std::size_t kMostNarrowed = 256;

/// What an atomic took: a node of knowledge but for its place in a list.
struct Taken {
  Record* record;
  std::uint32_t length;
  std::uint32_t block;
  bool wide;

  bool is_in(const AcquiredSet& k) const {
    return k.record == record && k.block == block && (k.wide || !wide);
  }
};

/// How much of it the knowledge is sure to hold; looks at the newest few nodes only.
std::uint32_t known_length(const AcquiredSet* k, const Taken& taken) {
  for (std::size_t i = 0; k && i < kNewestNodes; ++i, k = k->next)
    if (taken.is_in(*k)) return k->length;
  return 0;
}

AcquiredSet* add(const AcquiredSet* k, const Taken& taken) {
  if (k && taken.record == k->record && taken.block == k->block && taken.wide == k->wide)
    k = k->next;  // grew since
  return new AcquiredSet{taken.record, taken.length, taken.block, taken.wide, k, nullptr, 0, {}};
}

/// The nodes of a set that say something, the oldest of a list first; fewer when there are many.
std::vector<const AcquiredSet*> nodes_of(const AcquiredSet* set, std::size_t most) {
  std::vector<const AcquiredSet*> nodes, open{set};
  while (!open.empty() && nodes.size() < most) {
    const AcquiredSet* k = open.back();
    open.pop_back();
    if (!k || std::ranges::find(nodes, k) != nodes.end()) continue;
    nodes.push_back(k);
    open.push_back(k->other);
    open.push_back(k->next);
  }
  std::erase_if(nodes, [](const AcquiredSet* k) { return !k->record; });
  std::ranges::reverse(nodes);
  return nodes;
}

/// Adds what `pending` holds, for threads of the block alone unless `wide`. Of very much it holds
/// for all, rather than for too few.
const AcquiredSet* add_pending(const AcquiredSet* k, const AcquiredSet* pending, bool wide) {
  const std::size_t most = wide ? kNewestNodes : kMostNarrowed;
  const std::vector<const AcquiredSet*> nodes = nodes_of(pending, most);
  if (nodes.size() == most) return unite(k, pending);
  for (const AcquiredSet* p : nodes) {
    const Taken taken{p->record, p->length, p->block, p->wide && wide};
    if (known_length(k, taken) < taken.length) k = add(k, taken);
  }
  return k;
}

bool all_mine(const Record& record, std::uint32_t from) {
  if (record.list.size() - from > 4) return false;
  return std::all_of(record.list.begin() + from, record.list.end(), [](const Publication& p) {
    return &block_at(p.at.phase) == now.block && p.at.thread == now.position.thread;
  });
}

/// The work's own memory of what its threads acquired, one node a record.
void note_in_work(Work& work, Record& record) {
  if (record.latest_work == &work) {
    record.latest_of_work->length = static_cast<std::uint32_t>(record.list.size());
    return;
  }
  record.latest_work = &work;
  const auto length = static_cast<std::uint32_t>(record.list.size());
  record.latest_of_work = add(work.acquired, {&record, length, kNoBlock, true});
  work.acquired = record.latest_of_work;
}

void acquire(Record& record, Scope scope, bool fenced) {
  const std::uint32_t block = phases[now.position.phase].block;
  const bool wide = scope != Scope::kBlock;
  if (!wide && !record.by_block.contains(block)) return;
  const Extra& extra = extra_of(now.position.phase);
  const Taken taken{&record, static_cast<std::uint32_t>(record.list.size()), block, wide};
  std::uint32_t known = known_length(extra.knowledge, taken);
  if (!fenced)
    known =
        std::max({known, known_length(extra.passed, taken), known_length(extra.unfenced, taken)});
  if (known == taken.length || all_mine(record, known)) return;
  Extra next = extra;
  const AcquiredSet*& list = fenced ? next.knowledge : next.unfenced;
  list = add(list, taken);
  if (wide) note_in_work(*now.block->work, record);
  move_on(keep_extra(std::move(next)));
}

/// Whether the block has published this before. A thread that polls publishes with each look what
/// it has fenced, and after a meeting of its warp that is what every lane has fenced.
bool is_known(Published& mine, const Publication& publication) {
  const auto& [at, scope, after] = publication;
  const auto [found, is_new] = mine.widest.try_emplace({at.phase, at.thread, after}, scope);
  if (is_new) return false;
  if (found->second >= scope) return true;
  found->second = scope;
  return false;
}

void publish(Record& record, Publication publication) {
  const auto index = static_cast<std::uint32_t>(record.list.size());
  Published& mine = record.by_block[phases[publication.at.phase].block];
  if (is_known(mine, publication)) return;
  record.list.push_back(publication);
  mine.entries.push_back(index);
  if (publication.scope == Scope::kBlock)
    mine.narrow = true;
  else
    record.wide.entries.push_back(index);
}

/// What the running thread has fenced; nothing if it has done so in this phase, as a thread has
/// that polls.
void publish_fenced(Record& record, Scope scope) {
  Published& mine = record.by_block[phases[now.position.phase].block];
  const bool again = mine.publisher.phase == now.position.phase &&
                     mine.publisher.thread == now.position.thread && mine.publishers_scope >= scope;
  if (again) return;
  mine.publisher = now.position;
  mine.publishers_scope = scope;
  for (const Publication& p : extra_of(now.position.phase).fenced)
    publish(record, {p.at, std::min(p.scope, scope), p.after});
}

/// Whether the running thread has made a fence, so that an atomic publishes something.
bool has_fenced() {
  return phases[now.position.phase].extra != 0 && !extra_of(now.position.phase).fenced.empty();
}

/// Whether it has for more than its own block.
bool fenced_widely() {
  return has_fenced() &&
         std::ranges::any_of(extra_of(now.position.phase).fenced,
                             [](const Publication& p) { return p.scope != Scope::kBlock; });
}

}  // namespace

const AcquiredSet* unite(const AcquiredSet* a, const AcquiredSet* b) {
  if (!a || a == b) return b;
  if (!b || a->next == b || a->other == b) return a;
  if (b->next == a) return b;
  return new AcquiredSet{nullptr, 0, kNoBlock, false, a, b, 0, {}};
}

void acquire_by_fence(Extra& extra, Scope scope) {
  const bool wide = scope != Scope::kBlock;
  for (const AcquiredSet** pending : {&extra.unfenced, &extra.passed}) {
    if (!*pending) continue;
    extra.knowledge = add_pending(extra.knowledge, *pending, wide);
    if (wide) *pending = nullptr;
  }
}

void synchronize(std::uintptr_t address, const Synchronization& how) {
  if (now.on_host) return;
  const bool fenced = how.publishes && has_fenced();
  const bool publishing = fenced || how.releases;
  // An atomic in the block's shared memory tells other blocks nothing, with or without a fence.
  const bool seen_by_others = address - now.shared_begin >= now.shared_size;
  if (how.publishes && !how.releases && how.scope != Scope::kBlock && seen_by_others &&
      !fenced_widely()) {
    now.block->loose = now.position;
    now.block->loose_site = how.site;
    now.block->loose_is_narrow = fenced;
  }
  if (publishing && how.scope != Scope::kBlock && seen_by_others && !how.by_barrier) {
    now.block->published = now.position;
    now.block->published_site = how.site;
    now.block->published_fence =
        fenced && !how.releases ? extra_of(now.position.phase).fenced.back().at.phase : 0;
  }
  if (state.order.records.empty() && !publishing) return;
  auto found = state.order.records.find(address);
  if (found == state.order.records.end()) {
    if (!publishing) return;
    found = state.order.records.emplace(address, new Record).first;
  }
  Record& record = *found->second;
  if (how.acquires) acquire(record, how.scope, how.fenced);
  if (fenced) publish_fenced(record, how.scope);
  if (how.releases) {
    publish(record, {now.position, how.scope, now.position.phase});
    move_on(phases[now.position.phase].extra);
  }
}

void arrive(std::uintptr_t place) {
  if (!now.enabled) return;
  synchronize(place,
              {.acquires = false, .publishes = false, .releases = true, .scope = Scope::kBlock});
}

void depart(std::uintptr_t place) {
  if (!now.enabled) return;
  synchronize(place, {.fenced = true, .publishes = false, .scope = Scope::kBlock});
}

void arrive_in_cluster(std::uintptr_t place) {
  if (!now.enabled) return;
  synchronize(place, {.acquires = false, .publishes = false, .releases = true, .by_barrier = true});
}

void arrive_in_cluster(std::uintptr_t place, Position thread) {
  if (!now.enabled) return;
  Record*& record = state.order.records[place];
  if (!record) record = new Record;
  publish(*record, {thread, Scope::kDevice, thread.phase});
}

void depart_in_cluster(std::uintptr_t place) {
  if (!now.enabled) return;
  synchronize(place, {.fenced = true, .publishes = false, .by_barrier = true});
}

void forget_place(std::uintptr_t place) { forget_records(place, 1); }

void forget_records(std::uintptr_t begin, std::size_t size) {
  if (state.order.records.empty()) return;
  if (size / 4 < state.order.records.size()) {
    for (std::uintptr_t a = begin; a < begin + size; ++a) state.order.records.erase(a);
  } else {
    std::erase_if(state.order.records,
                  [=](const auto& entry) { return entry.first - begin < size; });
  }
}

}  // namespace emu::checker
