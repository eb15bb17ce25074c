#include "device/border/callable.h"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <typeinfo>

#include "checker/current.h"
#include "checker/own_memory.h"
#include "device/border/embedding.h"
#include "device/state.h"
#include "device/threads/fiber.h"
#include "emulator/program.h"

namespace emu {

namespace {

bool begins_function(std::uintptr_t address) {
  const Guided& guided = state.border.guided;
  if (address - guided.code - sizeof guided.entry_mark >= guided.code_size) return false;
  std::uint32_t mark = 0;
  std::memcpy(&mark, reinterpret_cast<const char*>(address) - sizeof mark, sizeof mark);
  return mark == guided.entry_mark;
}

void admit(std::uintptr_t address) { state.border.guided.admitted.push_back(address); }

/// What the loader has put into the program's tables: the addresses of all that it names.
void admit_named(const link_map& program, const ElfW(Rela) * entries, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes / sizeof *entries; ++i) {
    if (ELF64_R_SYM(entries[i].r_info) == 0) continue;
    std::uintptr_t address = 0;
    std::memcpy(&address, reinterpret_cast<const void*>(program.l_addr + entries[i].r_offset),
                sizeof address);
    admit(address);
  }
}

void admit_all_named(const link_map& program) {
  const ElfW(Rela)* variables = nullptr, *calls = nullptr;
  std::size_t variables_size = 0, calls_size = 0;
  for (const ElfW(Dyn)* entry = program.l_ld; entry->d_tag != DT_NULL; ++entry) {
    const auto* const at = reinterpret_cast<const ElfW(Rela)*>(entry->d_un.d_ptr);
    if (entry->d_tag == DT_RELA) variables = at;
    if (entry->d_tag == DT_RELASZ) variables_size = entry->d_un.d_val;
    if (entry->d_tag == DT_JMPREL) calls = at;
    if (entry->d_tag == DT_PLTRELSZ) calls_size = entry->d_un.d_val;
  }
  admit_named(program, variables, variables_size);
  admit_named(program, calls, calls_size);
}

// Classes of the C++ library whose objects programs get without naming the class.
constexpr const char* kClasses[] = {
    "_ZTVSt9exception",
    "_ZTVSt9bad_alloc",
    "_ZTVSt20bad_array_new_length",
    "_ZTVSt8bad_cast",
    "_ZTVSt10bad_typeid",
    "_ZTVSt17bad_function_call",
    "_ZTVSt11logic_error",
    "_ZTVSt12domain_error",
    "_ZTVSt16invalid_argument",
    "_ZTVSt12length_error",
    "_ZTVSt12out_of_range",
    "_ZTVSt13runtime_error",
    "_ZTVSt11range_error",
    "_ZTVSt14overflow_error",
    "_ZTVSt15underflow_error",
    "_ZTVSt13bad_exception",
    "_ZTVSt5ctypeIcE",
    "_ZTVSt8ios_base7failureB5cxx11",
    "_ZTVNSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEEE",
    "_ZTVSo"};

void admit_virtual_functions(const char* table) {
  const void* const symbol = dlsym(RTLD_DEFAULT, table);
  Dl_info where;
  const ElfW(Sym)* entry = nullptr;
  if (symbol == nullptr ||
      dladdr1(symbol, &where, reinterpret_cast<void**>(const_cast<ElfW(Sym)**>(&entry)),
              RTLD_DL_SYMENT) == 0 ||
      entry == nullptr)
    return;
  const auto* const words = static_cast<const std::uintptr_t*>(symbol);
  for (std::size_t i = 0; i < entry->st_size / sizeof *words; ++i) admit(words[i]);
}

/// The code around an address of the program's.
void find_code(const void* address, std::uint32_t entry_mark) {
  const checker::Segment code = checker::text_around(address);
  Guided& guided = state.border.guided;
  guided.code = code.begin;
  guided.code_size = code.size;
  guided.entry_mark = entry_mark;
}

/// What stands in a program that was compiled so (toolchain/objects/control_flow.cpp).
struct ProgramTable {
  std::int64_t constructors, constructors_end, code;  // distances, each from where it stands
  std::uint32_t entry_mark_complement;
  std::uint32_t description_count;  // so many distances follow
};

const void* at(const std::int64_t& distance) {
  return reinterpret_cast<const char*>(&distance) + distance;
}

void note_descriptions(const ProgramTable& table) {
  auto& all = state.border.guided.descriptions;
  const auto* const first = reinterpret_cast<const std::int64_t*>(&table + 1);
  for (const auto* one = first; one != first + table.description_count; ++one)
    all.push_back(reinterpret_cast<std::uintptr_t>(at(*one)));
  std::sort(all.begin(), all.end());
}

int find_segments(dl_phdr_info* module, std::size_t, void* program) {
  if (module->dlpi_addr != static_cast<const link_map*>(program)->l_addr) return 0;
  Guided& guided = state.border.guided;
  guided.begin = guided.end = module->dlpi_addr;
  for (unsigned i = 0; i < module->dlpi_phnum; ++i)
    if (const auto& part = module->dlpi_phdr[i]; part.p_type == PT_LOAD)
      guided.end = std::max(guided.end, module->dlpi_addr + part.p_vaddr + part.p_memsz);
  return 1;
}

/// The functions that a description of the C++ library's kinds begins with.
bool has_known_functions(const void* description) {
  enum Enum {};
  struct Base {};
  struct OtherBase {};
  struct Single : Base {};
  struct Multiple : Base, OtherBase {};
  const auto functions_of = [](const void* described) {
    std::uintptr_t functions = 0;
    std::memcpy(&functions, described, sizeof functions);
    return functions;
  };
  for (const std::type_info* kind :
       {&typeid(Base), &typeid(Single), &typeid(Multiple), &typeid(Enum), &typeid(int),
        &typeid(int*), &typeid(int Base::*), &typeid(int[1]), &typeid(void())})
    if (functions_of(kind) == functions_of(description)) return true;
  return false;
}

bool is_description(std::uintptr_t address) {
  const Guided& guided = state.border.guided;
  if (address - guided.begin < guided.end - guided.begin)
    return std::binary_search(guided.descriptions.begin(), guided.descriptions.end(), address);
  return address % alignof(std::type_info) == 0 &&
         checker::module_part(address) == checker::ModulePart::kConstant &&
         has_known_functions(reinterpret_cast<const void*>(address));
}

void run_constructors(const ProgramTable& table) {
  using Constructor = void (*)();
  const auto* const end = static_cast<const Constructor*>(at(table.constructors_end));
  for (const auto* one = static_cast<const Constructor*>(at(table.constructors)); one != end; ++one)
    if (*one != nullptr) call_program(*one);
}

}  // namespace

bool is_guided() { return state.border.guided.code_size != 0; }

bool may_call(std::uintptr_t address) {
  return !is_guided() || begins_function(address) ||
         std::binary_search(state.border.guided.admitted.begin(),
                            state.border.guided.admitted.end(), address);
}

void refuse_program(const char* what) {
  std::fprintf(
      stderr, "the program %s: its memory was overwritten, or an address made of a number\n", what);
  std::abort();
}

void must_be_description(const void* of_class) {
  if (is_guided() && !is_description(reinterpret_cast<std::uintptr_t>(of_class)))
    refuse_program("has made the description of a class");
}

void admit_known_classes() {
  for (const char* one : kClasses) admit_virtual_functions(one);
}

}  // namespace emu

void emulator_begin_program(const void* begin) {
  using namespace emu;
  if (begin == nullptr) return;
  const auto& table = *static_cast<const ProgramTable*>(begin);
  Dl_info where;
  link_map* program = nullptr;
  if (dladdr1(begin, &where, reinterpret_cast<void**>(&program), RTLD_DL_LINKMAP) == 0) return;
  if (state.border.guided.admitted.empty()) admit_known_classes();
  admit_all_named(*program);
  dl_iterate_phdr(find_segments, program);
  note_descriptions(table);
  std::sort(state.border.guided.admitted.begin(), state.border.guided.admitted.end());
  find_code(at(table.code), ~table.entry_mark_complement);
  checker::found_instrumented_code();  // its constructors may come before the one that says so
  emulator_program_stack = ~std::uintptr_t{0};  // while constructors run no frame is the program's
  run_constructors(table);
}
