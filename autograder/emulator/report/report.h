// Entry points of the report: what the device calls when a run ends.
//
// `finish` first, once; then any of the writers, any number of times.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "checker/checker.h"
#include "report/record.h"

namespace emu::report {

/// Replays the record against the virtual clock and fills in the times.
void finish(Run& run, std::span<const checker::Diagnostic> diagnostics);

/// What a report tells: all, or only what was found and how the run ended.
enum class Parts { kAll, kFindings };

/// The report as one JSON document on one line, always valid UTF-8.
std::string to_json(const Run& run, std::span<const checker::Diagnostic> diagnostics,
                    Parts parts = Parts::kAll);

/// The launch tree for a terminal, one line a launch; equal siblings are one line with "×64".
std::string to_text(const Run& run);

/// What a file of that name is to hold: a picture (`.svg`), the launch tree as a picture
/// (`.tree.svg`), a Perfetto trace (`.json`) or text (anything else).
std::string trace_for(const Run& run, std::string_view path);

/// Writes it; "-" is standard output. Returns false, with a sentence on stderr, when the file
/// cannot be written.
bool write_trace(const Run& run, const std::string& path);

}  // namespace emu::report
