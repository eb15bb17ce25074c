// cudaLaunchKernelEx: what of a launch's attributes an emulated device acts on. The others
// (priority, cache windows) only allow what the emulator never does, so they change nothing.
#include "emulator/launch_templates.h"

namespace emu {

LaunchAttributes attributes_in(const cudaLaunchConfig_t& config) {
  LaunchAttributes found;
  for (unsigned i = 0; i < config.numAttrs; ++i) {
    const cudaLaunchAttribute& attribute = config.attrs[i];
    if (attribute.id == cudaLaunchAttributeCooperative) {
      found.cooperative = attribute.val.cooperative != 0;
    } else if (attribute.id == cudaLaunchAttributeProgrammaticStreamSerialization) {
      found.starts_early = attribute.val.programmaticStreamSerializationAllowed != 0;
    } else if (attribute.id == cudaLaunchAttributeProgrammaticEvent) {
      found.records_event |= attribute.val.programmaticEvent.event != nullptr;
    } else if (attribute.id == cudaLaunchAttributeLaunchCompletionEvent) {
      found.records_event |= attribute.val.launchCompletionEvent.event != nullptr;
    } else if (attribute.id == cudaLaunchAttributeClusterDimension) {
      const auto& size = attribute.val.clusterDim;
      found.clustered = true;
      found.cluster[0] = size.x, found.cluster[1] = size.y, found.cluster[2] = size.z;
    }
  }
  return found;
}

cudaError_t launch_configured(const ConfigurationAt& at) {
  const cudaLaunchConfig_t& config = *at.configuration;
  return launch_checked(config.gridDim, config.blockDim, config.dynamicSmemBytes, config.stream,
                        attributes_in(config), at.where);
}

}  // namespace emu
