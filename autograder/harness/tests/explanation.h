// What a matcher says about a value, for tests of matchers.
#pragma once

#include <gmock/gmock.h>

#include <string>

namespace harness {

/// The refusal; "holds" when the matcher does.
template <class M, class T>
std::string explanation(const M& matcher, const T& value) {
  testing::StringMatchResultListener listener;
  return testing::Matcher<const T&>(matcher).MatchAndExplain(value, &listener) ? "holds"
                                                                               : listener.str();
}

}  // namespace harness
