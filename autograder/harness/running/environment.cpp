#include "harness/running/environment.h"

#include <cstdlib>
#include <filesystem>

namespace harness {
namespace {

std::string value_for(const RefusedLaunch& refused) {
  const std::string number = std::to_string(refused.number);
  return refused.error == 0 ? number : number + ":" + std::to_string(refused.error);
}

}  // namespace

std::vector<std::string> process_environment() {
  std::vector<std::string> environment = {"PATH=/usr/bin:/bin", "HOME=/tmp", "LC_ALL=C"};
  if (settings().device != DeviceKind::kGpu) return environment;
  for (const char* name : {"LD_LIBRARY_PATH", "CUDA_VISIBLE_DEVICES", "CUDA_DEVICE_ORDER"}) {
    if (const char* value = std::getenv(name)) {
      environment.push_back(std::string(name) + "=" + value);
    }
  }
  return environment;
}

std::string name_of_trace() {
  if (!settings().trace.empty()) return std::filesystem::path(settings().trace).filename().string();
  return settings().pictures.empty() ? "" : "picture.svg";
}

std::vector<std::string> emulator_environment(const TestSettings& test) {
  std::vector<std::string> environment = {
      "EMULATOR_SCHEDULE=" + test.schedule.name,
      "EMULATOR_SEED=" + std::to_string(test.schedule.seed),
      "EMULATOR_DEVICES=" + std::to_string(test.devices),
      "EMULATOR_PEER_ISLAND=" + std::to_string(test.peer_island),
      "EMULATOR_CHECK=1",
      // No lesson needs 8,000, and a recursion without end is told before its time is up.
      "EMULATOR_MOST_LAUNCHES=30000",
  };
  if (test.refused_launch.number > 0)
    environment.push_back("EMULATOR_REFUSED_LAUNCH=" + value_for(test.refused_launch));
  if (test.refused_host_launch.number > 0)
    environment.push_back("EMULATOR_REFUSED_HOST_LAUNCH=" + value_for(test.refused_host_launch));
  if (const RefusedCall& call = test.refused_call; call.number > 0)
    environment.push_back(
        (call.on_device ? "EMULATOR_REFUSED_DEVICE_CALL=" : "EMULATOR_REFUSED_CALL=") + call.name +
        ":" + std::to_string(call.number) + ":" + std::to_string(call.error));
  if (test.faulty_votes) environment.push_back("EMULATOR_VOTES=too-few");
  if (test.watches_reads) environment.push_back("EMULATOR_READS=1");
  if (test.watches_threads) environment.push_back("EMULATOR_THREADS=1");
  if (!test.concurrent_managed) environment.push_back("EMULATOR_MANAGED=turns");
  if (const std::string trace = name_of_trace(); !trace.empty())
    environment.push_back("EMULATOR_TRACE=report:" + trace);
  return environment;
}

std::string library_path() {
  if (!settings().seen_as.empty()) return settings().seen_as;
  return std::filesystem::absolute(settings().exercise).string();
}

}  // namespace harness
