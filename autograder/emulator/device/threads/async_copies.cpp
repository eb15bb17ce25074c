// Asynchronous copies of a thread, `cp.async` and what is made of it. CUDA promises the bytes only
// when the thread has waited for their batch. Here they are stored at the call, so that races show,
// count as unwritten until the wait, and are copied again then: the source may have changed
// meanwhile.
#include "device/threads/async_copies.h"

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "checker/checker.h"
#include "device/grids/schedule.h"
#include "device/state.h"
#include "device/threads/ended.h"
#include "emulator/library_seam.h"
#include "emulator/seam.h"

namespace emu {

namespace {

void perform(const AsyncCopy& copy) {
  const std::size_t copied = copy.size - copy.zeros;
  checker::range_access(copy.from, copied, false, copy.site);
  checker::range_access(copy.to, copy.size, true, copy.site);
  std::memcpy(copy.to, copy.from, copied);
  std::memset(copy.to + copied, 0, copy.zeros);
}

void finish(const AsyncCopy& copy) {
  perform(copy);
  checker::brought(copy.to, copy.size);
}

void finish_before(AsyncCopies& copies, std::size_t batch) {
  const auto later = std::ranges::find_if(
      copies.pending, [batch](const AsyncCopy& copy) { return copy.batch >= batch; });
  std::for_each(copies.pending.begin(), later, finish);
  copies.pending.erase(copies.pending.begin(), later);
}

}  // namespace

void copy_asynchronously(void* to, const void* from, std::size_t size, std::size_t zeros,
                         const void* site) {
  Thread& me = self();
  me.copies = true;
  AsyncCopies& mine = state.async_copies[&me];
  zeros = std::min(zeros, size);
  const AsyncCopy copy{
      static_cast<char*>(to), static_cast<const char*>(from), size, zeros, site, mine.batch};
  perform(copy);  // where it may not, and against whom it races, is seen at once
  checker::not_brought(to, size, site, checker::NotBrought::kOnItsWay);
  mine.pending.push_back(copy);
}

void commit_copies() {
  if (self().copies) ++state.async_copies[&self()].batch;
}

void hand_copies_to(const void* barrier) {
  if (!self().copies) return;
  AsyncCopies& mine = state.async_copies[&self()];
  const auto first = std::ranges::find_if(
      mine.pending, [&mine](const AsyncCopy& copy) { return copy.batch == mine.batch; });
  auto& theirs = state.copies_of_barriers[barrier];
  theirs.insert(theirs.end(), first, mine.pending.end());
  mine.pending.erase(first, mine.pending.end());
}

void finish_copies_of(const void* barrier) {
  const auto found = state.copies_of_barriers.find(barrier);
  if (found == state.copies_of_barriers.end()) return;
  const std::vector<AsyncCopy> copies = std::move(found->second);
  state.copies_of_barriers.erase(found);
  std::ranges::for_each(copies, finish);
}

void forget_copies_of(const void* barrier) { state.copies_of_barriers.erase(barrier); }

void wait_for_copies(std::size_t batches) {
  if (!self().copies) return;
  AsyncCopies& mine = state.async_copies[&self()];
  finish_before(mine, mine.batch - std::min(batches, mine.batch));
}

void wait_for_all_copies() {
  if (!self().copies) return;
  AsyncCopies& mine = state.async_copies[&self()];
  finish_before(mine, mine.batch + 1);
}

void forget_copies(Thread& thread) {
  state.async_copies.erase(&thread);
  thread.copies = false;
}

}  // namespace emu
