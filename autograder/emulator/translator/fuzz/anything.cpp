#include "translator/fuzz/anything.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "translator/translate.h"

namespace emu::translator {

namespace {

void demand(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "the translator broke a promise: %s\n", what);
  std::abort();
}

void translate_once(std::string_view bytes, bool with_options) {
  TranslateOptions options;
  options.cdp1 = options.local_device_code = with_options;
  options.read_source = [bytes](const std::string&) { return std::string(bytes); };
  const Translation first = translate(bytes, options);
  for (const Refusal& refusal : first.refusals)
    demand(!refusal.message().empty(), "a refusal says why");
  demand(translate(bytes, options).text == first.text, "the same text gives the same result");
}

}  // namespace

void translate_anything(std::string_view bytes) {
  translate_once(bytes, false);
  translate_once(bytes, true);
}

}  // namespace emu::translator
