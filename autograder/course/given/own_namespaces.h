// The namespaces of a student's into which given code never looks, so that a name in them takes
// nothing from it.
#pragma once

#include "course/given/names_taken.h"

namespace course {

/// Those that the exercise opens at file scope, but not the skeleton's, libraries' and inline ones;
/// nor those that have a type of their own, through whose values a call finds what stands beside it
/// (argument-dependent lookup). None at all where a using-directive names one of the exercise's.
Names closed_namespaces(Tokens exercise, Tokens skeleton);

}  // namespace course
