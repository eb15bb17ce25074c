// cudaLaunchKernelEx: what of a launch's attributes an emulated device acts on. The others
// (priority, cache windows, programmatic overlap) only allow what the emulator never does, so they
// change nothing.
#include "emulator/launch_templates.h"

namespace emu {

cudaError_t launch_configured(const ConfigurationAt& at) {
  const cudaLaunchConfig_t& config = *at.configuration;
  bool cooperative = false;
  for (unsigned i = 0; i < config.numAttrs; ++i) {
    const cudaLaunchAttribute& attribute = config.attrs[i];
    if (attribute.id == cudaLaunchAttributeCooperative)
      cooperative = attribute.val.cooperative != 0;
  }
  return launch_checked(config.gridDim, config.blockDim, config.dynamicSmemBytes, config.stream,
                        cooperative, at.where);
}

}  // namespace emu
