// A zip archive says twice what is in it: in front of each file's bytes, and in a list of contents
// at its end. Some programs go by the one, some by the other; so an archive in which they disagree
// shows one exercise to a person and another to a grader.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace grading {

/// Throws BadArchive where the file that is open for reading is no zip archive from its first byte
/// to its last, zeros behind it apart; where it is also an archive of another kind; and where list
/// and headers disagree about
///   - the name or the size of any file, also the second name in Unicode (extra field 0x7075),
///   - the way of packing of a file that is `wanted`,
///   - which `wanted` files there are,
/// or where there are two lists, files that share bytes, or names with a zero byte. Sizes that
/// follow a file's bytes do no harm. Reads headers only; call it in the shield.
void zip_must_be_sound(int descriptor, const std::function<bool(const std::string&)>& wanted,
                       std::size_t most_entries);

}  // namespace grading
