// Correct, but prints characters that terminals, XML and JSON take for commands.
#include <cstdio>

#include "../parts/solves_after_attack.cu"

void attack() {
  const char text[] =
      "\x1b[2J\x1b]0;owned\a ]]></failure><testcase/> \0 \xff\xfe \"}]} \u202e =cmd|'/c calc'!A1\n";
  std::fwrite(text, 1, sizeof text, stdout);
  std::fwrite(text, 1, sizeof text, stderr);
  std::fflush(nullptr);
}
