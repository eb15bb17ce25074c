#include "device/grids/kernel.h"

#include <elfutils/libdwfl.h>
#include <unistd.h>

#include <memory>

#include "device/device.h"
#include "device/grids/block.h"
#include "device/grids/kernel_pointer.h"
#include "device/state.h"

namespace emu {

namespace {

/// "fill<int>" → "fill": one name for all instantiations of a kernel template.
std::string bare_name(std::string_view name) { return std::string(name.substr(0, name.find('<'))); }

/// "void emu::kernel(…) [with Body = fill(int*, int)::<lambda()>; …]" → "fill(int*, int)". Where
/// the compiler does not spell it so, the name has to do.
std::string signature_of(const KernelIdentity& identity) {
  std::string_view text = identity.spelled;
  const auto begin = text.find("Body = ");
  if (begin == std::string_view::npos) return identity.name;
  text.remove_prefix(begin + 7);
  const auto end = text.find("::<lambda");
  return end == std::string_view::npos ? identity.name : std::string(text.substr(0, end));
}

Dwfl* modules_of_this_process() {
  constexpr static Dwfl_Callbacks kCallbacks = {dwfl_linux_proc_find_elf,
                                                dwfl_standard_find_debuginfo, nullptr, nullptr};
  Dwfl* dwfl = dwfl_begin(&kCallbacks);
  dwfl_linux_proc_report(dwfl, getpid());
  dwfl_report_end(dwfl, nullptr, nullptr);
  return dwfl;
}

/// Address of the function that contains `site`: what `&kernel` is.
const void* function_around(const void* site) {
  Dwfl* dwfl = modules_of_this_process();
  const auto address = reinterpret_cast<Dwarf_Addr>(site);
  GElf_Off offset = 0;
  GElf_Sym symbol;
  Dwfl_Module* module = dwfl_addrmodule(dwfl, address);
  const char* name = module ? dwfl_module_addrinfo(module, address - 1, &offset, &symbol, nullptr,
                                                   nullptr, nullptr)
                            : nullptr;
  const void* start = name ? reinterpret_cast<const void*>(address - 1 - offset) : nullptr;
  dwfl_end(dwfl);
  return start;
}

}  // namespace

Kernel& kernel_of(KernelIdentity& identity) {
  if (identity.record) return *static_cast<Kernel*>(identity.record);
  auto kernel = std::make_unique<Kernel>();
  kernel->signature = signature_of(identity);
  kernel->name = bare_name(identity.name);
  kernel->traits = identity.traits;
  kernel->identity = &identity;
  kernel->report_index = static_cast<std::uint32_t>(record.kernels.size());
  record.kernels.push_back({kernel->name, kernel->signature});
  identity.record = kernel.get();
  state.kernels.all.push_back(std::move(kernel));
  return *state.kernels.all.back();
}

const FunctionAttributes& attributes_of(const Kernel& kernel) {
  constexpr static FunctionAttributes kDefaults;
  if (state.kernels.attributes.empty()) return kDefaults;
  const void* address = kernel.identity->address;
  if (!address) {
    address = function_around(kernel.identity->stub_site);
    const_cast<KernelIdentity*>(kernel.identity)->address = address;
  }
  const auto found = state.kernels.attributes.find(address);
  return found == state.kernels.attributes.end() ? kDefaults : found->second;
}

FunctionAttributes& attributes_at(const void* kernel) { return state.kernels.attributes[kernel]; }

Kernel* kernel_at(const void* address) {
  for (const auto& kernel : state.kernels.all) {
    if (!kernel->identity->address)
      const_cast<KernelIdentity*>(kernel->identity)->address =
          function_around(kernel->identity->stub_site);
    if (kernel->identity->address == address) return kernel.get();
  }
  const KernelPointer* how = find_kernel_pointer(address);
  return how && how->plain && !current_block ? &meet_kernel(address, *how) : nullptr;
}

}  // namespace emu
