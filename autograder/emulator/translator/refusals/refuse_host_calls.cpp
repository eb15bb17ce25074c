// Device code may call neither the host's part of the CUDA API nor the user's host functions. The
// words are nvcc's, two lines a call; for `__host__ __device__` functions nvcc only warns, and then
// miscompiles, so that is an error here.
#include <unordered_set>

#include "translator/arch_branches.h"
#include "translator/calls.h"
#include "translator/passes.h"
#include "translator/text/starts_with_any.h"

namespace emu::translator {
namespace {

bool is_host_only(std::string_view name, bool cdp1) {
  static const std::unordered_set<std::string_view> kNames = {"cudaStreamCreate",
                                                              "cudaStreamCreateWithPriority",
                                                              "cudaStreamSynchronize",
                                                              "cudaStreamQuery",
                                                              "cudaStreamGetFlags",
                                                              "cudaStreamBeginCapture",
                                                              "cudaStreamEndCapture",
                                                              "cudaStreamAddCallback",
                                                              "cudaStreamGetPriority",
                                                              "cudaEventCreate",
                                                              "cudaEventSynchronize",
                                                              "cudaEventQuery",
                                                              "cudaEventElapsedTime",
                                                              "cudaSetDevice",
                                                              "cudaGetDeviceProperties",
                                                              "cudaDeviceSetLimit",
                                                              "cudaDeviceReset",
                                                              "cudaDeviceSetCacheConfig",
                                                              "cudaMemcpy",
                                                              "cudaMemset",
                                                              "cudaMemcpy2D",
                                                              "cudaMemcpyToSymbol",
                                                              "cudaMemcpyFromSymbol",
                                                              "cudaMemcpyToSymbolAsync",
                                                              "cudaMemcpyFromSymbolAsync",
                                                              "cudaMemcpyPeer",
                                                              "cudaMemcpyPeerAsync",
                                                              "cudaMallocManaged",
                                                              "cudaMallocAsync",
                                                              "cudaFreeAsync",
                                                              "cudaMallocHost",
                                                              "cudaHostAlloc",
                                                              "cudaFreeHost",
                                                              "cudaMallocPitch",
                                                              "cudaGetSymbolAddress",
                                                              "cudaMemGetInfo",
                                                              "cudaLaunchKernel",
                                                              "cudaLaunchKernelEx",
                                                              "cudaLaunchKernelExC",
                                                              "cudaLaunchCooperativeKernel",
                                                              "cudaLaunchHostFunc",
                                                              "cudaDriverGetVersion",
                                                              "cudaDeviceGetStreamPriorityRange",
                                                              "cudaMemPrefetchAsync",
                                                              "cudaMemAdvise",
                                                              "cudaDeviceEnablePeerAccess",
                                                              "cudaDeviceCanAccessPeer",
                                                              "cudaThreadExit",
                                                              "cudaThreadSetLimit",
                                                              "cudaThreadSynchronize",
                                                              "cudaGraphCreate",
                                                              "cudaGraphInstantiate",
                                                              "cudaHostRegister"};
  // cuRAND's host API; its device API has a name for each of its functions that begins otherwise.
  const bool of_curand = starts_with_any(
      name, {"curandCreate", "curandDestroy", "curandGenerate", "curandGet", "curandSet"});
  return kNames.contains(name) || of_curand || (name == "cudaDeviceSynchronize" && !cdp1);
}

// CUDA has functions of these names for the device, so a call need not mean the user's.
bool has_device_overload(std::string_view name) {
  static const std::unordered_set<std::string_view> kNames = {
      "min",  "max",   "abs",    "fabs",   "sqrt",   "pow",   "exp",   "log",    "sin",    "cos",
      "tan",  "floor", "ceil",   "round",  "fmin",   "fmax",  "fma",   "printf", "malloc", "free",
      "swap", "clock", "memcpy", "memset", "assert", "isnan", "isinf", "rsqrt",  "rint",   "trunc"};
  return kNames.contains(name);
}

// The one function that `name` can mean, when that is a plain host function.
const Function* host_function(const Unit& unit, const FunctionsByName& functions,
                              std::string_view name) {
  const auto found = functions.find(name);
  if (found == functions.end() || has_device_overload(name)) return nullptr;
  for (const Function* function : found->second) {
    const bool other = function->annotations.runs_on_device() || function->is_constexpr ||
                       function->is_template || function->is_member || function->is_friend;
    if (other || signature(unit, *function) != signature(unit, *found->second.front())) {
      return nullptr;
    }
  }
  return found->second.front();
}

/// What to do instead, where many programs did it before CUDA 12. The course tells students itself.
std::string advice_about(std::string_view callee, bool is_exercise) {
  if (is_exercise || callee != "cudaDeviceSynchronize") return "";
  return ": since CUDA 12, a kernel cannot wait for its children; launch what comes after them into "
         "cudaStreamTailLaunch, or compile with --cdp1 as for a textbook";
}

void refuse_call(Work& work, std::size_t i, const std::string& callee) {
  const Token& name = work.unit[i];
  const Annotations annotations = work.scopes.annotations_at(i);
  if (in_arch_branch(work.options.read_source(work.unit.file_of(name)), name.at.line)) return;
  work.refuse(i, "calling a __host__ function(\"" + callee + "\") from a " +
                     caller_words(work.scopes, i) + " is not allowed" +
                     advice_about(callee, work.options.untrusted));
  if (annotations.host) return;
  work.refuse(i, "identifier \"" + std::string(name.text) + "\" is undefined in device code");
}

}  // namespace

void refuse_host_calls(Work& work) {
  const Unit& unit = work.unit;
  const FunctionsByName functions = functions_by_name(work.scopes);
  for (std::size_t i = 1; i + 1 < unit.size(); ++i) {
    if (!unit[i].is_identifier() || !(unit.is(i + 1, "(") || unit.is(i + 1, "<"))) continue;
    const bool api = is_host_only(unit[i].text, work.options.cdp1);
    const Function* own = api ? nullptr : host_function(unit, functions, unit[i].text);
    if (!api && own == nullptr) continue;
    if (!work.scopes.annotations_at(i).runs_on_device()) continue;
    if (!is_plain_call(unit, work.scopes, i)) continue;
    if (own != nullptr && !can_mean(unit, work.scopes, i, *own)) continue;
    refuse_call(work, i, api ? std::string(unit[i].text) : signature(unit, *own));
  }
}

}  // namespace emu::translator
