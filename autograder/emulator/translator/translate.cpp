#include "translate.h"

#include <algorithm>

#include "passes.h"

namespace emu::translator {

Translation translate(std::string_view preprocessed, const TranslateOptions& options) {
  const Unit unit(preprocessed, options.is_user_file);
  const Scopes scopes(unit);
  Work work{unit, scopes, options};
  translate_kernels(work);
  translate_launches(work);
  translate_shared_variables(work);
  translate_device_variables(work);
  remove_annotations(work);
  return {work.edits.apply(), std::move(work.refusals)};
}

}  // namespace emu::translator
