// The passes of the translator, in the order of translate.cpp. Each deals with one thing that CUDA
// adds to C++, and reads the text as the user wrote it. Four of them leave alone what an earlier
// one has replaced (`Edits::touches`): those of kernel pointers, of `__shared__` and of device
// variables, and `remove_annotations`, which comes last and takes what is left.
#pragma once

#include <map>
#include <string>

#include "translator/refusals/refusal.h"
#include "translator/text/edits.h"
#include "translator/text/scopes.h"
#include "translator/text/unit.h"
#include "translator/translate.h"

namespace emu::translator {

/// What passes read and write.
struct Work {
  const Unit& unit;
  const Scopes& scopes;
  const TranslateOptions& options;
  Edits edits{unit};
  std::multimap<std::size_t, Refusal> refusals{};  ///< by token

  void refuse(std::size_t token, std::string words) {
    refuse_at(token, unit[token].at, std::move(words));
  }
  /// At a place of its own, among the refusals of `token`.
  void refuse_at(std::size_t token, const Position& at, std::string words) {
    refusals.insert({token, {unit.file(at.file), at.line, std::move(words)}});
  }
};

void translate_kernels(Work& work);
void translate_launches(Work& work);
void translate_launch_calls(Work& work);
void translate_shared_variables(Work& work);
void translate_device_variables(Work& work);
void translate_inline_ptx(Work& work);
void translate_kernel_pointers(Work& work);
void translate_returned_structs(Work& work);
void count_work(Work& work);
void remove_annotations(Work& work);

void refuse_kernel_declarations(Work& work);
void refuse_host_calls(Work& work);
void refuse_library_calls(Work& work);
void refuse_unconfigured_calls(Work& work);
void refuse_new_streams(Work& work);
void refuse_missing_functions(Work& work);

// What would take code out of the checker's sight, or forge what it says. CUDA programs do without.
void refuse_digraphs(Work& work);
void refuse_odd_letters(Work& work);
void refuse_c_variables(Work& work);
void refuse_struct_conversions(Work& work);
void refuse_host_assembly(Work& work);
void refuse_hiding_attributes(Work& work);
void refuse_hiding_pragmas(Work& work);
void refuse_emulators_names(Work& work);

}  // namespace emu::translator
