// What is judged: what a student has written, in the code that the course gives.
//
// Students write between `// begin: NAME` and `// end: NAME`, and may add declarations of their own
// at file scope. The rest is the course's, and is judged as the skeleton has it, whatever a file
// says there: results are asked of the given code, which must be what the checks take it for.
#pragma once

#include <cstddef>
#include <string>

namespace course {

struct InGivenCode {
  /// What is to be compiled: the exercise, line by line, but for stretches of given code that it
  /// has changed. Those are the skeleton's, in as many lines where they fit.
  std::string text;
  std::size_t changed_line = 0;  ///< where it first differs, from 1; 0: it has all given code

  /// Why nothing can be judged, a sentence; and where. Then `text` is the exercise as it is.
  std::string refusal;
  std::size_t line = 0;
  std::size_t column = 0;
  bool lacks_markers = false;  ///< the reason: regions cannot be told from given code
};

/// `headers` is the text of the course's headers: their names may not be taken either.
InGivenCode in_given_code(const std::string& skeleton, const std::string& headers,
                          const std::string& exercise);

}  // namespace course
