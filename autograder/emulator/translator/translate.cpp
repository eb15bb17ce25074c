#include "translator/translate.h"

#include "translator/passes.h"

namespace emu::translator {

Translation translate(std::string_view preprocessed, const TranslateOptions& options) {
  const Unit unit(preprocessed, options.is_user_file);
  const Scopes scopes(unit);
  Work work{unit, scopes, options};
  refuse_kernel_declarations(work);
  refuse_host_calls(work);
  refuse_library_calls(work);
  refuse_unconfigured_calls(work);
  refuse_new_streams(work);
  refuse_missing_functions(work);
  refuse_references(work);
  refuse_digraphs(work);
  refuse_odd_letters(work);
  refuse_c_variables(work);
  refuse_host_assembly(work);
  refuse_hiding_attributes(work);
  refuse_hiding_pragmas(work);
  refuse_emulators_names(work);
  refuse_library_declarations(work);
  refuse_launch_operators(work);
  translate_kernels(work);
  translate_launches(work);
  translate_launch_calls(work);
  translate_kernel_pointers(work);
  translate_shared_variables(work);
  translate_device_variables(work);
  localize_device_functions(work);
  translate_inline_ptx(work);
  count_work(work);
  remove_annotations(work);
  Translation translation{work.edits.apply(), {}, unit.sources()};
  for (auto& [token, refusal] : work.refusals) translation.refusals.push_back(std::move(refusal));
  return translation;
}

}  // namespace emu::translator
