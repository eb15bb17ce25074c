// Statements that are left out, or that come one step too early or too late.
#include <algorithm>
#include <array>
#include <optional>

#include "course/proof/mutants/operators.h"

namespace course::mutants {

namespace {

using Words = std::vector<std::string_view>;

const Words kBarriers{"__syncthreads", "__syncwarp",   "__syncthreads_or",
                      "sync",          "barrier_sync", "__syncthreads_and"};
const Words kFences{"__threadfence", "__threadfence_block", "__threadfence_system",
                    "atomic_thread_fence"};
const Words kErrorChecks{"keep_error"};
const Words kErrorReads{"cudaGetLastError", "cudaPeekAtLastError"};
const Words kFrees{"cudaFree",         "free",
                   "cudaFreeAsync",    "cudaFreeHost",
                   "cudaFreeArray",    "cudaHostUnregister",
                   "delete",           "cudaStreamDestroy",
                   "cudaEventDestroy", "cudaDestroyTextureObject"};
const Words kEvents{"cudaEventRecord", "cudaEventRecordWithFlags", "cudaStreamWaitEvent"};
const Words kWaits{"cudaDeviceSynchronize", "cudaStreamSynchronize", "cudaEventSynchronize"};
const Words kSettings{"cudaSetDevice", "cudaDeviceSetLimit", "cudaDeviceEnablePeerAccess",
                      "cudaFuncSetAttribute"};

std::string purpose_of_assembly(const std::string& text) {
  if (text.find("bar.") != std::string::npos && text.find("membar") == std::string::npos) {
    return "barrier";
  }
  const bool is_fence =
      text.find("membar") != std::string::npos || text.find("fence.") != std::string::npos;
  return is_fence ? "fence" : "instruction";
}

/// What a statement is there for, as far as its first words tell.
std::string purpose_of(const Source& source, const Statement& statement) {
  if (source[statement.tokens.first].is("asm")) {
    return purpose_of_assembly(source.text_of(statement.tokens));
  }
  bool reads_error = false;
  for (std::size_t i = statement.tokens.first; i < statement.tokens.last; ++i) {
    if (source[i].is("<<<")) return "launch";
    if (!source[i].is_identifier()) continue;
    const auto is_in = [&](const Words& words) {
      return std::find(words.begin(), words.end(), source[i].text) != words.end();
    };
    if (is_in(kBarriers) && source[i + 1].is("(")) return "barrier";
    if (is_in(kFences)) return "fence";
    if (is_in(kErrorChecks)) return "error-check";
    if (is_in(kErrorReads)) reads_error = true;
    if (is_in(kFrees)) return "free";
    if (is_in(kEvents)) return "event";
    if (is_in(kWaits)) return "wait";
    if (is_in(kSettings)) return "setting";
  }
  if (reads_error) return "error-check";
  for (std::size_t i = statement.tokens.first; i < statement.tokens.last; ++i) {
    if (source.partner(i) > i) {
      i = source.partner(i);
    } else if (source[i].is("=") || source[i].text.ends_with("=") || source[i].is("++") ||
               source[i].is("--")) {
      return "assignment";
    }
  }
  return "call";
}

bool is_simple(const Statement& statement) { return statement.kind == StatementKind::kExpression; }

/// Without the semicolon, which stays.
Range without_end(const Statement& statement) {
  return {statement.tokens.first, statement.tokens.last - 1};
}

void leave_out(Finder& finder, const Statement& statement) {
  const Source& source = finder.source();
  if (is_simple(statement)) {
    finder.replace("without-" + purpose_of(source, statement), without_end(statement), "");
  } else if (statement.kind == StatementKind::kJump) {
    finder.replace("without-jump", without_end(statement), "");
    if (source[statement.tokens.first].is("break")) {
      finder.replace("jump", without_end(statement), "continue");
    } else if (source[statement.tokens.first].is("continue")) {
      finder.replace("jump", without_end(statement), "break");
    }
  } else if (statement.kind == StatementKind::kReturn) {
    // At a function's end nothing would be returned, which no compiler lets pass.
    const bool has_value = statement.tokens.last > statement.tokens.first + 1;
    if (has_value && statement.is_last && !statement.is_body) return;
    finder.replace("without-return", without_end(statement), "");
  }
}

/// Statements that are one thing: a launch or call with the look at its error that follows.
struct Step {
  Range tokens;
  std::string purpose;
  bool ends_block = false;  ///< nothing after it is reached
};

std::vector<Step> steps_of(const Source& source, const std::vector<Statement>& block) {
  std::vector<Step> steps;
  for (const Statement& statement : block) {
    const std::string purpose = is_simple(statement) ? purpose_of(source, statement) : "";
    if (purpose == "error-check" && !steps.empty()) {
      steps.back().tokens.last = statement.tokens.last;
      continue;
    }
    const bool ends =
        statement.kind == StatementKind::kReturn || statement.kind == StatementKind::kJump;
    steps.push_back({statement.tokens, purpose, ends});
  }
  return steps;
}

bool is_worth_moving(const std::string& purpose) {
  constexpr std::array<std::string_view, 7> kMoved{"barrier", "fence",  "event",  "free",
                                                   "wait",    "launch", "setting"};
  return std::find(kMoved.begin(), kMoved.end(), purpose) != kMoved.end();
}

void move_steps(Finder& finder, const std::vector<Statement>& block) {
  const std::vector<Step> steps = steps_of(finder.source(), block);
  for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
    const bool either = is_worth_moving(steps[i].purpose) || is_worth_moving(steps[i + 1].purpose);
    if (!either || steps[i].ends_block || steps[i + 1].ends_block) continue;
    const bool first_moves = is_worth_moving(steps[i].purpose);
    finder.swap("moved-" + (first_moves ? steps[i].purpose : steps[i + 1].purpose), steps[i].tokens,
                steps[i + 1].tokens);
  }
}

}  // namespace

void find_in_statements(Finder& finder) {
  const std::vector<Statement>& statements = finder.source().statements();
  std::size_t blocks = 0;
  for (const Statement& statement : statements) {
    leave_out(finder, statement);
    blocks = std::max(blocks, statement.block);
  }
  std::vector<std::vector<Statement>> by_block(blocks + 1);
  for (const Statement& statement : statements) by_block[statement.block].push_back(statement);
  for (const std::vector<Statement>& block : by_block) move_steps(finder, block);
}

}  // namespace course::mutants
