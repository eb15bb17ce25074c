// The launch tree.
#include "harness/launches.h"

namespace harness {

Launches::Launches(std::vector<Launch> launches, std::vector<Launch> refused)
    : known_(true), launches_(std::move(launches)), refused_(std::move(refused)) {
  for (std::size_t i = 0; i < launches_.size(); ++i) by_id_[launches_[i].id] = i;
}

const Launch* Launches::find(int id) const {
  const auto found = by_id_.find(id);
  return found == by_id_.end() ? nullptr : &launches_[found->second];
}

void PrintTo(const Launches& launches, std::ostream* os) { *os << launches.size() << " launches"; }

}  // namespace harness
