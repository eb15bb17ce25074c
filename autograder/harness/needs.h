// What a check needs beyond values: the emulator's report, or several devices. A check that does
// not get it is skipped with words, and its verdict is not_run.
#pragma once

#include <gtest/gtest.h>

#include "harness/settings.h"

/// First line of a check on structure: launches, streams, races.
#define NEEDS_EMULATOR()                                                \
  if (::harness::settings().device != ::harness::DeviceKind::kEmulator) \
  GTEST_SKIP() << "looks at launches and their order, which only the emulator can report"

/// First line of a check that wants `count` devices; the emulator gives that many to its runs.
#define NEEDS_DEVICES(count)                                         \
  ::harness::test_settings().devices = (count);                      \
  if (::harness::settings().device == ::harness::DeviceKind::kGpu && \
      ::harness::settings().gpus < (count))                          \
  GTEST_SKIP() << "needs " << (count) << " devices, and there are " << ::harness::settings().gpus
