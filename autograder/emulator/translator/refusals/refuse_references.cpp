// References to textures and surfaces, `texture<float, 2> image;`, which CUDA 12 has dropped.
#include <string_view>

#include "translator/passes.h"

namespace emu::translator {
namespace {

constexpr std::string_view kNoTextures =
    "CUDA 12 no longer has references to textures: create a cudaTextureObject_t with "
    "cudaCreateTextureObject, pass it to the kernel as a parameter, and read it with "
    "tex1Dfetch<T>(object, i), tex2D<T>(object, x, y) or their kin";
constexpr std::string_view kNoSurfaces =
    "CUDA 12 no longer has references to surfaces: create a cudaSurfaceObject_t with "
    "cudaCreateSurfaceObject, pass it to the kernel as a parameter, and use it with "
    "surf2Dread<T>(object, x, y), surf2Dwrite(value, object, x, y) or their kin";

/// A program may have a class of this name itself.
bool is_own_class(const Unit& unit, std::string_view name) {
  for (std::size_t i = 1; i + 1 < unit.size(); ++i)
    if (unit.is(i, name) && (unit.is(i - 1, "class") || unit.is(i - 1, "struct"))) return true;
  return false;
}

/// `texture<float, 2> image` or `texture<float>& image`, and no member of something else.
bool is_type_of_variable(const Unit& unit, std::size_t i) {
  const std::size_t end = unit.is(i + 1, "<") ? unit.template_end(i + 1) : kNone;
  if (end == kNone) return false;
  for (const char* before : {"::", ".", "->"})
    if (unit.is(i - 1, before) && i >= 2 && unit[i - 2].is_identifier()) return false;
  return unit[end + 1].is_identifier() || unit.is(end + 1, "&") || unit.is(end + 1, "*");
}

void refuse_references_to(Work& work, std::string_view name, std::string_view why) {
  if (is_own_class(work.unit, name)) return;
  for (std::size_t i = 1; i + 1 < work.unit.size(); ++i)
    if (work.unit.is(i, name) && is_type_of_variable(work.unit, i))
      work.refuse(i, std::string(why));
}

}  // namespace

void refuse_references(Work& work) {
  refuse_references_to(work, "texture", kNoTextures);
  refuse_references_to(work, "surface", kNoSurfaces);
}

}  // namespace emu::translator
