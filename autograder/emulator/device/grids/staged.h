// What a stub leaves for the launch that follows it, and how many launches there have been.
#pragma once

#include <array>
#include <cstddef>

#include "emulator/launch_templates.h"
#include "emulator/seam.h"

namespace emu {

struct StagedLaunch {
  KernelIdentity* identity = nullptr;
  const KernelBody* how = nullptr;
  void* arguments = nullptr;
  bool constructed = false;     ///< the arguments are copies made by their own constructors
  std::array<bool, 4> leaks{};  ///< by Leak (launch.cpp): whether an argument is one
};

/// Between a stub and its launch; counted by launches (see RefusedLaunch).
struct Staging {
  StagedLaunch staged;
  std::size_t by_host = 0, by_device = 0;
};

}  // namespace emu
