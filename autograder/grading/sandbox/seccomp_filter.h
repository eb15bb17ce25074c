// The system calls that a submission may not make, as a program for the kernel.
#pragma once

namespace grading {

/// A descriptor of a memory file with the filter, at its beginning, as bwrap's --seccomp wants it;
/// closed on exec unless it is passed on. The caller closes it. Throws std::runtime_error.
///
/// Denied is what no exercise needs and what has opened sandboxes before: tracing and reading other
/// processes, namespaces and mounts, keys, BPF, io_uring, sockets other than local ones, terminals'
/// input. The calls answer EPERM or ENOSYS; nothing kills the process, for a right program that
/// tries them, as C libraries do, must go on.
int make_seccomp_filter();

}  // namespace grading
