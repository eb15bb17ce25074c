// The child's side of a run: the only place where a student's code is loaded.
//
// There is nothing to call: a program that links the harness and is started with kChildArgument
// (see control.h) is a child, and never gets as far as main().
#pragma once

namespace harness {

/// An address inside this program, the same place in parent and child.
const void* anchor();

}  // namespace harness
