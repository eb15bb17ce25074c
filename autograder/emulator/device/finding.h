// What the device and the runtime find wrong with a program.
#pragma once

#include <utility>

#include "checker/checker.h"

namespace emu {

/// Adds a finding, whose message is given without its citation: that comes from `cites`.
inline void report_finding(checker::Diagnostic finding) {
  finding.message += " (" + finding.cites + ")";
  checker::diagnose(std::move(finding));
}

}  // namespace emu
