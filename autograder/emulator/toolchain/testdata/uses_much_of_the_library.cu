// Right, and uses much of the C++ library: streams, containers, exceptions, casts, sorting with
// functions of its own, a static object, virtual functions, a table of jumps.
#include <algorithm>
#include <bitset>
#include <chrono>
#include <complex>
#include <functional>
#include <iomanip>
#include <iostream>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <typeinfo>
#include <unordered_map>
#include <vector>

namespace {
struct P {
  int x;
  friend std::ostream& operator<<(std::ostream& o, const P& p) { return o << '(' << p.x << ')'; }
};
int print_much(int n, const char* t) {
  std::cout << n << ' ' << 1.5 << " " << 2.5f << 3u << 4l << 5ul << 6ll << 7ull << (short)8
            << (unsigned short)9 << true << (void*)t << t << std::string("s")
            << std::string_view("v") << 3.0L << (signed char)'c' << (unsigned char)'d' << std::endl;
  std::cout << std::setw(5) << std::setfill('0') << std::setprecision(3) << std::fixed
            << std::scientific << std::hex << std::dec << std::oct << std::boolalpha
            << std::showbase << std::uppercase << std::left << std::right << std::defaultfloat
            << std::showpos << std::flush << std::ends;
  std::cerr << "x\n";
  std::clog << "y\n";
  std::cout.put('c').write(t, 2).flush();
  std::cout.width(3);
  std::cout.precision(2);
  std::cout.fill('*');
  std::cout.setf(std::ios::fixed, std::ios::floatfield);
  std::cout.unsetf(std::ios::hex);
  auto old = std::cout.flags();
  std::cout.flags(old);
  std::ostringstream s;
  s << n << "a" << P{3};
  std::string r = s.str();
  s.str("");
  s.clear();
  s.seekp(0);
  s.tellp();
  std::ostringstream s2("init", std::ios::ate);
  s2 << std::complex<float>(1, 2) << std::bitset<8>(3);

  std::string self = "abcdefgh";  // replaced by parts of itself, by more and by fewer letters
  self.replace(1, 2, self.c_str() + 3, 4);
  if (self != "adefgdefgh") return 1;
  self.replace(0, 4, self.c_str() + 2, 2);
  if (self != "efgdefgh") return 1;

  if (!s || s.fail() || !s.good() || s.bad() || s.eof()) return 1;
  s.exceptions(std::ios::badbit);
  std::ios::sync_with_stdio(true);

  std::cout << s.view();
  std::cout.good();
  std::cout << std::to_string(3) << std::quoted("s");
  return (int)r.size();
}
struct Base {
  virtual ~Base() = default;
  virtual int f() const { return 1; }
};
struct Derived : Base {
  int f() const override { return 2; }
};
struct Mine : std::runtime_error {
  using std::runtime_error::runtime_error;
  std::string more = "long enough to lie on the heap, please";
};
struct Logger {
  Logger() { std::puts("constructed"); }
  ~Logger() { std::puts("destroyed"); }
} logger;
std::map<int, std::string> global_map = {{1, "a"}, {2, "b"}};
int compare_ints(const void* a, const void* b) { return *(const int*)a - *(const int*)b; }
int use_containers(int n) {
  std::map<std::string, int> m;
  std::set<int> s;
  std::list<int> l;
  std::unordered_map<int, std::string> u;
  std::multimap<int, int> mm;
  for (int i = 0; i < n; ++i) {
    m[std::to_string(i * 7919 % 1000)] = i;
    s.insert(i * 31 % 97);
    l.push_back(i);
    u[i] = "x";
    mm.emplace(i % 5, i);
  }
  for (int i = 0; i < n; i += 3) {
    m.erase(std::to_string(i));
    s.erase(i);
    if (!l.empty()) l.pop_front();
    u.erase(i);
    mm.erase(i % 5);
  }
  l.sort();
  l.splice(l.begin(), std::list<int>{1, 2, 3});
  l.unique();
  std::list<int> l2 = l;
  l2.swap(l);
  l.reverse();
  std::shared_ptr<Base> p = std::make_shared<Derived>();
  std::unique_ptr<Base> q = std::make_unique<Derived>();
  std::function<int(int)> f = [n](int x) { return x + n; };
  int r = f(3) + p->f() + q->f() + (dynamic_cast<Derived*>(p.get()) != nullptr);
  try {
    throw Mine("mine");
  } catch (const std::runtime_error& e) {
    std::printf("%s\n", e.what());
  }
  try {
    try {
      throw std::out_of_range("oor");
    } catch (...) {
      throw;
    }
  } catch (const std::exception& e) {
    std::printf("%s %s\n", e.what(), typeid(e).name());
  }
  try {
    std::vector<int>(3).at(5);
  } catch (const std::exception& e) {
    std::printf("%s\n", e.what());
  }
  try {
    std::stoi("abc");
  } catch (const std::exception& e) {
    std::printf("%s\n", e.what());
  }
  try {
    throw 5;
  } catch (int x) {
    r += x;
  }
  try {
    (void)dynamic_cast<Derived&>(*std::make_unique<Base>());
  } catch (const std::bad_cast& e) {
    std::printf("%s\n", e.what());
  }
  std::runtime_error copied("text");
  std::runtime_error again = copied;
  again = copied;
  std::vector<int> v(n);
  std::iota(v.begin(), v.end(), 0);
  std::sort(v.rbegin(), v.rend());
  std::qsort(v.data(), v.size(), sizeof(int), compare_ints);
  int key = 3;
  r += *(int*)std::bsearch(&key, v.data(), v.size(), sizeof(int), compare_ints);
  std::stable_sort(v.begin(), v.end(), std::greater<>());
  switch (n % 7) {
    case 0:
      r += 1;
      break;
    case 1:
      r += 5;
      break;
    case 2:
      r *= 3;
      break;
    case 3:
      r -= 3;
      break;
    case 4:
      r ^= 3;
      break;
    case 5:
      r += 11;
      break;
    default:
      r += 13;
  }
  std::printf("%d %zu %zu %zu\n", r, m.size(), s.size(), global_map.size());
  return r;
}

}  // namespace

extern "C" int entry(int n) { return print_much(n, "text") + use_containers(n); }
