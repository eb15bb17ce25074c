// What has been loaded stays as it is: a filter of system calls refuses whatever would make code or
// tables of functions writable, or put other pages in their place.
#pragma once

namespace harness {

/// Refuses with EPERM, from here on and in every process to come: mprotect and its kin, munmap,
/// mremap, madvise and mmap(MAP_FIXED) on any library loaded now, on the header, the token and the
/// report; looking into processes; PR_SET_DUMPABLE. Where the system knows no filters nothing is
/// refused. A thread that runs already is not bound: call it while there is one only.
void refuse_patching();

}  // namespace harness
