// A race between the host and what it launched: the host has not waited.
#include "checker/messages/races/cause.h"
#include "checker/messages/words.h"
#include "checker/state.h"

namespace emu::checker {

namespace {

/// The call waits for the current device only.
std::string with_its_device_current(const TwoAccesses& two) {
  if (!state.order.several_devices_work) return {};
  return " with device " + std::to_string(two.first.info.device) + " current";
}

/// In this run the host's access came first: nothing has kept it from that.
Explanation before_the_work(const TwoAccesses& two, const std::string& line) {
  if (!two.race.earlier_wrote)
    return {.missing =
                "the host reads it without having waited for that work; synchronize its stream "
                "or the device before " +
                line +
                ", or wait for an event that is recorded after that work (a wait for another "
                "stream is none)",
            .cites = "M5"};
  return {.missing =
              "the host writes it after the launch, without having waited for that work; move "
              "the write before the launch, or synchronize its stream or the device before " +
              line,
          .cites = "M6"};
}

}  // namespace

Explanation with_host(const TwoAccesses& two) {
  const std::string line = line_words(is_host(two.second) ? two.where : two.other, two.where);
  const Work& work = is_host(two.second) ? two.first : two.second;
  const bool host_writes = is_host(two.second) ? two.race.access.writes : two.race.earlier_wrote;
  if (host_writes && work.info.kind == WorkInfo::Kind::kCopy)
    return {.missing = "the host writes it while " + std::string(work.info.kernel) +
                       " may still be at work; wait for that call's work before " + line +
                       ", or give each such call memory of its own",
            .cites = "D6"};
  if (is_host(two.second))
    return {.missing = "the host has not waited for that work; call cudaDeviceSynchronize()" +
                       with_its_device_current(two) + " (or synchronize its stream) before " + line,
            .cites = "M5"};
  return before_the_work(two, line);
}

}  // namespace emu::checker
