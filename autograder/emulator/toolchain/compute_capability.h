// What a program can ask about the card that it is compiled for: `__CUDA_ARCH__`.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace emu::toolchain {

/// The card's own, which is also what programs are compiled for unless -arch says otherwise.
inline constexpr int kArch = 900;

/// 750 for `sm_75`, `compute_75` or `75`; 900 for `sm_90a`, `native`, `all` and `all-major`.
/// Throws UsageError for what is none of them.
int arch_of(std::string_view name);
/// Of the `code=` and `arch=` words of one -gencode, the highest that the card can run.
int arch_of_gencode(std::string_view words);

/// Whether a file of the user's mentions `__CUDA_ARCH__`, and so may be another for the device than
/// for the host. `preprocessed` names the files; `read_file` reads one, empty when it cannot.
bool asks_for_arch(std::string_view preprocessed,
                   const std::function<bool(std::string_view file)>& is_user_file,
                   const std::function<std::string(const std::string& file)>& read_file);

}  // namespace emu::toolchain
