// Names of files in archives. Programs that unpack an archive make the same file of many names, and
// of one name different files; so each name is brought to one form before anything compares it.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace grading {

/// Where unpacking puts the file: the name without "." and without empty parts. A slash at the end
/// stays, since it makes a folder of the file. A zero byte ends the name, as it does for most
/// programs.
std::string unpacked_name(std::string_view name);

/// What a name comes to for the grader: lesson and file, or nothing where its unpacked form is not
/// `wanted`.
std::string graded_as(std::string_view name, const std::function<bool(const std::string&)>& wanted);

/// The last two parts of a name. They are the same for two names that are one file on some machine,
/// or are easily taken for each other: case, look-alike letters (names.h), control characters, and
/// blanks and full stops at the end do not count, nor do a stream's name (NTFS, "exercise.cu:x")
/// and a version's number (VMS, "exercise.cu;1"), which unzip takes off. Nothing for names that are
/// too long for a file.
std::string folded_name(std::string_view name);

}  // namespace grading
