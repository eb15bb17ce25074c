// A file that two students hand in under a name each, by a hard link: whoever made the link has
// perhaps never been able to read it, and has the other's work graded as its own.
//
// A link to a file outside of the class is no such thing: copies that share their files with a
// backup (rsync --link-dest, cp -al) are made of them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "grading/intake/intake.h"
#include "grading/intake/regular_file.h"

namespace grading {

/// A graded file, or an archive, as it lies in the class's folder.
struct NamedFile {
  std::string student;
  std::string lesson;  ///< empty: an archive, with all that is in it
  std::string name;    ///< exercise.cu
  FileIdentity file;
  std::uint32_t folder_owner = 0;  ///< the user who owns the folder in which it has this name
};

struct HardLinks {
  std::vector<Refused> refused;
  std::vector<Doubt> doubts;
};

/// Of a file with names of several students those are refused that lie in a folder of somebody who
/// is neither its owner nor `instructor` nor root, if another student's name of it does not: only
/// the folder's owner can have made the link. Where that cannot be told, there is a doubt about
/// each of them. There is a doubt, too, about a file of somebody else's in a student's own folder
/// that has another name outside of the class, be it the key of the quiz.
HardLinks look_at_hard_links(const std::vector<NamedFile>& files, std::uint32_t instructor);

}  // namespace grading
