// How long all runs of a submission may take together, so that one that sleeps just below the limit
// of each run does not hold up the class: some times what the course's own solution takes on this
// machine.
#pragma once

#include <filesystem>
#include <functional>
#include <future>
#include <map>
#include <mutex>
#include <string>

namespace course {

struct TotalTime {
  double seconds = 0;   ///< the limit
  double expected = 0;  ///< what the solution takes here; 0: not known
  bool chosen = false;  ///< by the instructor
};

/// Four times what is expected, but not less than a minute, since machines are busy and honest
/// exercises slower than ours, and at most two minutes; on a machine on which the solution itself
/// takes most of that, twice what it takes.
TotalTime total_time(double expected);

/// "the limit is 60 s: four times the 8 s that the course's solution takes here, but …".
std::string sentence_about(const TotalTime& time);

/// What lessons' solutions take here, measured once each and kept in `folder`, by machine and by
/// a key that says with what it was measured. Thread safe.
class ExpectedTimes {
 public:
  explicit ExpectedTimes(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Asks for the key the first time, and calls `measure` where nothing is kept with it. 0 when
  /// that throws: then nothing is known, nor kept.
  double of(const std::string& lesson, const std::function<std::string()>& key,
            const std::function<double()>& measure);

 private:
  double kept_or_measured(const std::string& lesson, const std::function<std::string()>& key,
                          const std::function<double()>& measure) const;

  const std::filesystem::path folder_;
  std::mutex mutex_;
  std::map<std::string, std::shared_future<double>> known_;
};

}  // namespace course
