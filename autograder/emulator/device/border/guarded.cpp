// Functions of the C library that read or write where a pointer says. They were compiled without
// the checker's hooks, so an exercise's calls come here first (`--wrap`,
// device/border/guarded.inc): what the call will touch is checked like an access of the
// exercise's own. An access that ends the program does not come back from there.
#include "device/border/guarded.h"

#include <cxxabi.h>
#include <sys/time.h>

#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>

#include "checker/access.h"
#include "checker/checker.h"
#include "device/border/callable.h"
#include "device/border/format.h"
#include "device/grids/block.h"
#include "emulator/program.h"

namespace {

abi::__guard* abi_guard(std::uint64_t* guard) { return reinterpret_cast<abi::__guard*>(guard); }

void accesses(const void* begin, std::size_t size, bool writes, const void* site) {
  if (!begin || !emu::checker::now.enabled) return;
  emu::checker::check_access({.address = reinterpret_cast<std::uintptr_t>(begin),
                              .size = size,
                              .writes = writes,
                              .site = site});
}

void reads(const void* begin, std::size_t size, const void* site) {
  accesses(begin, size, false, site);
}

void writes(const void* begin, std::size_t size, const void* site) {
  accesses(begin, size, true, site);
}

template <class T>
T* written(T* one, const void* site) {
  writes(one, sizeof *one, site);
  return one;
}

const char* text(const char* begin, const void* site, std::size_t most = SIZE_MAX) {
  return emu::look_at_text(begin, site, most);
}

/// Streams have buffers and tables of functions: one that a program has put together itself would
/// write anywhere. A guided program has no other way to one than these two.
std::FILE* stream(std::FILE* file) {
  if (file == stdout || file == stderr || file == nullptr || !emu::is_guided()) return file;
  std::fputs("only stdout and stderr are for exercises, no other stream\n", stderr);
  std::abort();
}

/// Arguments that a format asks for; a `*` takes one more.
int arguments_of(const char* format) {
  int count = 0;
  while ((format = std::strchr(format, '%')) != nullptr) {
    const std::size_t length = std::strspn(++format, " +-#0123456789.*hlLjzt");
    if (format[length] == '\0') break;
    for (std::size_t i = 0; i < length; ++i) count += format[i] == '*';
    count += format[length] != '%';
    format += length + 1;
  }
  return count;
}

int print_into(char* to, std::size_t room, const char* format, std::va_list arguments,
               const void* site) {
  emu::look_at_format(format, arguments, site);
  std::va_list again;
  va_copy(again, arguments);
  const int length = std::vsnprintf(nullptr, 0, format, again);
  va_end(again);
  if (length >= 0) writes(to, std::min(room, static_cast<std::size_t>(length) + 1), site);
  return std::vsnprintf(to, room, format, arguments);
}

template <class T>
T number(T (*parse)(const char*, char**, int), const char* from, char** end, int base,
         const void* site) {
  return parse(text(from, site), end ? written(end, site) : nullptr, base);
}

using Compare = int (*)(const void*, const void*);

int compare_through(const void* one, const void* other, void* how) {
  return emu::call_program(*static_cast<Compare*>(how), one, other);
}

struct Search {
  const void* key;
  Compare compare;
};

}  // namespace

const char* emu::look_at_text(const char* begin, const void* site, std::size_t most) {
  if (!begin || most == 0) return begin;
  reads(begin, 1, site);  // before it is read
  const std::size_t length = strnlen(begin, most);
  reads(begin, std::min(length + 1, most), site);
  return begin;
}

#define SITE __builtin_return_address(0)

extern "C" {

/// On a device printf returns how many arguments it has read, and -1 without a format.
int __wrap_printf(const char* format, ...) {
  if (emu::current_block && !format) return -1;
  std::va_list arguments;
  va_start(arguments, format);
  emu::look_at_format(format, arguments, SITE);
  const int written = std::vprintf(format, arguments);
  va_end(arguments);
  return emu::current_block ? arguments_of(format) : written;
}

int __wrap_memcmp(const void* a, const void* b, std::size_t size) {
  reads(a, size, SITE);
  reads(b, size, SITE);
  return std::memcmp(a, b, size);
}
int __wrap_bcmp(const void* a, const void* b, std::size_t size) {
  reads(a, size, SITE);
  reads(b, size, SITE);
  return std::memcmp(a, b, size);
}
const void* __wrap_memchr(const void* in, int what, std::size_t size) {
  const void* const found = std::memchr(in, what, size);
  const auto before = static_cast<const char*>(found) - static_cast<const char*>(in);
  reads(in, found ? static_cast<std::size_t>(before) + 1 : size, SITE);
  return found;
}

std::size_t __wrap_strlen(const char* s) { return std::strlen(text(s, SITE)); }
std::size_t __wrap_strnlen(const char* s, std::size_t most) {
  return strnlen(text(s, SITE, most), most);
}
int __wrap_strcmp(const char* a, const char* b) {
  return std::strcmp(text(a, SITE), text(b, SITE));
}
int __wrap_strncmp(const char* a, const char* b, std::size_t most) {
  return std::strncmp(text(a, SITE, most), text(b, SITE, most), most);
}
const char* __wrap_strchr(const char* s, int what) { return std::strchr(text(s, SITE), what); }
const char* __wrap_strrchr(const char* s, int what) { return std::strrchr(text(s, SITE), what); }
const char* __wrap_strstr(const char* in, const char* what) {
  return std::strstr(text(in, SITE), text(what, SITE));
}

char* __wrap_strcpy(char* to, const char* from) {
  const std::size_t size = std::strlen(text(from, SITE)) + 1;
  writes(to, size, SITE);
  return static_cast<char*>(std::memcpy(to, from, size));
}
char* __wrap_strncpy(char* to, const char* from, std::size_t size) {
  text(from, SITE, size);
  writes(to, size, SITE);
  return std::strncpy(to, from, size);
}
char* __wrap_strcat(char* to, const char* from) {
  const std::size_t size = std::strlen(text(from, SITE)) + 1;
  writes(to + std::strlen(text(to, SITE)), size, SITE);
  return std::strcat(to, from);
}
char* __wrap_strncat(char* to, const char* from, std::size_t most) {
  const std::size_t size = strnlen(text(from, SITE, most), most) + 1;
  writes(to + std::strlen(text(to, SITE)), size, SITE);
  return std::strncat(to, from, most);
}

int __wrap_vsnprintf(char* to, std::size_t room, const char* format, std::va_list arguments) {
  return print_into(to, room, format, arguments, SITE);
}
int __wrap_snprintf(char* to, std::size_t room, const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int length = print_into(to, room, format, arguments, SITE);
  va_end(arguments);
  return length;
}
int __wrap_sprintf(char* to, const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int length = print_into(to, INT_MAX, format, arguments, SITE);
  va_end(arguments);
  return length;
}
int __wrap_vfprintf(std::FILE* file, const char* format, std::va_list arguments) {
  emu::look_at_format(format, arguments, SITE);
  return std::vfprintf(stream(file), format, arguments);
}
int __wrap_vprintf(const char* format, std::va_list arguments) {
  emu::look_at_format(format, arguments, SITE);
  return std::vprintf(format, arguments);
}
int __wrap_fprintf(std::FILE* file, const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  emu::look_at_format(format, arguments, SITE);
  const int length = std::vfprintf(stream(file), format, arguments);
  va_end(arguments);
  return length;
}
int __wrap_fputs(const char* s, std::FILE* file) { return std::fputs(text(s, SITE), stream(file)); }
int __wrap_puts(const char* s) { return std::puts(text(s, SITE)); }
int __wrap_fputc(int one, std::FILE* file) { return std::fputc(one, stream(file)); }
int __wrap_putc(int one, std::FILE* file) { return std::fputc(one, stream(file)); }
std::size_t __wrap_fwrite(const void* from, std::size_t size, std::size_t count, std::FILE* file) {
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(size, count, &bytes)) return 0;
  reads(from, bytes, SITE);
  return std::fwrite(from, size, count, stream(file));
}
int __wrap_fflush(std::FILE* file) { return std::fflush(stream(file)); }
void __wrap_perror(const char* s) { std::perror(text(s, SITE)); }

int __wrap_atoi(const char* s) { return std::atoi(text(s, SITE)); }
long __wrap_atol(const char* s) { return std::atol(text(s, SITE)); }
double __wrap_atof(const char* s) { return std::atof(text(s, SITE)); }
float __wrap_strtof(const char* from, char** end) {
  return std::strtof(text(from, SITE), end ? written(end, SITE) : nullptr);
}
double __wrap_strtod(const char* from, char** end) {
  return std::strtod(text(from, SITE), end ? written(end, SITE) : nullptr);
}

#define PARSES(type, name)                                              \
  type __wrap_##name(const char* from, char** end, int base) {          \
    return number<type>(&std::name, from, end, base, SITE);             \
  }                                                                     \
  type __wrap___isoc23_##name(const char* from, char** end, int base) { \
    return number<type>(&std::name, from, end, base, SITE);             \
  }
PARSES(long, strtol)
PARSES(long long, strtoll)
PARSES(unsigned long, strtoul)
PARSES(unsigned long long, strtoull)
#undef PARSES

double __wrap_modf(double x, double* whole) { return std::modf(x, written(whole, SITE)); }
float __wrap_modff(float x, float* whole) { return std::modf(x, written(whole, SITE)); }
double __wrap_frexp(double x, int* exponent) { return std::frexp(x, written(exponent, SITE)); }
float __wrap_frexpf(float x, int* exponent) { return std::frexp(x, written(exponent, SITE)); }
double __wrap_remquo(double x, double y, int* quotient) {
  return std::remquo(x, y, written(quotient, SITE));
}
float __wrap_remquof(float x, float y, int* quotient) {
  return std::remquo(x, y, written(quotient, SITE));
}
void __wrap_sincos(double x, double* sine, double* cosine) {
  sincos(x, written(sine, SITE), written(cosine, SITE));
}
void __wrap_sincosf(float x, float* sine, float* cosine) {
  sincosf(x, written(sine, SITE), written(cosine, SITE));
}

void __wrap_qsort(void* begin, std::size_t count, std::size_t size,
                  int (*compare)(const void*, const void*)) {
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(count, size, &bytes)) std::abort();  // more than there is memory
  writes(begin, bytes, SITE);
  qsort_r(begin, count, size, &compare_through, &compare);
}
void* __wrap_bsearch(const void* key, const void* begin, std::size_t count, std::size_t size,
                     int (*compare)(const void*, const void*)) {
  const Search search{key, compare};  // only what compares reads
  return std::bsearch(&search, begin, count, size, [](const void* one, const void* other) {
    const auto& [sought, how] = *static_cast<const Search*>(one);
    return emu::call_program(how, sought, other);
  });
}

// Of variables that are initialized when they are first met. The compiler's own calls name them.
int __wrap___cxa_guard_acquire(std::uint64_t* guard) {
  emu::checker::keep_out(guard, sizeof *guard, true, SITE);
  return abi::__cxa_guard_acquire(abi_guard(guard));
}
void __wrap___cxa_guard_release(std::uint64_t* guard) {
  emu::checker::keep_out(guard, sizeof *guard, true, SITE);
  abi::__cxa_guard_release(abi_guard(guard));
}
void __wrap___cxa_guard_abort(std::uint64_t* guard) {
  emu::checker::keep_out(guard, sizeof *guard, true, SITE);
  abi::__cxa_guard_abort(abi_guard(guard));
}

std::time_t __wrap_time(std::time_t* now) { return std::time(now ? written(now, SITE) : nullptr); }
int __wrap_clock_gettime(clockid_t clock, timespec* now) {
  return clock_gettime(clock, written(now, SITE));
}
int __wrap_gettimeofday(timeval* now, void*) { return gettimeofday(written(now, SITE), nullptr); }
int __wrap_nanosleep(const timespec* time, timespec* left) {
  reads(time, sizeof *time, SITE);
  return nanosleep(time, left ? written(left, SITE) : nullptr);
}

}  // extern "C"
