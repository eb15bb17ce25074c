// See perfetto.h. Times of the format are microseconds; fractions are allowed.
#include "report/perfetto.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>

#include "report/costs.h"
#include "report/forest.h"
#include "report/refusals.h"

namespace emu::report {
namespace {

using nlohmann::json;

constexpr int kHostProcess = 1, kHostTrack = 1;

std::string micro(std::uint64_t ns) { return fmt::format("{}.{:03}", ns / 1000, ns % 1000); }

std::string json_text(std::string_view text) {
  return json(std::string(text)).dump(-1, ' ', false, json::error_handler_t::replace);
}

class Tracer {
 public:
  explicit Tracer(const Run& run) : run_(run), forest_(run) {}

  std::string trace() {
    name("process_name", kHostProcess, 0, "host");
    name("thread_name", kHostProcess, kHostTrack, "host thread");
    assign_tracks();
    for (std::uint32_t i = 0; i < forest_.pieces.size(); ++i) piece(i);
    for (const HostWait& wait : run_.host_waits) host_slice(wait.name, wait.begin_ns, wait.time_ns);
    for (const Refused& refused : run_.refused) refusal(refused);
    out_.pop_back();
    return "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[" + out_ + "]}\n";
  }

 private:
  int process(const Piece& p) const { return kHostProcess + 1 + p.device; }

  void name(const char* what, int pid, int tid, const std::string& value) {
    out_ += fmt::format(R"({{"ph":"M","name":"{}","pid":{},"tid":{},"args":{{"name":{}}}}},)", what,
                        pid, tid, json_text(value));
    if (std::string_view(what) == "thread_name") {
      out_ += fmt::format(
          R"({{"ph":"M","name":"thread_sort_index","pid":{},"tid":{},"args":{{"sort_index":{}}}}},)",
          pid, tid, tid);
    }
  }

  std::uint32_t depth(const Piece& p) const {
    if (p.launch != nullptr) return p.launch->depth;
    return p.parent == Forest::kHost ? 0 : forest_.pieces[p.parent].launch->depth + 1;
  }

  /// Puts every piece on the first track of its device, depth and kind that is free by then.
  void assign_tracks() {
    std::vector<std::uint32_t> by_start(forest_.pieces.size());
    for (std::uint32_t i = 0; i < by_start.size(); ++i) by_start[i] = i;
    std::stable_sort(by_start.begin(), by_start.end(), [this](std::uint32_t a, std::uint32_t b) {
      return forest_.pieces[a].time->start_ns < forest_.pieces[b].time->start_ns;
    });
    // Device, depth, kind → when each of its tracks is free, and the pieces on them.
    std::map<std::tuple<int, std::uint32_t, StreamKind>, std::vector<std::uint64_t>> free_at;
    place_.resize(forest_.pieces.size());
    for (const std::uint32_t i : by_start) {
      const Piece& p = forest_.pieces[i];
      if (p.is_event()) continue;
      auto& tracks = free_at[{p.device, depth(p), p.stream}];
      const auto free = std::find_if(tracks.begin(), tracks.end(),
                                     [&](std::uint64_t at) { return at <= p.time->start_ns; });
      place_[i] = static_cast<int>(free - tracks.begin());
      if (free == tracks.end()) tracks.push_back(0);
      tracks[static_cast<std::size_t>(place_[i])] = std::max(p.time->end_ns, p.time->start_ns + 1);
    }
    std::map<int, int> next;
    for (const auto& [key, tracks] : free_at) name_tracks(key, tracks.size(), next);
  }

  void name_tracks(const std::tuple<int, std::uint32_t, StreamKind>& key, std::size_t count,
                   std::map<int, int>& next) {
    const auto& [device, level, stream] = key;
    const int pid = kHostProcess + 1 + device;
    int& tid = next.try_emplace(device, 1).first->second;
    if (tid == 1) name("process_name", pid, 0, fmt::format("device {}", device));
    first_track_[key] = tid;
    for (std::size_t k = 0; k < count; ++k, ++tid) {
      const std::string number = count > 1 ? fmt::format(" {}", k + 1) : "";
      name("thread_name", pid, tid,
           fmt::format("level {}, {}{}", level, stream_words(stream), number));
    }
  }

  int track(std::uint32_t i) const {
    const Piece& p = forest_.pieces[i];
    return first_track_.at({p.device, depth(p), p.stream}) + place_[i];
  }

  void piece(std::uint32_t i) {
    const Piece& p = forest_.pieces[i];
    if (p.is_event()) return;
    const std::uint64_t length = std::max<std::uint64_t>(p.time->end_ns - p.time->start_ns, 1);
    out_ += fmt::format(R"({{"ph":"X","name":{},"cat":"{}","pid":{},"tid":{},"ts":{},"dur":{},)",
                        json_text(p.name), stream_name(p.stream), process(p), track(i),
                        micro(p.time->start_ns), micro(length));
    out_ +=
        fmt::format(R"("args":{{"id":{},"stream":"{}","complete_us":{},"launched at":{}{}}}}},)",
                    i + 1, stream_name(p.stream), micro(p.time->complete_ns),
                    json_text(fmt::format("{}:{}", p.origin->file, p.origin->line)),
                    p.launch != nullptr
                        ? fmt::format(R"(,"configuration":"<<<{}>>>")", configuration(*p.launch))
                        : fmt::format(R"(,"bytes":{})", p.copy->bytes));
    arrow(i);
  }

  void arrow(std::uint32_t i) {
    const Piece& p = forest_.pieces[i];
    int pid = kHostProcess, tid = kHostTrack;
    if (p.parent == Forest::kHost) {
      const auto call = static_cast<std::uint64_t>(costs::kHostCall);
      host_slice(p.name, p.time->launched_ns, p.time->launched_ns + call);
    } else {
      pid = process(forest_.pieces[p.parent]);
      tid = track(p.parent);
    }
    out_ += fmt::format(
        R"({{"ph":"s","name":"launch","cat":"launch","id":{0},"pid":{1},"tid":{2},"ts":{3}}},)"
        R"({{"ph":"f","bp":"e","name":"launch","cat":"launch","id":{0},"pid":{4},"tid":{5},"ts":{6}}},)",
        i + 1, pid, tid, micro(p.time->launched_ns), process(p), track(i), micro(p.time->start_ns));
  }

  /// An instant on the launching grid's track.
  void refusal(const Refused& refused) {
    const std::uint32_t parent = forest_.index_of(refused.origin.parent);
    if (parent >= run_.launches.size()) return;
    out_ += fmt::format(
        R"({{"ph":"i","s":"t","name":{},"cat":"refused","pid":{},"tid":{},"ts":{},"args":{{"at":{}}}}},)",
        json_text("refused: " + refused.error_name), process(forest_.pieces[parent]), track(parent),
        micro(tried_at_ns(run_, refused)),
        json_text(fmt::format("{}:{}", refused.origin.file, refused.origin.line)));
  }

  void host_slice(std::string_view what, std::uint64_t begin, std::uint64_t end) {
    out_ += fmt::format(R"({{"ph":"X","name":{},"pid":{},"tid":{},"ts":{},"dur":{}}},)",
                        json_text(what), kHostProcess, kHostTrack, micro(begin),
                        micro(std::max(end, begin + 1) - begin));
  }

  const Run& run_;
  Forest forest_;
  std::vector<int> place_;
  std::map<std::tuple<int, std::uint32_t, StreamKind>, int> first_track_;
  std::string out_;
};

}  // namespace

std::string to_perfetto(const Run& run) { return Tracer(run).trace(); }

}  // namespace emu::report
