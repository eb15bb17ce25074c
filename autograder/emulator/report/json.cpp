// The report as JSON: read by the harness and the grader, and by anybody's scripts.
//
// Launches are written field by field, not as a tree of JSON values: a run may have 100,000 of
// them.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_set>

#include "report/forest.h"
#include "report/report.h"

namespace emu::report {
namespace {

using nlohmann::json;

/// Valid UTF-8 always: what is not becomes U+FFFD.
std::string dump(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string text(std::string_view value) { return dump(json(std::string(value))); }

std::string dimensions(const Extent& e) { return fmt::format("[{},{},{}]", e.x, e.y, e.z); }

std::string parent(const Origin& origin) {
  return origin.parent == kHostId ? "null" : fmt::format("{}", origin.parent);
}

/// The origin's fields that launches, refused launches and copies share.
void append_origin(std::string& out, const Origin& origin) {
  fmt::format_to(std::back_inserter(out),
                 R"("parent":{},"parent_block":{},"parent_thread":{},"file":{},"line":{},)",
                 parent(origin), dimensions(origin.parent_block), dimensions(origin.parent_thread),
                 text(origin.file != nullptr ? origin.file : ""), origin.line);
}

std::string_view way_name(Copy::Way way) {
  constexpr std::string_view kNames[] = {"on_device", "host_to_device", "device_to_host", "peer",
                                         "set",       "nothing"};
  return kNames[static_cast<std::size_t>(way)];
}

class Writer {
 public:
  Writer(const Run& run, std::span<const checker::Diagnostic> diagnostics)
      : run_(run), diagnostics_(diagnostics) {
    for (const Kernel& k : run.kernels) kernels_.push_back({text(k.name), text(k.signature)});
  }

  std::string write(Parts parts) {
    fmt::format_to(std::back_inserter(out_),
                   R"({{"schedule":{},"seed":{},"finished":{},"sticky_error":{},)"
                   R"("sticky_error_name":{},"virtual_ns":{},"refused_launches":{},)",
                   text(run_.schedule), run_.seed, run_.finished, run_.sticky_error,
                   text(run_.sticky_error_name), run_.virtual_ns, run_.refused.size());
    fmt::format_to(std::back_inserter(out_), R"("limits":{{"pool":{},"heap":{},"stack":{}}},)",
                   run_.limits.pool, run_.limits.heap, run_.limits.stack);
    list("diagnostics", diagnostics_, [this](const auto& d) { diagnostic(d); });
    if (parts == Parts::kAll) write_what_happened();
    out_.back() = '}';
    return std::move(out_);
  }

 private:
  void write_what_happened() {
    list("launches", run_.launches, [this](const Launch& l) { launch(l); });
    list("refused", run_.refused, [this](const Refused& r) { refused(r); });
    list("copies", run_.copies, [this](const Copy& c) { copy(c); });
    list("host_waits", run_.host_waits, [this](const HostWait& w) { host_wait(w); });
    list("host_calls", run_.host_calls, [this](const HostCall& c) { host_call(c); });
    list("device_calls", run_.device_calls, [this](const DeviceCall& c) { device_call(c); });
  }

  template <class Items, class Write>
  void list(const char* key, const Items& items, Write write) {
    out_ += fmt::format("\"{}\":[", key);
    for (const auto& item : items) {
      write(item);
      out_ += ',';
    }
    if (out_.back() == ',') out_.pop_back();
    out_ += "],";
  }

  std::string_view kernel(std::uint32_t index) const {
    return index < kernels_.size() ? std::string_view(kernels_[index].name) : "\"?\"";
  }
  std::string_view signature(std::uint32_t index) const {
    return index < kernels_.size() ? std::string_view(kernels_[index].signature) : "\"?\"";
  }

  void launch(const Launch& l) {
    fmt::format_to(std::back_inserter(out_), R"({{"id":{},"kernel":{},"signature":{},)", l.id,
                   kernel(l.kernel), signature(l.kernel));
    append_origin(out_, l.origin);
    fmt::format_to(std::back_inserter(out_),
                   R"("stream":"{}","stream_id":{},"grid":{},"block":{},"shared_bytes":{},)"
                   R"("device":{},"error":{},"error_seen":{},"finished":{},"depth":{},)",
                   stream_name(l.stream), l.stream_id, dimensions(l.grid), dimensions(l.block),
                   l.shared_bytes, l.device, l.error, l.error_seen, l.finished, l.depth);
    if (!l.overlaps.empty())
      fmt::format_to(std::back_inserter(out_), R"("overlaps":[{}],)", fmt::join(l.overlaps, ","));
    std::vector<WorkId> waits;
    grids(l.waits_for, waits);
    fmt::format_to(std::back_inserter(out_),
                   R"("waits_for":[{}],"sequence":{},"launched_ns":{},"start_ns":{},"end_ns":{},)"
                   R"("complete_ns":{},"path_cycles":{}}})",
                   fmt::join(waits, ","), l.sequence, l.time.launched_ns, l.time.start_ns,
                   l.time.end_ns, l.time.complete_ns, l.work.longest());
  }

  /// The grids that `ids` name; a copy stands for the grids that it waited for itself. What is
  /// `known` is left out, and what is found becomes known.
  void grids(const std::vector<WorkId>& ids, std::vector<WorkId>& result,
             std::unordered_set<WorkId>* known = nullptr) const {
    std::vector<WorkId> open(ids.rbegin(), ids.rend());
    while (!open.empty()) {
      const WorkId id = open.back();
      open.pop_back();
      if ((id & kCopyBit) == 0) {
        result.push_back(id);
      } else if ((id & ~kCopyBit) - 1 < run_.copies.size()) {
        for (const WorkId before : run_.copies[(id & ~kCopyBit) - 1].waits_for) {
          if (before >= id && (before & kCopyBit) != 0) continue;
          if (known == nullptr || known->insert(before).second) open.push_back(before);
        }
      }
    }
  }

  void refused(const Refused& r) {
    fmt::format_to(std::back_inserter(out_), R"({{"kernel":{},)", kernel(r.kernel));
    append_origin(out_, r.origin);
    fmt::format_to(
        std::back_inserter(out_),
        R"("stream":"{}","grid":{},"block":{},"error":{},"error_name":{},"error_seen":{}}})",
        stream_name(r.stream), dimensions(r.grid), dimensions(r.block), r.error, text(r.error_name),
        r.error_seen);
  }

  void copy(const Copy& c) {
    fmt::format_to(std::back_inserter(out_), R"({{"name":{},)", text(c.name));
    append_origin(out_, c.origin);
    fmt::format_to(std::back_inserter(out_),
                   R"("stream":"{}","stream_id":{},"way":"{}","bytes":{},"device":{},)"
                   R"("start_ns":{},"end_ns":{}}})",
                   stream_name(c.stream), c.stream_id, way_name(c.way), c.bytes, c.device,
                   c.time.start_ns, c.time.end_ns);
  }

  void diagnostic(const checker::Diagnostic& d) {
    const bool other = !d.other.file.empty() || d.other.line != 0;
    out_ += dump({{"rule", d.rule},
                  {"severity", d.severity == checker::Severity::kError ? "error" : "warning"},
                  {"message", d.message},
                  {"file", d.where.file},
                  {"line", d.where.line},
                  {"function", d.where.function},
                  {"other_file", other ? json(d.other.file) : json(nullptr)},
                  {"other_line", other ? json(d.other.line) : json(nullptr)},
                  {"cites", d.cites},
                  {"count", d.count}});
  }

  void host_call(const HostCall& c) {
    out_ += dump({{"name", c.name},
                  {"result", c.result},
                  {"launches_before", c.launches_before},
                  {"detail", c.detail},
                  {"file", c.file},
                  {"line", c.line}});
  }

  /// What the host has waited for before stands with that wait.
  void host_wait(const HostWait& w) {
    std::vector<WorkId> fresh, waited_for;
    for (const WorkId id : w.waits_for)
      if (host_knows_.insert(id).second) fresh.push_back(id);
    grids(fresh, waited_for, &host_knows_);
    const auto later = std::ranges::lower_bound(run_.launches, w.order, {}, &Launch::order);
    fmt::format_to(std::back_inserter(out_),
                   R"({{"name":{},"launches_before":{},"everything":{},"grids":[{}]}})",
                   text(w.name), later - run_.launches.begin(), w.everything,
                   fmt::join(waited_for, ","));
  }

  void device_call(const DeviceCall& c) {
    out_ += dump({{"name", c.name},
                  {"result", c.result},
                  {"count", c.count},
                  {"file", std::string(c.file != nullptr ? c.file : "")},
                  {"line", c.line}});
  }

  std::unordered_set<WorkId> host_knows_;  // has waited for it
  const Run& run_;
  std::span<const checker::Diagnostic> diagnostics_;
  std::vector<Kernel> kernels_;  // escaped and quoted
  std::string out_;
};

}  // namespace

std::string to_json(const Run& run, std::span<const checker::Diagnostic> diagnostics, Parts parts) {
  return Writer(run, diagnostics).write(parts);
}

}  // namespace emu::report
