#include "checker/release.h"

#include <algorithm>

#include "checker/current.h"

namespace emu::checker {

namespace {

std::unordered_map<std::uintptr_t, Record*> records;  // by address; never freed: see forget_records

/// How much of `record` the knowledge is sure to hold; looks at the newest few nodes only.
std::uint32_t known_length(const Knowledge* k, const Record& record) {
  for (int i = 0; k && i < 8; ++i, k = k->next)
    if (k->record == &record) return k->length;
  return 0;
}

Knowledge* add(const Knowledge* k, Record& record, std::uint32_t only_block) {
  const auto length = static_cast<std::uint32_t>(record.list.size());
  if (k && k->record == &record && k->only_block == only_block) k = k->next;  // grew since
  return new Knowledge{&record, length, only_block, k, nullptr, 0};
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
  record.latest_of_work = add(work.acquired, record, kAnyBlock);
  work.acquired = record.latest_of_work;
}

void acquire(Record& record, Scope scope) {
  const std::uint32_t block = phases[now.position.phase].block;
  const bool narrow = scope == Scope::kBlock;
  if (narrow && !record.by_block.contains(block)) return;
  const Extra& extra = extra_of(now.position.phase);
  const std::uint32_t known = known_length(extra.knowledge, record);
  if (known == record.list.size() || all_mine(record, known)) return;
  Extra next = extra;
  next.knowledge = add(extra.knowledge, record, narrow ? block : kAnyBlock);
  if (!narrow) note_in_work(*now.block->work, record);
  move_on(keep_extra(std::move(next)));
}

void publish(Record& record, Publication publication) {
  const auto index = static_cast<std::uint32_t>(record.list.size());
  const std::uint32_t block = phases[publication.at.phase].block;
  auto& mine = record.by_block[block];
  Phase latest = publication.at.phase;
  if (!mine.empty()) {
    const Publication& last = record.list[mine.back().index];
    if (last.at.phase == latest && last.at.thread == publication.at.thread) return;  // nothing new
    latest = std::max(latest, mine.back().latest);
  }
  mine.push_back({index, latest});
  record.list.push_back(publication);
  if (publication.scope == Scope::kBlock) return;
  Work* work = blocks[block].work;
  if (record.works.empty() || record.works.back().first != work)
    record.works.emplace_back(work, index);
  const Knowledge* inherited = extra_of(publication.at.phase).knowledge;
  if (inherited && (record.inherited.empty() || record.inherited.back().first != inherited))
    record.inherited.emplace_back(inherited, index);
}

/// Whether the running thread has fenced for more than its own block.
bool fenced_widely() {
  return std::ranges::any_of(extra_of(now.position.phase).fenced,
                             [](const Publication& p) { return p.scope != Scope::kBlock; });
}

}  // namespace

const Knowledge* unite(const Knowledge* a, const Knowledge* b) {
  if (!a || a == b) return b;
  if (!b || a->next == b || a->other == b) return a;
  if (b->next == a) return b;
  return new Knowledge{nullptr, 0, kAnyBlock, a, b, 0};
}

void synchronise(std::uintptr_t address, const Synchronisation& how) {
  if (now.on_host) return;
  const bool fenced = how.publishes && !extra_of(now.position.phase).fenced.empty();
  const bool publishing = fenced || how.releases;
  // An atomic in the block's shared memory tells other blocks nothing, with or without a fence.
  const bool seen_by_others = address - now.shared_begin >= now.shared_size;
  if (how.publishes && !how.releases && how.scope != Scope::kBlock && seen_by_others &&
      !fenced_widely()) {
    now.block->loose_atomic = now.position.phase;
    now.block->loose_site = how.site;
    now.block->loose_is_narrow = fenced;
  }
  if (records.empty() && !publishing) return;
  auto found = records.find(address);
  if (found == records.end()) {
    if (!publishing) return;
    found = records.emplace(address, new Record).first;
  }
  Record& record = *found->second;
  if (how.acquires) acquire(record, how.scope);
  if (fenced)
    for (const Publication& p : extra_of(now.position.phase).fenced)
      publish(record, {p.at, std::min(p.scope, how.scope)});
  if (how.releases) {
    publish(record, {now.position, how.scope});
    move_on(phases[now.position.phase].extra);
  }
}

void forget_records(std::uintptr_t begin, std::size_t size) {
  if (records.empty()) return;
  if (size / 4 < records.size()) {
    for (std::uintptr_t a = begin; a < begin + size; ++a) records.erase(a);
  } else {
    std::erase_if(records, [=](const auto& entry) { return entry.first - begin < size; });
  }
}

}  // namespace emu::checker
