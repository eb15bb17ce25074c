#include "toolchain/objects/imports.h"

#include <dlfcn.h>

#include <algorithm>
#include <initializer_list>
#include <sstream>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "toolchain/objects/symbol_message.h"

namespace emu::toolchain {
namespace {

/// Names, of which some end with a star or a tilde: permitted_imports.inc.
class Names {
 public:
  explicit Names(std::string_view words) { add(words); }
  void add(std::string_view words) {
    std::istringstream list{std::string(words)};
    for (std::string word; list >> word;) add_one(std::move(word));
  }
  bool contain(std::string_view name) const {
    if (exact_.contains(std::string(name))) return true;
    for (const std::string& start : starts_)
      if (name.starts_with(start)) return true;
    return false;
  }

 private:
  void add_one(std::string word) {
    for (char& c : word)
      if (c == '?') c = ' ';
    const char last = word.back();
    if (last == '*' || last == '~') word.pop_back();
    if (last == '*') {
      starts_.push_back(word);
      return;
    }
    exact_.insert(word);
    if (last == '~') exact_.insert({word + "f", word + "l"});
  }

  std::unordered_set<std::string> exact_;
  std::vector<std::string> starts_;
};

const Names& permitted() {
  static const Names names = [] {
    Names list{""};
#define PERMITTED(why, names) list.add(names);
#include "toolchain/objects/permitted_imports.inc"
#undef PERMITTED
#define GUARDED(name) list.add(#name);
#include "device/border/guarded.inc"
#undef GUARDED
    return list;
  }();
  return names;
}

bool is_library_call(const std::string& symbol) {
  static const std::unordered_set<std::string_view> symbols = {
#define LIBRARY_CALL(look, symbol) #symbol,
#include "device/border/library_calls.inc"
#undef LIBRARY_CALL
  };
  return symbols.contains(symbol);
}

/// Why not, for what a student may have reached for.
struct Family {
  const char* why;
  Names names;
};

constexpr const char* kHonest = " is not among what exercises may call: ";
constexpr const char* kReaching = " is not for exercises: ";  // a grader tells the instructor

/// What programs that mean well use, too.
const Family* honest_family(const std::string& name) {
  static const Family families[] = {
      {"host code runs on one thread here, and the device does the work",
       Names("pthread_* std::thread::* std::this_thread::* std::condition_variable* std::mutex::* "
             "std::__future_base::* std::__once_* __once_proxy std::future_category* sem_* thrd_* "
             "mtx_*")},
      {"exercises read and write no files",
       Names(
           "fopen freopen fclose fread fgets fgetc getc getline fscanf __isoc99_fscanf "
           "__isoc23_fscanf remove rename tmpfile std::filesystem::* std::basic_filebuf<* "
           "std::basic_ifstream<* std::basic_ofstream<* std::basic_fstream<* std::__basic_file<*")},
      {"exercises read no numbers from a text: the checks hand them over",
       Names("std::istream* std::basic_istream<* std::iostream* std::basic_iostream<* "
             "std::__cxx11::basic_istringstream<* std::__cxx11::basic_stringstream<* sscanf "
             "__isoc99_sscanf __isoc23_sscanf")},
      {"exercises print to std::cout, std::cerr and std::ostringstream as these are: none is "
       "moved, "
       "tied, or given a buffer or a locale",
       Names("std::ostream::* std::basic_ostream<* std::basic_ios<* std::ios_base* "
             "std::basic_streambuf<* "
             "std::__cxx11::basic_stringbuf<* std::__cxx11::basic_ostringstream<* std::locale* "
             "std::ctype<* std::num_put<* std::numpunct<* std::time_put<* std::use_facet<*")},
      {"exercises read nothing from the keyboard",
       Names("scanf __isoc99_scanf __isoc23_scanf getchar std::cin stdin")},
      {"exercises leave no functions to be called when a program ends", Names("at_quick_exit")},
      {"a result that depends on chance cannot be checked: use a generator with a seed, such as "
       "std::mt19937",
       Names("std::random_device::*")},
  };
  for (const Family& family : families)
    if (family.names.contain(name)) return &family;
  return nullptr;
}

/// What a program calls only to get around the checker.
const Family* reaching_family(const std::string& name) {
  static const Family families[] = {
      {"exercises start no programs and no processes",
       Names("fork vfork clone* exec* fexecve system popen pclose posix_spawn* wait waitpid wait3 "
             "wait4 waitid kill killpg signal sigaction sig*")},
      {"exercises read and write no files",
       Names("fopencookie fdopen open open64 openat* creat* read readv pread* preadv* write writev "
             "pwrite* close dup dup2 dup3 unlink* mkdir* rmdir mkstemp* ftruncate* truncate* stat* "
             "lstat* fstat* opendir readdir*")},
      {"exercises use no network",
       Names("socket* connect bind listen accept* send* recv* getaddrinfo gethostby*")},
      {"it loads or finds code that the checker has not seen",
       Names("dl* _dl_* _rtld_global* _r_debug")},
      {"it changes what memory is, where the checker does not see it",
       Names("mmap* munmap mprotect mremap madvise brk sbrk mlock* shm* memfd_create pkey_* "
             "remap_file_pages userfaultfd process_* ptrace prctl arch_prctl personality syscall")},
      {"it goes on at any address, on any stack",
       Names("setjmp _setjmp __sigsetjmp longjmp siglongjmp _longjmp* setcontext getcontext "
             "swapcontext makecontext sigreturn _Unwind_* __register_frame* __deregister_frame*")},
      {"it changes the whole process, or asks about those beside it",
       Names("setenv putenv unsetenv clearenv setitimer timer_create alarm ualarm getppid setpgid "
             "setsid setuid setgid seteuid setegid setrlimit* prlimit* setpriority nice sched_set* "
             "unshare "
             "setns mount umount* chroot std::set_terminate(* std::set_new_handler(*")},
  };
  for (const Family& family : families)
    if (family.names.contain(name)) return &family;
  return nullptr;
}

/// A name on none of the lists says nothing of the student's intent, nor does one that only a
/// header of the library refers to.
std::string why_not(const std::string& name, bool only_headers_use_it) {
  if (only_headers_use_it && name == "syscall")
    return kHonest +
           std::string(
               "host code runs on one thread here, so no other thread could end a wait of "
               "std::atomic's, std::latch's, std::barrier's or a semaphore's, "
               "which calls it");
  if (const Family* family = honest_family(name)) return kHonest + std::string(family->why);
  const Family* family = reaching_family(name);
  if (family != nullptr && !only_headers_use_it) return kReaching + std::string(family->why);
  return kHonest +
         std::string(only_headers_use_it ? "a header of the library calls it here, and " : "") +
         "exercises call CUDA and, of the C and C++ libraries, what computes, compares, prints, "
         "takes memory and reads the clock";
}

/// emucc has all libraries in its own process that an exercise is linked with.
bool exists(const std::string& symbol) { return dlsym(RTLD_DEFAULT, symbol.c_str()) != nullptr; }

/// Of libemulator.so, what only its headers of cuRAND, Thrust and the like call, which no exercise
/// includes: some of it stores wherever it is told.
bool is_for_libraries(const std::string& symbol) {
  const std::string name = readable(symbol);
  return std::ranges::any_of(
      std::initializer_list<std::string_view>{"curand", "emu::ordered_access(", "emu::poll(",
                                              "emu::store_announced(", "emu::launch_from(",
                                              "emu::random::"},
      [&](std::string_view start) { return name.starts_with(start); });
}

bool is_permitted(const std::string& name, const std::unordered_set<std::string_view>& emulators) {
  if (is_for_libraries(name)) return false;
  // The compiler asks for the hooks; no source may name them
  // (translator/refusals/refuse_emulators_names.cpp).
  return emulators.contains(name) || name.starts_with("__tsan_") || is_library_call(name) ||
         permitted().contain(readable(name));
}

}  // namespace

std::string refused_imports(const ObjectFile& object, const std::string& source,
                            const std::string& library) {
  const std::vector<std::string> exported = exported_by(library);
  const std::unordered_set<std::string_view> emulators(exported.begin(), exported.end());
  std::string messages;
  for (const Symbol& symbol : object.symbols()) {
    if (symbol.defined || is_permitted(symbol.name, emulators)) continue;
    const std::string name = readable(symbol.name);
    const bool is_known =
        emulators.contains(symbol.name) || exists(symbol.name) || honest_family(name) != nullptr;
    messages += symbol_message(object, symbol, source,
                               is_known ? why_not(name, object.only_headers_use(symbol))
                                        : " is declared, and defined nowhere");
  }
  return messages;
}

}  // namespace emu::toolchain
