// Limits that the host sets, as tasks 1 and 2 of lesson 05 do: before the first launch, and said as
// they are.
#pragma once

#include <cstdint>

#include "exercise.h"
#include "harness/harness.h"
#include "shared/judged.h"
#include "shared/returned_error.h"

namespace checks {

using namespace harness;

// *pool or *heap is what the device allowed when the first grid was launched.
template <class Number>
inline ReportMatcher SaysWhatItHas(const char* name, std::int64_t harness::DeviceLimits::*limit) {
  return {fmt::format("says the right {}", name), [=](const Outcome& run) -> Refusal {
            const auto reported = run.result<Number>(1);
            const std::int64_t real = run.report->limits.*limit;
            if (reported.is_untouched(0) || reported[0] == real) return {};
            return {fmt::format("*{} is {}, but the device had {} when the first grid was "
                                "launched: call cudaDeviceGetLimit after cudaDeviceSetLimit, and "
                                "before the launch (L1, H2)",
                                name, reported[0], real),
                    {},
                    0};
          }};
}

inline constexpr char kSayItBefore[] =
    "limits apply to what is launched afterwards: set them before the first launch (L1, H2)";

}  // namespace checks
