// Arguments of calls and launches, a launch's shape and stream, sizes, limits, devices.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "course/proof/mutants/operators.h"

namespace course::mutants {

namespace {

constexpr std::array<std::string_view, 9> kCommutative{"min",  "max",   "fminf",    "fmaxf", "fmin",
                                                       "fmax", "equal", "exchange", "swap"};

bool is_name_in(std::string_view name, const auto& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_number(const Source& source, Range range) {
  return range.first == range.last && source[range.first].kind == TokenKind::kNumber;
}

/// Not a list in braces, an address, a string, a lambda.
bool is_value(const Source& source, Range range) {
  const Token& first = source[range.first];
  return !first.is("{") && !first.is("&") && !first.is("[") && !first.is("nullptr") &&
         first.kind != TokenKind::kString && first.kind != TokenKind::kCharacter;
}

/// `text` so that an operator can follow it.
std::string operand(const Source& source, Range range) {
  std::string text = source.text_of(range);
  for (std::size_t i = range.first; i <= range.last; ++i) {
    if (source.partner(i) > i) {
      i = source.partner(i);
    } else if (source.is_spaced(i) && !source[i].is("+") && !source[i].is("*")) {
      return "(" + text + ")";
    }
  }
  return text;
}

void one_more_and_less(Finder& finder, const std::string& change, Range range) {
  const Source& source = finder.source();
  if (is_number(source, range) || !is_value(source, range)) return;
  if (source[range.first].text.starts_with("cuda")) return;  // a flag, a kind, a stream
  const std::string text = operand(source, range);
  finder.replace(change, range, text + " + 1");
  finder.replace(change, range, text + " - 1");
}

void swap_neighbors(Finder& finder, const std::vector<Range>& arguments) {
  for (std::size_t i = 0; i + 1 < arguments.size(); ++i) {
    finder.swap("arguments", arguments[i], arguments[i + 1]);
  }
}

/// Functions of this file, and atomics: what is one off there is a mistake of the program's.
std::set<std::string_view> functions_of_file(const Source& source) {
  std::set<std::string_view> names;
  for (const Function& function : source.functions()) {
    for (std::size_t i = function.head; i < function.open; ++i) {
      if (source[i].is("(")) {
        names.insert(source[i - 1].text);
        break;
      }
    }
  }
  return names;
}

bool mentions(const Source& source, Range range, std::string_view word) {
  for (std::size_t i = range.first; i <= range.last; ++i) {
    if (source[i].is_identifier() && source[i].text.find(word) != std::string_view::npos) {
      return true;
    }
  }
  return false;
}

void change_limit(Finder& finder, const Call& call) {
  const Source& source = finder.source();
  if (call.arguments.size() != 2) return;
  const Range limit = call.arguments[0], value = call.arguments[1];
  const std::string text = operand(source, value);
  finder.replace("limit", value, text + " - 1");
  finder.replace("limit", value, fmt::format("({}) / 2", source.text_of(value)));
  const bool is_heap = source[limit.first].is("cudaLimitMallocHeapSize");
  finder.replace("limit", limit,
                 is_heap ? "cudaLimitDevRuntimePendingLaunchCount" : "cudaLimitMallocHeapSize");
}

void change_device(Finder& finder, const Call& call) {
  if (call.arguments.size() != 1) return;
  finder.replace("device", call.arguments[0], "0");
  finder.replace("device", call.arguments[0], "1");
}

void change_size(Finder& finder, Range size) {
  const Source& source = finder.source();
  if (is_number(source, size) || !is_value(source, size)) return;
  finder.replace("size", size, fmt::format("({}) - 1", source.text_of(size)));
}

/// keep_error() keeps the first error only, TRY() leaves the function: whether CUDA forgets the
/// error then makes no difference.
bool is_kept(const Source& source, std::size_t i) {
  return source[i - 1].is("(") && (source[i - 2].is("keep_error") || source[i - 2].is("TRY"));
}

void change_flag(Finder& finder, std::size_t i) {
  if (is_kept(finder.source(), i)) return;
  constexpr std::array<std::pair<std::string_view, const char*>, 6> kOther{{
      {"cudaMemcpyHostToDevice", "cudaMemcpyDeviceToHost"},
      {"cudaMemcpyDeviceToHost", "cudaMemcpyHostToDevice"},
      {"cudaStreamNonBlocking", "cudaStreamDefault"},
      {"cudaStreamDefault", "cudaStreamNonBlocking"},
      {"cudaGetLastError", "cudaPeekAtLastError"},
      {"cudaSuccess", "cudaErrorInvalidValue"},
  }};
  for (const auto& [from, to] : kOther) {
    if (finder.source()[i].is(from)) finder.replace("flag", i, to);
  }
}

/// The host's and the device's own, and those that this function has besides.
std::vector<std::string> other_streams(const Source& source, std::size_t at) {
  const Function* function = source.function_of(at);
  std::vector<std::string> streams{"cudaStreamPerThread"};
  if (function == nullptr) return streams;
  if (function->is_device) {
    streams = {"cudaStreamFireAndForget", "cudaStreamTailLaunch", "cudaStreamPerThread"};
  }
  const auto add = [&](const std::string& name) {
    if (std::find(streams.begin(), streams.end(), name) == streams.end()) streams.push_back(name);
  };
  for (std::size_t i = function->head; i < at; ++i) {
    if (!source[i].is("cudaStream_t")) continue;
    for (std::size_t name = i + 1; source[name].is_identifier(); name += 2) {
      if (!source[name].is("const") && !source[name + 1].is("["))
        add(std::string(source[name].text));
      if (!source[name + 1].is(",")) break;
      if (source[name + 2].is("cudaStream_t")) break;
    }
  }
  for (const Launch& launch : source.launches()) {
    if (launch.open < function->open || launch.open > function->close) continue;
    if (launch.items.size() == 4) add(joined_blanks(source.text_of(launch.items[3])));
  }
  return streams;
}

void change_stream(Finder& finder, const Launch& launch) {
  const Source& source = finder.source();
  const std::size_t items = launch.items.size();
  for (const std::string& stream : other_streams(source, launch.open)) {
    if (stream == "0" || stream == "nullptr") continue;
    const Range last = launch.items.back();
    if (items == 4) {
      finder.replace("stream", last, stream);
    } else if (items == 3) {
      finder.replace("stream", last, source.text_of(last) + ", " + stream);
    } else if (items == 2) {
      finder.replace("stream", last, source.text_of(last) + ", 0, " + stream);
    }
  }
  if (items == 4) finder.replace("stream", launch.items[3], "nullptr");
}

void change_stream_argument(Finder& finder, Range argument) {
  const Source& source = finder.source();
  for (const std::string& stream : other_streams(source, argument.first)) {
    if (stream != "cudaStreamFireAndForget" && stream != "cudaStreamTailLaunch") {
      finder.replace("stream", argument, stream);
    }
  }
  finder.replace("stream", argument, "nullptr");
}

/// Other events that the function has.
void change_event_argument(Finder& finder, Range argument) {
  const Source& source = finder.source();
  const Function* function = source.function_of(argument.first);
  if (function == nullptr) return;
  for (std::size_t i = function->head; i < argument.first; ++i) {
    if (!source[i].is("cudaEvent_t")) continue;
    for (std::size_t name = i + 1; source[name].is_identifier(); name += 2) {
      if (!source[name + 1].is("[")) {
        finder.replace("event", argument, std::string(source[name].text));
      }
      if (!source[name + 1].is(",") || source[name + 2].is("cudaEvent_t")) break;
    }
  }
}

void change_cuda_call(Finder& finder, const Call& call) {
  const std::string_view name = finder.source()[call.name].text;
  const std::vector<Range>& arguments = call.arguments;
  if (name == "cudaDeviceSetLimit") change_limit(finder, call);
  if (name == "cudaSetDevice") change_device(finder, call);
  if (name == "cudaStreamWaitEvent" && arguments.size() >= 2) {
    change_stream_argument(finder, arguments[0]);
    change_event_argument(finder, arguments[1]);
  } else if (name == "cudaEventRecord" && arguments.size() == 2) {
    change_event_argument(finder, arguments[0]);
    change_stream_argument(finder, arguments[1]);
  } else if (name == "cudaStreamSynchronize" && arguments.size() == 1) {
    change_stream_argument(finder, arguments[0]);
  } else if (name.ends_with("Async") && arguments.size() >= 2) {
    change_stream_argument(finder, arguments.back());
  }
}

bool is_allocation(std::string_view name) {
  return name == "malloc" || name == "allocate" || name.starts_with("cudaMalloc") ||
         name == "cudaHostAlloc";
}

}  // namespace

void find_in_calls(Finder& finder) {
  const Source& source = finder.source();
  const std::set<std::string_view> own = functions_of_file(source);
  for (const Call& call : source.calls()) {
    const std::string_view name = source[call.name].text;
    change_cuda_call(finder, call);
    if (!is_name_in(name, kCommutative)) swap_neighbors(finder, call.arguments);
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
      const Range argument = call.arguments[i];
      const bool is_size =
          mentions(source, argument, "sizeof") || mentions(source, argument, "bytes");
      if (is_size || is_allocation(name)) {
        change_size(finder, argument);
      } else if (argument.first == argument.last && own.contains(source[argument.first].text)) {
        continue;  // a function is no number
      } else if ((own.contains(name) || (name.starts_with("atomic") && i > 0)) &&
                 !source[argument.last].is("]")) {  // a bound or a place, not one of many values
        one_more_and_less(finder, "argument", argument);
      }
    }
  }
  for (std::size_t i = 1; i + 3 < source.size(); ++i) {
    if (!source.in_code(i)) continue;
    change_flag(finder, i);
    if (source[i].is("new") && source[i + 2].is("[")) {
      change_size(finder, {i + 3, source.partner(i + 2) - 1});
    }
  }
}

void find_in_launches(Finder& finder) {
  const Source& source = finder.source();
  for (const Launch& launch : source.launches()) {
    if (launch.items.size() < 2) continue;
    finder.swap("shape", launch.items[0], launch.items[1]);
    one_more_and_less(finder, "shape", launch.items[0]);
    one_more_and_less(finder, "shape", launch.items[1]);
    if (launch.items.size() > 2 && source.text_of(launch.items[2]) != "0") {
      finder.replace("shared-bytes", launch.items[2], "0");
      change_size(finder, launch.items[2]);
    }
    change_stream(finder, launch);
    swap_neighbors(finder, launch.arguments);
    for (const Range& argument : launch.arguments) one_more_and_less(finder, "argument", argument);
  }
}

}  // namespace course::mutants
