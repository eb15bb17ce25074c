// Reading the device's report with nlohmann::json; any surprise in it is an exception and ends
// here.
#include "harness/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <unordered_map>

namespace harness {
namespace {

using nlohmann::json;

constexpr std::pair<std::string_view, Stream> kStreams[] = {
    {"null", Stream::kNull},
    {"named", Stream::kNamed},
    {"per_thread", Stream::kPerThread},
    {"fire_and_forget", Stream::kFireAndForget},
    {"tail", Stream::kTail},
    {"host", Stream::kHost}};

template <class T>
T get(const json& object, const char* key, T otherwise) {
  const auto found = object.find(key);
  return found == object.end() || found->is_null() ? otherwise : found->template get<T>();
}

template <class Triple>
Triple triple(const json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || found->is_null()) return {};
  return {found->at(0).get<int>(), found->at(1).get<int>(), found->at(2).get<int>()};
}

Stream stream(const std::string& name) {
  for (const auto& [word, value] : kStreams) {
    if (name == word) return value;
  }
  throw std::runtime_error("unknown stream " + name);
}

Launch launch(const json& j) {
  Launch l;
  l.id = get(j, "id", 0);
  l.kernel = j.at("kernel").get<std::string>();
  l.parent = get(j, "parent", 0);
  l.parent_block = triple<Index>(j, "parent_block");
  l.parent_thread = triple<Index>(j, "parent_thread");
  l.stream = stream(get(j, "stream", std::string("null")));
  l.stream_id = get(j, "stream_id", l.stream_id);
  l.grid = triple<Dim>(j, "grid");
  l.block = triple<Dim>(j, "block");
  l.shared_bytes = get(j, "shared_bytes", l.shared_bytes);
  l.device = get(j, "device", 0);
  l.depth = get(j, "depth", 0);
  l.file = get(j, "file", l.file);
  l.line = get(j, "line", 0);
  l.error = get(j, "error", 0);
  l.error_name = get(j, "error_name", l.error_name);
  l.error_seen = get(j, "error_seen", false);
  l.waits_for = get(j, "waits_for", l.waits_for);
  l.overlaps = get(j, "overlaps", l.overlaps);
  l.sequence = get(j, "sequence", 0);
  l.start_ns = get(j, "start_ns", l.start_ns);
  l.end_ns = get(j, "end_ns", l.end_ns);
  l.path_cycles = get(j, "path_cycles", l.path_cycles);
  return l;
}

Diagnostic diagnostic(const json& j) {
  Diagnostic d;
  d.rule = j.at("rule").get<std::string>();
  d.is_error = j.at("severity").get<std::string>() != "warning";
  d.message = j.at("message").get<std::string>();
  d.file = get(j, "file", d.file);
  d.line = get(j, "line", 0);
  d.other_file = get(j, "other_file", d.other_file);
  d.other_line = get(j, "other_line", 0);
  d.cites = get(j, "cites", d.cites);
  d.count = get(j, "count", 1);
  return d;
}

ApiCall api_call(const json& j) {
  ApiCall call;
  call.name = j.at("name").get<std::string>();
  call.result = get(j, "result", 0);
  call.launches_before = get(j, "launches_before", 0);
  call.count = get(j, "count", 1);
  call.detail = get(j, "detail", call.detail);
  call.file = get(j, "file", call.file);
  call.line = get(j, "line", 0);
  return call;
}

Copy copy(const json& j) {
  Copy copy;
  copy.name = j.at("name").get<std::string>();
  copy.way = get(j, "way", copy.way);
  copy.bytes = get(j, "bytes", copy.bytes);
  copy.file = get(j, "file", copy.file);
  copy.line = get(j, "line", 0);
  return copy;
}

HostWait host_wait(const json& j) {
  HostWait wait;
  wait.name = j.at("name").get<std::string>();
  wait.launches_before = get(j, "launches_before", 0);
  wait.everything = get(j, "everything", false);
  wait.grids = get(j, "grids", wait.grids);
  return wait;
}

template <class Read>
auto list(const json& object, const char* key, Read read) {
  std::vector<decltype(read(object))> values;
  const auto found = object.find(key);
  if (found == object.end() || found->is_null()) return values;
  if (!found->is_array()) throw std::runtime_error(std::string(key) + " is not a list");
  values.reserve(found->size());
  for (const json& element : *found) values.push_back(read(element));
  return values;
}

// Ids are 1, 2, … and a parent comes before its children: what walks over the tree relies on it.
void connect(Report& report) {
  std::unordered_map<int, const Launch*> by_id;
  for (Launch& l : report.launches) {
    if (l.parent != 0) {
      const auto parent = by_id.find(l.parent);
      if (parent == by_id.end()) throw std::runtime_error("a launch has no parent");
      l.parent_kernel = parent->second->kernel;
    }
    if (l.id <= 0 || !by_id.emplace(l.id, &l).second) throw std::runtime_error("ids repeat");
  }
  for (Launch& l : report.refused) {
    const auto parent = by_id.find(l.parent);
    if (parent != by_id.end()) l.parent_kernel = parent->second->kernel;
  }
}

/// A value takes a hundred bytes when it is read, however short its text. No report of a run that
/// ends in its time has a tenth of these, and none has a list in a list in a list.
void must_be_modest(std::string_view text) {
  constexpr int kDeepest = 8;
  constexpr std::size_t kMostValues = 8'000'000;
  const auto values = std::ranges::count_if(
      text, [](char c) { return c == ',' || c == '[' || c == '{' || c == ':'; });
  if (static_cast<std::size_t>(values) > kMostValues) throw std::runtime_error("too many values");
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (quoted && text[i] == '\\')
      ++i;
    else if (text[i] == '"')
      quoted = !quoted;
    else if (!quoted && (text[i] == '[' || text[i] == '{'))
      ++depth;
    else if (!quoted && (text[i] == ']' || text[i] == '}'))
      --depth;
    if (depth > kDeepest) throw std::runtime_error("lists in lists");
  }
}

Report read(const json& j) {
  Report r;
  r.finished = j.at("finished").get<bool>();
  r.sticky_error = get(j, "sticky_error", 0);
  r.sticky_error_name = get(j, "sticky_error_name", r.sticky_error_name);
  r.virtual_ns = get(j, "virtual_ns", r.virtual_ns);
  r.launches = list(j, "launches", launch);
  std::ranges::stable_sort(r.launches, {}, &Launch::id);
  r.refused = list(j, "refused", launch);
  r.diagnostics = list(j, "diagnostics", diagnostic);
  r.host_calls = list(j, "host_calls", api_call);
  r.device_calls = list(j, "device_calls", api_call);
  r.host_waits = list(j, "host_waits", host_wait);
  r.copies = list(j, "copies", copy);
  const json limits = j.value("limits", json::object());
  r.limits = {get(limits, "pool", r.limits.pool), get(limits, "heap", r.limits.heap)};
  connect(r);
  return r;
}

}  // namespace

std::string dim_words(const Dim& dim) {
  if (dim.z != 1) return fmt::format("({}, {}, {})", dim.x, dim.y, dim.z);
  return dim.y == 1 ? std::to_string(dim.x) : fmt::format("({}, {})", dim.x, dim.y);
}

std::string_view stream_words(Stream stream) {
  switch (stream) {
    case Stream::kNull:
      return "the NULL stream";
    case Stream::kNamed:
      return "a named stream";
    case Stream::kPerThread:
      return "cudaStreamPerThread";
    case Stream::kFireAndForget:
      return "cudaStreamFireAndForget";
    case Stream::kTail:
      return "cudaStreamTailLaunch";
    case Stream::kHost:
      return "a stream of the host";
  }
  return "an unknown stream";
}

std::optional<Report> parse_report(std::string_view text, std::string& why) try {
  must_be_modest(text);
  return read(json::parse(text));
} catch (const std::exception& error) {
  why = error.what();
  return std::nullopt;
}

std::string cut_report(std::string_view text) {
  constexpr std::string_view kFile = "\"file\":\"", kLine = "\",\"line\":";
  std::map<std::string, int> launches;  // by place
  int all = 0;
  for (std::size_t at = text.find(kFile); at != text.npos; at = text.find(kFile, at)) {
    at += kFile.size();
    const std::size_t end = text.find(kLine, at);
    if (end == text.npos) break;
    const std::size_t line = end + kLine.size();
    const std::size_t line_end = text.find_first_not_of("0123456789", line);
    const std::string file = file_name(std::string(text.substr(at, end - at)));
    ++launches[file + ":" + std::string(text.substr(line, line_end - line))];
    ++all;
  }
  std::string most;
  for (const auto& [place, count] : launches) {
    if (most.empty() || count > launches[most]) most = place;
  }
  return fmt::format(
      "the run launches more grids than can be recorded: its report is cut after {} of them, {} of "
      "which were launched at {}; does every thread launch there, where one should?",
      all, most.empty() ? 0 : launches[most], most.empty() ? "an unknown line" : most);
}

std::string file_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

}  // namespace harness
