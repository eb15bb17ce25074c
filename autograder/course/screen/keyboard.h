// Single keys of a terminal, and the signals that go with it, as events to wait for.
//
// However a program ends that has taken the terminal, its user gets it back as it was: on return,
// by an exception, by a signal that asks it to end, by a crash. Ctrl-Z gives it back too, until fg.
#pragma once

#include <termios.h>

#include <csignal>
#include <optional>

namespace course {

/// Signals that would end, stop or resize, read one after another. They are blocked in this thread
/// and in those that it starts afterwards.
class Signals {
 public:
  Signals();
  ~Signals();
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;

  int descriptor() const { return descriptor_; }  ///< readable when one is there
  std::optional<int> next() const;

  /// While it lives signals do what they do in other programs.
  class AsEver {
   public:
    explicit AsEver(const Signals& signals);
    ~AsEver();
    AsEver(const AsEver&) = delete;
    AsEver& operator=(const AsEver&) = delete;

   private:
    sigset_t before_{};
  };

 private:
  sigset_t read_{};
  sigset_t before_{};
  int descriptor_ = -1;
};

enum class Key { kNone, kUp, kDown, kEnd };  ///< kEnd: there is no keyboard any more

/// A key: a letter, or one of the others.
struct Pressed {
  char letter = 0;
  Key key = Key::kNone;
};

/// Takes the terminal of standard input: keys come singly, and are not shown.
/// Requires: is_there(), and no other Keyboard lives.
class Keyboard {
 public:
  Keyboard();
  ~Keyboard();
  Keyboard(const Keyboard&) = delete;
  Keyboard& operator=(const Keyboard&) = delete;

  static int descriptor() { return 0; }
  void take();     ///< again, after release
  void release();  ///< for a program that reads lines
  Pressed read() const;

  /// Whether standard input is a terminal, and this program the one that it belongs to now.
  static bool is_there();
};

}  // namespace course
