// Host code that looks at memory again and again: it may wait for another host thread, or for what
// the device or a host function of a stream writes there.
#pragma once

#include <cstddef>

namespace emu {

/// Host code is about to make a volatile or atomic access. When it has found the same at the same
/// place for long, others go on first.
void note_hosts_look(const volatile void* address, std::size_t size);
/// The running host thread can do nothing before others have done something.
void let_others_do_something();

}  // namespace emu
