// A list of slips, each with the words by which g++, clang++, nvcc and emucc tell of it. The first
// that fits is told, so the particular stand before the general.
#include "course/screen/explanation.h"

namespace course {

namespace {

/// What device code has no call for, by the beginning of its name.
struct HostCall {
  const char* name;
  const char* instead;
};

constexpr HostCall kHostCalls[] = {
    {"cudaDeviceSynchronize",
     "Device code cannot wait for its children. Write nothing where it stood at the end, launch "
     "the "
     "next grid into the same stream where it stood between two launches, and launch a tail for "
     "what needs the children's results (T12, lesson 07)."},
    {"cudaMemcpyAsync", "Within the device cudaMemcpyAsync takes cudaMemcpyDeviceToDevice (S10)."},
    {"cudaMemcpy",
     "Only the host calls cudaMemcpy. Device code reads and writes global memory itself, in a loop "
     "or one element a thread."},
    {"cudaMemset", "Only the host calls cudaMemset. Device code writes the values itself."},
    {"cudaStreamCreateWith", "In device code the flag is cudaStreamNonBlocking (S4, lesson 08)."},
    {"cudaStreamCreate",
     "Device code makes streams with cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) "
     "only "
     "(S4, lesson 08)."},
    {"cudaStreamSynchronize",
     "Device code cannot wait for a stream (S9). What is to run afterwards is launched into the "
     "same "
     "stream, or as a tail (lesson 07)."},
    {"cudaStreamQuery", "Device code cannot ask whether a stream is done (S9)."},
    {"cudaEventCreate",
     "Device code makes events with cudaEventCreateWithFlags(&event, cudaEventDisableTiming) only "
     "(E2, lesson 09)."},
    {"cudaEventSynchronize",
     "In device code events order streams, and no thread waits for one (E1, lesson 09): use "
     "cudaStreamWaitEvent."},
    {"cudaEventQuery", "In device code events order streams, and no thread asks them (E1)."},
    {"cudaSetDevice", "A grid launches on its own device only (K8)."},
    {"cudaDeviceSetLimit", "Limits are set by the host, before the launch (lesson 05)."},
    {"cudaHost", "Host memory is allocated and freed by the host only (M6)."},
};

bool has(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

/// Whether anything follows the words on the line that belongs to a launch.
bool is_launch(std::string_view source) { return has(source, "<<<"); }

std::string host_call(const CompileError& error, std::string_view) {
  if (!error.words.starts_with("calling a __host__ function")) return "";
  const std::string name = error.name();
  for (const HostCall& call : kHostCalls) {
    if (name.starts_with(call.name)) return call.instead;
  }
  if (name.starts_with("cuda")) return name + " belongs to the host: device code has no such call.";
  if (name.starts_with("std::")) {
    return name + " is a function of the host's library: device code cannot call it.";
  }
  return name +
         " is a function of the host. Write __device__ before its definition if device code " +
         "is to call it, and __host__ __device__ if both are.";
}

std::string unlaunched_kernel(const CompileError& error, std::string_view) {
  if (!has(error.words, "__global__ function call must be configured")) return "";
  return "A kernel is launched, not called: kernel<<<blocks, threads>>>(arguments) (K1).";
}

std::string launched_function(const CompileError& error, std::string_view) {
  if (has(error.words, "a host function call cannot be configured")) {
    return "Only a kernel can be launched: write __global__ before its definition, or call it "
           "without <<<…>>>.";
  }
  if (!has(error.words, "a __device__ function call cannot be configured")) return "";
  return "A __device__ function is called, and only a kernel is launched: write __global__ instead "
         "of __device__ before its definition, or call it without <<<…>>>.";
}

std::string kernel_that_returns(const CompileError& error, std::string_view) {
  if (!has(error.words, "must have a void return type")) return "";
  return "A kernel returns nothing, because its caller does not wait for it. It writes its results into memory "
         "that "
         "it was given a pointer to.";
}

std::string launch_items(const CompileError& error, std::string_view source) {
  const bool stream_for_bytes = has(error.words, "cudaStream_t") && has(error.words, "size_t");
  if (is_launch(source) && (stream_for_bytes || has(error.words, "<<<…>>> takes"))) {
    return "The stream is the fourth item of a launch. Write 0 bytes of shared memory before it: "
           "kernel<<<blocks, threads, 0, stream>>>(arguments) (K1).";
  }
  if (has(error.words, "too many arguments in function call")) {
    return "A launch has two to four items: kernel<<<blocks, threads, bytes, stream>>> (K1).";
  }
  return "";
}

std::string angle_brackets(const CompileError& error, std::string_view source) {
  const bool shifted_kernel = has(error.words, "invalid operands") && has(error.words, "void");
  const bool unclosed = has(error.words, "expected \">>>\"");
  if (!(shifted_kernel && has(source, "<<")) && !unclosed) return "";
  return "A launch has three angle brackets on either side, with nothing between them: "
         "kernel<<<blocks, threads>>>(arguments).";
}

std::string launch_without_arguments(const CompileError& error, std::string_view) {
  if (!has(error.words, "kernel's arguments after \">>>\"")) return "";
  return "Behind >>> stand the kernel's arguments in round brackets, () if it has none.";
}

std::string value_of_launch(const CompileError& error, std::string_view source) {
  const bool of_void =
      has(error.words, "void value not ignored") || has(error.words, "type 'void'");
  if (!of_void || !is_launch(source)) return "";
  return "A launch returns nothing (K12). Launch first, in a statement of its own, then ask "
         "cudaGetLastError().";
}

/// "to 'record_children'" is not what an undeclared `record_children<<<` is about.
std::string undeclared(const CompileError& error, std::string_view source) {
  if (!has(error.words, "was not declared") && !has(error.words, "undeclared identifier"))
    return "";
  const std::string name = error.name();
  const bool suggested = has(error.words, "did you mean");
  if (is_launch(source) && has(source, name + "<")) {
    return "No kernel " + name +
           " is declared above this line. Either the name is misspelt, or the " +
           "kernel is defined further down: C++ knows only what it has read already.";
  }
  if (suggested) return "";
  return "Nothing of the name " + name + " is known here: it is misspelt, or declared in another " +
         "function or block, or further down.";
}

/// "2" of "requires 2 arguments, but 1 was provided", else nothing.
std::string clang_counts(const CompileError& error) {
  for (const std::string& note : error.notes) {
    const std::size_t at = note.find("requires ");
    if (at != note.npos) return "It " + note.substr(at) + ".";
  }
  return "";
}

std::string arguments(const CompileError& error, std::string_view source) {
  const bool counted =
      has(error.words, "too few arguments") || has(error.words, "too many arguments");
  const std::string counts = clang_counts(error);
  if (!counted && counts.empty()) return "";
  const std::string declaration = has(error.words, "to function '") ? error.words : "";
  std::string text = "The arguments between the round brackets are not those of the ";
  text += is_launch(source) ? "kernel." : "function.";
  if (!counts.empty()) return text + " " + counts;
  const std::size_t open = declaration.find('(');
  if (open == declaration.npos) return text;
  const std::size_t close = declaration.find(')', open);
  return text + " It takes (" + declaration.substr(open + 1, close - open - 1) + ").";
}

std::string conversion(const CompileError& error, std::string_view source) {
  std::string note;
  for (const std::string& candidate : error.notes) {
    if (has(candidate, "no known conversion")) note = candidate.substr(candidate.find("no known"));
  }
  if (!has(error.words, "invalid conversion") && note.empty()) return "";
  if (!is_launch(source)) return note;
  return "An argument of this launch has another type than the kernel's parameter" +
         (note.empty() ? "." : ": " + note + ".");
}

std::string missing_semicolon(const CompileError& error, std::string_view) {
  const bool between = error.words.starts_with("expected ';'");
  if (!between && !error.words.starts_with("expected ',' or ';'")) return "";
  if (has(error.words, "before")) {
    return "A semicolon is missing where the statement before this ends: here, or at the end of "
           "the "
           "last line above.";
  }
  return "A semicolon is missing at the end of this statement.";
}

std::string braces(const CompileError& error, std::string_view) {
  const bool extra = has(error.words, "extraneous closing brace") ||
                     has(error.words, "expected declaration before '}'");
  if (extra) return "This } closes nothing: there is one more } than {, here or above.";
  const bool at_end = has(error.words, "at end of input") || error.words == "expected '}'";
  return at_end ? "A { is never closed." : "";
}

std::string foreign_character(const CompileError& error, std::string_view) {
  if (!has(error.words, "extended character") && !has(error.words, "stray '\\") &&
      !has(error.words, "unexpected character") && !has(error.words, "non-ASCII")) {
    return "";
  }
  return "This character is none of C++'s. It often comes with text copied from a page or a word "
         "processor: type quotation marks, dashes and blanks again.";
}

std::string shared_variable(const CompileError& error, std::string_view) {
  if (!has(error.words, "initializer not allowed for __shared__")) return "";
  return "Shared memory begins with no value. Let one thread write it, then let the block meet at "
         "__syncthreads() before anyone reads it.";
}

std::string constant(const CompileError& error, std::string_view) {
  if (!has(error.words, "read-only") && !has(error.words, "const-qualified")) return "";
  return "It was declared const: it keeps the value that it began with.";
}

std::string from_malloc(const CompileError& error, std::string_view) {
  if (!has(error.words, "'void*' to") && !has(error.words, "rvalue of type 'void *'")) return "";
  return "malloc returns a void*, which C++ does not take for another pointer: write "
         "static_cast<int*>(malloc(…)), with the type that you need.";
}

std::string comment(const CompileError& error, std::string_view) {
  return has(error.words, "unterminated") && has(error.words, "comment")
             ? "This comment has no */ that ends it."
             : "";
}

std::string no_template(const CompileError& error, std::string_view source) {
  const bool about_call = has(error.words, "no matching function") && has(error.words, "<");
  if (!about_call || !is_launch(source)) return "";
  return "The kernel is no template, or its template arguments are others.";
}

std::string undefined(const CompileError& error, std::string_view) {
  if (!error.words.starts_with("undefined reference")) return "";
  return "It is declared and used, but nothing defines it: is its definition still there, under "
         "the "
         "same name and with the same parameters?";
}

std::string missing_header(const CompileError& error, std::string_view) {
  if (!has(error.words, "No such file") && !has(error.words, "file not found")) return "";
  return "There is no such header here: it is misspelt, or belongs to a library that the emulator "
         "does "
         "not have. It has CUDA's language, its runtime API and cooperative groups.";
}

using Explain = std::string (*)(const CompileError&, std::string_view source_line);

constexpr Explain kSlips[] = {host_call,
                              unlaunched_kernel,
                              launched_function,
                              kernel_that_returns,
                              launch_items,
                              angle_brackets,
                              value_of_launch,
                              launch_without_arguments,
                              undeclared,
                              arguments,
                              from_malloc,
                              no_template,
                              conversion,
                              missing_semicolon,
                              braces,
                              foreign_character,
                              shared_variable,
                              constant,
                              comment,
                              undefined,
                              missing_header};

}  // namespace

std::string explained(const CompileError& error, std::string_view source_line) {
  for (const Explain slip : kSlips) {
    if (std::string text = slip(error, source_line); !text.empty()) return text;
  }
  return "";
}

}  // namespace course
