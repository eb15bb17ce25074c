#include "device/hosts/looks.h"

#include <cstdint>
#include <cstring>

#include "device/grids/schedule.h"
#include "device/hosts/baton.h"
#include "device/state.h"

namespace emu {

namespace {

// Looks in a row that find the same value before the host is taken for waiting.
constexpr unsigned kPatientLooks = 64;

/// Whether nothing has changed since so many looks.
bool is_patient_enough(const volatile void* address, std::size_t size) {
  Hosts& hosts = state.hosts;
  std::uint64_t value = 0;
  std::memcpy(&value, const_cast<const void*>(address), size < sizeof value ? size : sizeof value);
  const bool same = hosts.looked_at == address && hosts.found == value;
  hosts.looked_at = address;
  hosts.found = value;
  hosts.looks = same ? hosts.looks + 1 : 0;
  return hosts.looks >= kPatientLooks;
}

}  // namespace

void note_hosts_look(const volatile void* address, std::size_t size) {
  HostThread* const me = host_here();
  if (!me) return;
  Hosts& hosts = state.hosts;
  if (is_patient_enough(address, size)) {
    hosts.looks = 0;
    let_others_do_something();
  } else if (hosts.overdue) {
    pass_baton(*me);
  }
  if (!hosts.unseen_callbacks.empty() || me->is_callback()) see_other_hosts();
}

void let_others_do_something() {
  HostThread* const me = host_here();
  if (!me) return;
  drive_device();
  const Hosts& hosts = state.hosts;
  if (hosts.wanted || me->called_by) pass_baton(*me);
}

}  // namespace emu
