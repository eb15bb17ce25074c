// What --json prints.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace course {

/// The one document that --json promises.
void print_json(const nlohmann::ordered_json& document);

}  // namespace course
