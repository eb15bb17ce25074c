// What a program has printed may be no UTF-8: its bytes are replaced, not refused.
#include "course/screen/json.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace course {

void print_json(const nlohmann::ordered_json& document) {
  using Json = nlohmann::ordered_json;
  fmt::print("{}\n", document.dump(2, ' ', false, Json::error_handler_t::replace));
}

}  // namespace course
