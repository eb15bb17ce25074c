// The passes of the translator. Each deals with one thing that CUDA adds to C++; none depends on
// another's edits, except that `remove_annotations` comes last and takes what is left.
#pragma once

#include <string>
#include <vector>

#include "edits.h"
#include "refusal.h"
#include "scopes.h"
#include "translate.h"
#include "unit.h"

namespace emu::translator {

/// What passes read and write.
struct Work {
  const Unit& unit;
  const Scopes& scopes;
  const TranslateOptions& options;
  Edits edits{unit};
  std::vector<Refusal> refusals{};

  void refuse(std::size_t token, std::string words) {
    refusals.push_back({unit.file_of(unit[token]), unit[token].at.line, std::move(words)});
  }
};

void translate_kernels(Work& work);
void translate_launches(Work& work);
void translate_launch_calls(Work& work);
void translate_shared_variables(Work& work);
void translate_device_variables(Work& work);
void translate_inline_ptx(Work& work);
void remove_annotations(Work& work);

void refuse_kernel_declarations(Work& work);
void refuse_host_calls(Work& work);
void refuse_unconfigured_calls(Work& work);
void refuse_old_streams(Work& work);

}  // namespace emu::translator
