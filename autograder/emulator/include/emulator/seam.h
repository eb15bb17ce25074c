// The seam between a translated `.cu` file and the emulated device.
//
// The translator and the headers with CUDA's names call what is declared here and nothing else of
// the emulator. A kernel becomes a stub. Of `k<<<…>>>(…)` the configuration is evaluated first, as
// nvcc does (`Configuration`); then the stub copies its arguments into a pending launch (`kernel`);
// then that launch is sent off (`launch`).
//
// One thread at a time runs everything; no function here is thread safe, none needs to be.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <new>
#include <type_traits>
#include <utility>

#include "driver_types.h"
#include "vector_types.h"

// Code of the emulator that is compiled into the user's object must not report its own memory
// accesses as the user's.
#define EMU_UNCHECKED __attribute__((no_sanitize("thread")))
// Where in the user's code the calling function (which must not be inlined) was called.
#define EMU_SITE __builtin_return_address(0)
// A function that passes on to one of the library's, or touches the user's memory, is always
// inlined: debug information then leads from the address in it to the user's line, at -O0 too.
#define EMU_PASSING_ON __attribute__((always_inline)) inline

// CUDA's built-in variables (PG13 §5.4.1). The scheduler writes them whenever a thread is resumed;
// they are const so that compilers neither instrument nor reload them.
extern const uint3 threadIdx;
extern const uint3 blockIdx;
extern const dim3 blockDim;
extern const dim3 gridDim;
constexpr int warpSize = 32;

namespace emu {

// Types stand in a namespace of their own, whose functions are none: so no function of the emulator
// is found by the type of an argument. Programs can have these types without a name (decltype).
namespace types {
/// Where in the user's code something was called. `std::source_location` has the same members but
/// needs C++20 and clang 16; programs may ask for C++17.
class SourceLocation {
 public:
  static constexpr SourceLocation current(const char* file = __builtin_FILE(),
                                          unsigned line = __builtin_LINE(),
                                          const char* function = __builtin_FUNCTION()) {
    return SourceLocation(file, line, function);
  }
  constexpr SourceLocation() = default;
  constexpr const char* file_name() const { return file_; }
  constexpr unsigned line() const { return line_; }
  constexpr const char* function_name() const { return function_; }  ///< its name alone

 private:
  constexpr SourceLocation(const char* file, unsigned line, const char* function)
      : file_(file), line_(line), function_(function) {}
  const char* file_ = "";
  unsigned line_ = 0;
  const char* function_ = "";
};
}  // namespace types
using types::SourceLocation;

// ---- Kernels and launches -----------------------------------------------------------------------

namespace types {
/// What a kernel's declaration fixes for every launch of it.
struct KernelTraits {
  unsigned max_threads = 0;         ///< `__launch_bounds__`; 0 when absent
  unsigned min_blocks = 0;          ///< its second argument; has no effect here
  bool calls_runtime = false;       ///< it uses the device runtime, itself or by what it calls
  bool launches_graphs = false;     ///< the same of cudaGraphLaunch
  unsigned cluster[3] = {0, 0, 0};  ///< `__cluster_dims__`; 0 when absent
};
}  // namespace types
using types::KernelTraits;

namespace types {
/// One kernel (one instantiation of a kernel template). Lives as long as the program.
struct KernelIdentity {
  KernelTraits traits;
  const char* name;  ///< as `__builtin_FUNCTION` spells it: "fill", with g++ also "fill<int>"
  const char* file;
  unsigned line;
  const void* stub_site =
      nullptr;                    ///< an address inside the stub; the runtime maps it to `&kernel`
  void* record = nullptr;         ///< the device's own record of this kernel, made at first launch
  const void* address = nullptr;  ///< `&kernel`, once somebody asked for it
  const char* spelled = "";       ///< `__PRETTY_FUNCTION__`: g++ spells the parameters in it
};
}  // namespace types
using types::KernelIdentity;

namespace types {
/// How to run one thread of a kernel on a copy of the launch's arguments.
struct KernelBody {
  void (*run)(void* arguments);              ///< runs one thread on its own copy
  void (*copy)(void* to, const void* from);  ///< null when the bytes can be copied
  void (*destroy)(void* arguments);          ///< on the host, after the launch; null: nothing
  std::size_t size;
  std::size_t align;
};
}  // namespace types
using types::KernelBody;

namespace types {
/// An argument of a launch, used by the kernel or not, as far as it may hold addresses.
struct Argument {
  const void* begin = nullptr;
  std::size_t size = 0;     ///< 0: it cannot
  bool is_pointer = false;  ///< it is one address; else any word of it may be one, or none
};
}  // namespace types
using types::Argument;

/// Of a parameter that is declared as `Declared`. An int, and a struct of ints, is no address,
/// whatever lies beside it.
template <class Declared, class T>
EMU_UNCHECKED Argument argument(const T& value) {
  static_assert(!std::is_reference_v<Declared>,
                "a kernel's parameter cannot be a reference: the kernel would get the address of "
                "the launching thread's variable (G2); pass it by value");
  constexpr bool plain = std::is_function_v<T> || std::is_floating_point_v<T>;
  if constexpr (plain) {
    return {};
  } else if constexpr (alignof(T) < alignof(void*) || sizeof(T) < sizeof(void*)) {
    return {};
  } else {
    // The cast drops const, volatile and, which clang lets no other cast do, __restrict__.
    return {(const void*)__builtin_addressof(value), sizeof(T), std::is_pointer_v<T>};
  }
}

/// Holds a kernel and its arguments until `launch` sends them off: in `arguments` what the kernel's
/// body uses of them, in `named` all that have names.
void stage(KernelIdentity& identity, const KernelBody& body, const void* arguments,
           const std::initializer_list<Argument>& named);

/// Launches what the last `stage` holds. Errors go to the calling thread's last error (R3, K12).
void launch(dim3 grid, dim3 block, std::size_t shared_bytes = 0, cudaStream_t stream = nullptr,
            SourceLocation where = SourceLocation::current());

namespace types {
/// What `<<<…>>>` holds, evaluated before the kernel's arguments (as nvcc does) and so before they
/// are staged: an expression in it may itself launch.
struct Configuration {
  dim3 grid;
  dim3 block;
  std::size_t shared_bytes = 0;
  cudaStream_t stream = nullptr;
  SourceLocation where;

  __attribute__((always_inline))
  Configuration(dim3 grid_, dim3 block_ = 1, std::size_t shared_bytes_ = 0,
                cudaStream_t stream_ = nullptr, SourceLocation where_ = SourceLocation::current())
      : grid(grid_), block(block_), shared_bytes(shared_bytes_), stream(stream_), where(where_) {}
};
}  // namespace types
using types::Configuration;

namespace types {
/// Stands for the launch that the kernel's stub, called just before, has staged.
struct Staged {};
__attribute__((always_inline)) inline void operator<<(const Configuration& how, Staged) {
  launch(how.grid, how.block, how.shared_bytes, how.stream, how.where);
}
}  // namespace types
using types::Staged;

namespace types {
/// What of a launch's attributes an emulated device acts on.
struct LaunchAttributes {
  bool cooperative;
  bool clustered;  ///< cudaLaunchAttributeClusterDimension is among them, with this value:
  unsigned cluster[3];
  bool starts_early;   ///< cudaLaunchAttributeProgrammaticStreamSerialization
  bool records_event;  ///< cudaLaunchAttributeProgrammaticEvent or …LaunchCompletionEvent

  constexpr LaunchAttributes(bool cooperative_ = false)
      : cooperative(cooperative_),
        clustered(false),
        cluster{1, 1, 1},
        starts_early(false),
        records_event(false) {}
};
}  // namespace types
using types::LaunchAttributes;

/// The same through cudaLaunchKernel and its kin, which return the error.
cudaError_t launch_checked(dim3 grid, dim3 block, std::size_t shared_bytes, cudaStream_t stream,
                           const LaunchAttributes& attributes,
                           SourceLocation where = SourceLocation::current());

// By value: the arguments become locals of this function, so that the optimizer keeps them in
// registers and no access to them is reported.
template <class Body>
__attribute__((noinline)) void run_body(Body body) {
  body();
}

template <class Body>
struct alignas(Body) Bits {
  unsigned char bytes[sizeof(Body)];
};

// The copy is made of bits: a constructor, even one that the compiler writes, is checked.
// Arguments with constructors of their own are bits to a card: every thread has them as the launch
// left them, and neither constructors nor destructors run there.
template <class Body>
EMU_UNCHECKED __attribute__((noinline)) void run_thread(void* arguments) {
  if constexpr (std::is_trivially_copyable_v<Body>) {
    run_body<Body>(__builtin_bit_cast(Body, *static_cast<Bits<Body>*>(arguments)));
  } else {
    alignas(Body) unsigned char bits[sizeof(Body)];
    for (std::size_t i = 0; i < sizeof(Body); ++i)
      bits[i] = static_cast<unsigned char*>(arguments)[i];
    (*std::launder(reinterpret_cast<Body*>(bits)))();
  }
}

template <class Body>
EMU_UNCHECKED void copy_arguments(void* to, const void* from) {
  ::new (to) Body(*static_cast<const Body*>(from));
}

template <class Body>
EMU_UNCHECKED void destroy_arguments(void* arguments) {
  static_cast<Body*>(arguments)->~Body();
}

/// The body of a kernel's stub: stages one launch. `body` holds by value the arguments that the
/// kernel uses (G1). `named` are all arguments that have names, used or not, as far as they may
/// hold addresses: some addresses must not be passed (G2, G3).
template <class Body>
EMU_UNCHECKED __attribute__((noinline)) void kernel(
    const KernelTraits& traits, Body body, std::initializer_list<Argument> named = {},
    SourceLocation where = SourceLocation::current()) {
  static KernelIdentity identity{
      {traits.max_threads,
       traits.min_blocks,
       traits.calls_runtime,
       traits.launches_graphs,
       {traits.cluster[0], traits.cluster[1], traits.cluster[2]}},  // constructors are checked
      where.function_name(),
      where.file_name(),
      where.line(),
      EMU_SITE,
      nullptr,
      nullptr,
      __PRETTY_FUNCTION__};
  constexpr bool plain = std::is_trivially_copyable_v<Body>;
  static constexpr KernelBody how{&run_thread<Body>, plain ? nullptr : &copy_arguments<Body>,
                                  plain ? nullptr : &destroy_arguments<Body>, sizeof(Body),
                                  alignof(Body)};
  stage(identity, how, &body, named);
}

// ---- Shared memory ------------------------------------------------------------------------------

namespace types {
/// One `__shared__` declaration: where it lies in the block that asked last.
struct SharedSlot {
  void* address = nullptr;
  std::uint64_t block = 0;   ///< serial number of that block; 0 means none
  const char* spelled = "";  ///< `__PRETTY_FUNCTION__`: names the variable's struct
};
}  // namespace types
using types::SharedSlot;

extern const std::uint64_t& current_block_serial;
void place_shared(SharedSlot& slot, std::size_t size, std::size_t align);

/// The calling block's copy of the `__shared__` variables that struct `Variables` holds.
template <class Variables>
EMU_UNCHECKED __attribute__((noinline)) Variables& shared() {
  static SharedSlot slot{nullptr, 0, __PRETTY_FUNCTION__};
  if (slot.block != current_block_serial) place_shared(slot, sizeof(Variables), alignof(Variables));
  return *static_cast<Variables*>(slot.address);
}

/// Start of the block's dynamic shared memory, 16-byte aligned (third launch parameter).
void* dynamic_shared();

namespace types {
/// A `__shared__` variable at namespace scope (K13). `Tag` tells variables of one type apart.
template <class T, class Tag = void>
struct SharedVariable {
  struct Holder {
    T value;
  };
  EMU_UNCHECKED static T& here() { return shared<Tagged>().value; }
  EMU_UNCHECKED operator T&() const { return here(); }
  EMU_UNCHECKED auto operator&() const { return &here(); }
  template <class V>
  void operator=(const V& v) const {
    here() = v;
  }

 private:
  struct Tagged : Holder {};
};
}  // namespace types
using types::SharedVariable;

namespace types {
/// `extern __shared__ T s[]` at namespace scope.
template <class T>
struct DynamicShared {
  EMU_UNCHECKED static T (&here())[] {
    return reinterpret_cast<T(&)[]>(*static_cast<char*>(dynamic_shared()));
  }
  EMU_UNCHECKED operator T*() const { return static_cast<T*>(dynamic_shared()); }
  template <class U>
  EMU_UNCHECKED explicit operator U*() const {
    return static_cast<U*>(dynamic_shared());
  }
};
}  // namespace types
using types::DynamicShared;

// ---- Barriers and warps -------------------------------------------------------------------------

namespace types {
enum class BlockVote { kNone, kCount, kAnd, kOr };
}  // namespace types
using types::BlockVote;

/// `__syncthreads` and its voting forms; returns the vote's result.
int sync_threads(BlockVote vote, int predicate, const void* site);
/// `__syncwarp`: waits for the lanes of `mask` and orders their memory accesses.
void sync_warp(std::uint32_t mask, const void* site);
/// `grid.sync()` of cooperative groups; an error in a grid that was not launched cooperatively
/// (K11).
void sync_grid(const void* site);
bool grid_is_cooperative();
/// cudaTriggerProgrammaticLaunchCompletion and `griddepcontrol.launch_dependents`: what depends on
/// the running thread's grid may start, as far as its block is concerned (Q2).
void trigger_dependents();
/// cudaGridDependencySynchronize, or what else `name` is: waits for all grids that the running
/// thread's grid may overlap (Q3).
void wait_for_earlier(const char* name, const void* site);
/// `griddepcontrol.wait` does the same.
void griddepcontrol_wait();

namespace types {
/// What a thread brings to an operation of a tile, and what it gets: the values of the ranks
/// `from`, `from + stride` …, `count` of them.
struct TileValues {
  const void* mine = nullptr;
  std::size_t bytes = 0;
  unsigned from = 0, stride = 0, count = 0;
  void* out = nullptr;
};
}  // namespace types
using types::TileValues;

/// Waits for all threads of the caller's tile of `size` threads, several warps; orders their memory
/// accesses. `name` is CUDA's name of the operation, for messages.
void gather_in_tile(const char* name, unsigned size, const TileValues& values, const void* site);

namespace types {
/// What one lane brings to a warp operation.
struct LaneOperand {
  std::uint64_t value = 0;
  std::uint64_t operand = 0;  ///< source lane, width, predicate … as the operation likes
};
}  // namespace types
using types::LaneOperand;

/// Computes every lane's result at once; lanes outside `mask` hold nothing in `in`.
using WarpFunction = void (*)(const LaneOperand in[32], std::uint32_t mask, std::uint64_t out[32]);

/// Gathers the operands of all lanes in `mask`, computes, gives this lane its result. Does not
/// order memory (PG13 §5.4.6: shuffles and votes imply no memory barrier). `name` is CUDA's name of
/// the operation, for messages: lanes that meet in different operations are a `warp-mask` error.
std::uint64_t warp_operation(const char* name, std::uint32_t mask, LaneOperand mine,
                             WarpFunction compute, const void* site);
/// For a `WarpFunction`: what `lane` gets that reads from `source`, a lane that does not take part.
/// It is undefined (W8), and so depends on the schedule.
std::uint64_t value_of_absent(unsigned lane, unsigned source);
/// The lanes of the warp that are converged with the caller (`__activemask`).
std::uint32_t active_mask(const void* site);
/// Lane number of the calling thread in its warp, 0 to 31.
unsigned lane_id();
unsigned warp_id();
/// Lanes that the calling thread's warp has at all (a block's last warp may be partial).
std::uint32_t warp_members();

// ---- Memory -------------------------------------------------------------------------------------

namespace types {
enum class Scope { kBlock, kDevice, kSystem };
}  // namespace types
using types::Scope;

namespace types {
/// Sums are made of all that is added. The others (compare and swap, exchange, minimum, maximum,
/// bits) decide by what they find, so that a plain read beforehand need only be a hint (M4).
/// Exchange stores whatever it finds, and reads only if somebody uses the old value.
enum class Atomic { kAdds, kDecides, kExchanges };
}  // namespace types
using types::Atomic;

/// Counts an atomic, an operation of a warp, a vote of a block or a barrier of a grid for the
/// report: lessons ask how many were needed. `name` lives as long as the program.
void count_operation(const char* name, const void* site);
/// Says that the calling thread is about to read and write `size` bytes atomically.
void atomic_access(const volatile void* address, std::size_t size, Scope scope, const void* site,
                   Atomic does = Atomic::kAdds);
/// The calling thread uses the old value of the exchange that it has just announced.
void use_old_value();
/// `__threadfence_block`, `__threadfence`, `__threadfence_system`.
void fence(Scope scope);
/// Says that `size` bytes are read or written by code of the emulator on the thread's behalf.
void access(const volatile void* address, std::size_t size, bool writes, const void* site);

/// Says that a texel is fetched.
void texel_access(const void* texel, std::size_t size, const void* site);
/// Begins a copy of `size` bytes, of which the last `zeros` become 0 instead. It is done when the
/// thread waits for the batch that it is in.
void copy_asynchronously(void* to, const void* from, std::size_t size, std::size_t zeros,
                         const void* site);
/// Ends the batch of copies that the calling thread has begun.
void commit_copies();
/// Waits for all batches of the calling thread but the `batches` latest.
void wait_for_copies(std::size_t batches);
/// The same for all copies, those of a batch that has not ended included.
void wait_for_all_copies();

namespace types {
/// What kind of memory a pointer is for the calling thread (`__isGlobal` and kin, G5).
enum class Space { kGlobal, kShared, kLocal, kConstant, kHost, kUnknown };
}  // namespace types
using types::Space;
Space space_of(const void* pointer);

void* heap_allocate(std::size_t size);  ///< device `malloc`: null when the heap is full (H3)
void heap_free(void* pointer);          ///< device `free`

// ---- Time and ends ------------------------------------------------------------------------------

/// Instructions that device threads have executed since the start. The library's own counter, and
/// the way to it from the user's code, which adds to it in place.
extern "C" std::uint64_t emulator_issued;

template <unsigned kInstructions>
EMU_PASSING_ON void add_issued() {
#ifdef __x86_64__
  // By no register of the compiler's, which might come back from the stack as another.
  __asm__("movq emulator_issued@GOTPCREL(%%rip), %%r11\n\taddq %1, (%%r11)"
          : "+m"(emulator_issued)
          : "i"(kInstructions)
          : "r11", "cc");
#else
  struct Unseen {
    EMU_UNCHECKED __attribute__((noinline)) static void add() { emulator_issued += kInstructions; }
  };
  Unseen::add();
#endif
}

/// What the translator puts before device code that takes about this many instructions. Compilers
/// must not report the access as the user's: hence assembly, which they do not look into.
template <unsigned kInstructions>
EMU_PASSING_ON constexpr void issue() {
  if (!__builtin_is_constant_evaluated()) add_issued<kInstructions>();
}

std::uint64_t clock_cycles();     ///< virtual cycles of this SM (`clock64`)
std::uint64_t globaltimer_ns();   ///< virtual nanoseconds (`%globaltimer`)
void sleep_ns(unsigned ns);       ///< `__nanosleep`
[[noreturn]] void trap();         ///< `__trap`: the host sees 719
[[noreturn]] void exit_thread();  ///< PTX `exit`
/// A special register by PTX's name without the `%`: "globaltimer", "laneid", "tid.x" …
std::uint64_t special_register(const char* name);

/// Before an instruction of inline PTX that touches memory or in which threads meet: counts it by
/// its name, "bar.sync". `missing` is what its `asm` fails to say, "memory" or "volatile", or
/// empty.
void inline_ptx(const char* opcode, const char* missing);
/// The carry flag that the running thread's latest `asm` with `.cc` has left, for the next one.
bool ptx_carry();
void keep_ptx_carry(bool carry);

/// True while a device thread runs, false in host code.
bool on_device();

/// Of a static variable of a function for both sides, the one of the side that runs. The compiler
/// must not see which two it chooses from: clang would read both and take one.
template <class T>
T& of_this_side(T& device, T& host) {
  T* chosen = on_device() ? &device : &host;
  asm("" : "+r"(chosen));
  return *chosen;
}

}  // namespace emu

/// What `#ifdef __CUDA_ARCH__` in a function for both sides becomes (translator/sides). Programs
/// may call it: it tells them nothing that they do not know.
inline bool __emu_on_device() { return ::emu::on_device(); }
