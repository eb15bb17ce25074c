// The streams that CUDA Dynamic Parallelism 1 did not have yet. In that mode the headers do not
// define them, so the names get here as they were written.
#include "translator/passes.h"

namespace emu::translator {

void refuse_new_streams(Work& work) {
  if (!work.options.cdp1) return;
  for (std::size_t i = 1; i + 1 < work.unit.size(); ++i) {
    const Token& name = work.unit[i];
    if (name.is("cudaStreamTailLaunch") || name.is("cudaStreamFireAndForget")) {
      work.refuse(i, "identifier \"" + std::string(name.text) + "\" is undefined");
    }
  }
}

}  // namespace emu::translator
