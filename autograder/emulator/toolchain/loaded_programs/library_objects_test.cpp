// Objects of the C and C++ library that a program has overwritten or made itself: the library does
// not act on them.
#include "toolchain/loaded_programs/loaded_program_fixture.h"

namespace emu::toolchain {
namespace {

using ::testing::HasSubstr;

/// What stands before the text in a format of the test below.
std::string arguments_before(const std::string& format) {
  if (format == "%s") return "";
  return format == "%d %.3s" ? "1, " : format == "%*d %s" ? "2, 1, " : "2, 1.5, ";
}

TEST_F(LoadedProgram, WhatTheLibraryKeepsOfAnExceptionIsPutBack) {
  const std::string head = "struct Other { virtual ~Other() = default; };\n#include <typeinfo>\n";
  EXPECT_THAT(run_text(head,
                       "try { throw 5; } catch (int& it) {\n"
                       "auto** const header = reinterpret_cast<const void**>(&it) - 14;\n"
                       "for (int i = 0; i < 14; ++i) header[i] = &typeid(Other);\n"
                       "try { throw; } catch (int) { return 0; } }\nreturn 1;")
                  .messages,
              HasSubstr("returned 0"));
}

TEST_F(LoadedProgram, WhatIsPrintedMustBeReadable) {
  const std::string text = "reinterpret_cast<const char*>(" + std::string(kEmulatorsMemory) + ")";
  for (const char* format : {"%s", "%d %.3s", "%*d %s", "%5.*f %-3s"})
    expect_refused(
        run_text("#include <cstdio>\n", "char to[99];\nconst char* volatile f = \"" +
                                            std::string(format) + "\";\nstd::snprintf(to, 99, f, " +
                                            arguments_before(format) + text + " - 64);\nreturn n;"),
        kEndsAtOnce);
}

// Compilers know what these come to, and would write it themselves.
TEST_F(LoadedProgram, ShortTextsAreWrittenWithALook) {
  const std::string to = "reinterpret_cast<char*>(" + std::string(kEmulatorsMemory) + ")";
  for (const char* write :
       {"std::strncpy(to, \"\", 3)", "std::strcpy(to, \"a\")", "std::sprintf(to, \"ab\")",
        "std::snprintf(to, 3, \"ab\")", "std::memset(to, 0, 2)", "std::memcpy(to, \"a\", 2)",
        "std::strcat(to, \"a\")", "std::strncat(to, \"a\", 1)"})
    expect_refused(run_text("#include <cstdio>\n#include <cstring>\n",
                            "char* const to = " + to + ";\n" + write + ";\nreturn n;"),
                   kEndsAtOnce);
}

TEST_F(LoadedProgram, AFileOfItsOwnMakingIsNone) {
  expect_refused(run_text("#include <cstdio>\n",
                          "static char made[512];\n"
                          "std::fputs(\"x\", reinterpret_cast<std::FILE*>(made));\nreturn n;"),
                 "no other stream");
}

TEST_F(LoadedProgram, StreamsOfTheLibraryAreClosed) {
  expect_refused(run_text("#include <cstdio>\n", "stdout->_IO_write_ptr += n;\nreturn 0;"),
                 kEndsAtOnce);
}

TEST_F(LoadedProgram, AStreamThatWasOverwrittenIsNone) {
  for (const int word : {0, 1, 8, 19, 43, 45})  // tables, locale, callbacks, buffer, facet
    expect_refused(run_text("#include <sstream>\n",
                            "std::ostringstream s;\ns << n;\n"
                            "reinterpret_cast<unsigned long*>(&s)[" +
                                std::to_string(word) + "] += 8;\ns << n;\nreturn 0;"),
                   "with a stream that is none");
}

TEST_F(LoadedProgram, AStreamWritesWhereItsTextIs) {
  expect_refused(
      run_text("#include <sstream>\n#include <cstdio>\n",
               "std::ostringstream s;\ns << n;\n"
               "auto* const words = reinterpret_cast<unsigned long*>(&s);\n"
               "for (int i : {5, 6, 10}) words[i] = reinterpret_cast<unsigned long>(stdout);\n"
               "s << n;\nreturn 0;"),
      "with a stream that is none");
}

TEST_F(LoadedProgram, ATreeThatPointsElsewhereIsNotBalanced) {
  expect_refused(run_text("#include <map>\n",
                          "std::map<int, int> m = {{1, 1}, {2, 2}};\n"
                          "auto* const node = (unsigned long*)&m.begin()->first - 4;\n"
                          "node[2] = " +
                              std::string(kEmulatorsMemory) + ";\nm[3] = 3;\nreturn n;"),
                 "with an object that points elsewhere");
}

TEST_F(LoadedProgram, AListThatPointsElsewhereIsNotLinked) {
  expect_refused(run_text("#include <list>\n",
                          "std::list<int> l = {1, 2};\n"
                          "auto* const node = reinterpret_cast<unsigned long*>(&l.front()) - 2;\n"
                          "node[0] = " +
                              std::string(kEmulatorsMemory) + ";\nl.pop_front();\nreturn n;"),
                 "with an object that points elsewhere");
}

TEST_F(LoadedProgram, AnObjectMadeElsewhereIsNotMade) {
  expect_refused(run_text("#include <new>\n#include <stdexcept>\n",
                          "new (reinterpret_cast<void*>(" + std::string(kEmulatorsMemory) +
                              ")) std::runtime_error(\"x\");\nreturn n;"),
                 "with an object that lies elsewhere");
}

TEST_F(LoadedProgram, ADescriptionOfAClassIsNotMade) {
  expect_refused(run_text("struct A { virtual ~A() = default; };\nstruct B : A { int b = 1; };\n",
                          "unsigned long table[8] = {};\nA* const a = new B;\n"
                          "*reinterpret_cast<unsigned long**>(a) = table + 2;\n"
                          "A* volatile same = a;\nreturn dynamic_cast<B*>(same) != nullptr;"),
                 "the program has made the description of a class");
}

}  // namespace
}  // namespace emu::toolchain
