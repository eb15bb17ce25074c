// The passes of the translator, in the order of translate.cpp. Each deals with one thing that CUDA
// adds to C++, and reads the text as the user wrote it. Four of them leave alone what an earlier
// one has replaced (`Edits::touches`): those of kernel pointers, of `__shared__` and of device
// variables, and `remove_annotations`, which comes last and takes what is left.
#pragma once

#include <map>
#include <string>

#include "translator/refusals/refusal.h"
#include "translator/text/edits.h"
#include "translator/text/scopes.h"
#include "translator/text/unit.h"
#include "translator/translate.h"

namespace emu::translator {

/// What passes read and write.
struct Work {
  const Unit& unit;
  const Scopes& scopes;
  const TranslateOptions& options;
  Edits edits{unit};
  std::multimap<std::size_t, Refusal> refusals{};  ///< by token

  void refuse(std::size_t token, std::string words) {
    refuse_at(token, unit[token].at, std::move(words));
  }
  /// At a place of its own, among the refusals of `token`.
  void refuse_at(std::size_t token, const Position& at, std::string words) {
    refusals.insert({token, {unit.file(at.file), at.line, std::move(words)}});
  }
};

/// A kernel becomes a *stub*, and calling it copies its arguments. So its signature stays as it is,
/// and templates, default arguments, overloads and pointers to kernels need not be understood here.
///
///   __global__ void k(int* p) { p[0] = 1; }
///   __attribute__((noinline)) void k(int* p) { ::emu::kernel(::emu::KernelTraits{},
///       [=] [[gnu::always_inline]] () mutable -> void { p[0] = 1; },
///       {::emu::argument<decltype(p)>(p)}); }
///
/// `__launch_bounds__(256)` becomes `KernelTraits{.max_threads = 256}`.
void translate_kernels(Work& work);
/// k<<<g, b, s, st>>>(x)  ->  (::emu::Configuration(g, b, s, st) << (k(x), ::emu::Staged()))
void translate_launches(Work& work);
/// cudaLaunchKernel((void*)k, …)  ->  cudaLaunchKernel(k, …)
void translate_launch_calls(Work& work);
/// In a function:
///   __shared__ float t[32];       struct emu_shared_t_12_3 { float t[32]; };
///                                 auto& t = ::emu::shared<emu_shared_t_12_3>().t;
///   extern __shared__ float s[];  float (&s)[] = …::emu::dynamic_shared()…;
/// At namespace scope:
///   __shared__ int a[4];          static ::emu::SharedVariable<int[4], emu_shared_a_3_1> a;
void translate_shared_variables(Work& work);
/// `__device__ int n = 3;` becomes `int n __attribute__((section("emu_device"))) = 3;`. Others are
/// in the sections emu_constant and emu_managed; inline ones, and statics in inline functions, in
/// emu_device_inline and so on; templates in an inline namespace, too. Both sides may read
/// constants: `__device__ const int n = 3;` becomes `const int n = 3;`.
void translate_device_variables(Work& work);
/// Without -rdc=true: `__device__ int f() { … }` becomes `static int f() { … }`, and variables too.
void localize_device_functions(Work& work);
/// asm("mov.u32 %0, %%laneid;" : "=r"(x));  ->  ((x) = ::emu::special_register("laneid"));
void translate_inline_ptx(Work& work);
/// (void*)k  ->  ::emu::kernel_pointer(k), which remembers the parameters
void translate_kernel_pointers(Work& work);
/// For the virtual clock, in any function:
///   { x = a * b + c; }  ->  { ::emu::issue<2>(); x = a * b + c; }
void count_work(Work& work);
/// `__host__` and `__device__` on functions and lambdas become nothing, `__forceinline__` becomes
/// `inline __attribute__((always_inline))`, `__noinline__` becomes `__attribute__((noinline))`.
void remove_annotations(Work& work);

// What nvcc refuses, in nvcc's words: `file(line): error: …`. Names are looked up by spelling, not
// by C++'s rules; where that leaves a doubt nothing is refused.
void refuse_kernel_declarations(Work& work);
void refuse_host_calls(Work& work);
void refuse_library_calls(Work& work);
void refuse_unconfigured_calls(Work& work);
void refuse_new_streams(Work& work);
void refuse_missing_functions(Work& work);
/// texture<float, 2> image;
void refuse_references(Work& work);

// What would take code out of the checker's sight, or forge what it says. CUDA programs do without.
void refuse_digraphs(Work& work);
void refuse_odd_letters(Work& work);
void refuse_c_variables(Work& work);
void refuse_host_assembly(Work& work);
void refuse_hiding_attributes(Work& work);
void refuse_hiding_pragmas(Work& work);
void refuse_emulators_names(Work& work);
void refuse_library_declarations(Work& work);
void refuse_launch_operators(Work& work);

}  // namespace emu::translator
