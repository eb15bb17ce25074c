#include "translator/launch_syntax.h"

namespace emu::translator {
namespace {

bool is_name(const Token& token) { return token.is_identifier() && !is_statement_keyword(token); }

bool joins(const Unit& unit, std::size_t i) {
  return unit.is(i, "::") || unit.is(i, ".") || unit.is(i, "->");
}

std::size_t run_length(const Unit& unit, std::size_t i) {
  std::size_t length = 1;
  while (unit.is(i + length, ">") && unit[i + length].text.data() == unit[i].text.data() + length) {
    ++length;
  }
  return length;
}

// `>>>` may also close three template argument lists, as in `f<C<D<int>>>(x)`. So the `<` after
// names are counted on the way: a run of `>` closes those first.
std::size_t find_close(const Unit& unit, std::size_t open) {
  std::size_t unclosed = 0;
  std::size_t fallback = kNone;
  for (std::size_t i = open + 1; i + 1 < unit.size(); i = unit.after_group(i)) {
    if (unit.is(i, ";") || unit.is(i, "}") || unit.is(i, ")") || unit.is(i, "]")) break;
    if (unit.is(i, "<<<")) break;
    if (unit.is(i, "<") && unit[i - 1].is_identifier()) ++unclosed;
    if (!unit.is(i, ">")) continue;
    const std::size_t length = run_length(unit, i);
    const std::size_t last_three = i + length - 3;
    if (length >= 3 && (unclosed < length || length - 3 >= unclosed)) return last_three;
    if (length >= 3) fallback = last_three;
    unclosed -= std::min(unclosed, length);
    i += length - 1;
  }
  return fallback;
}

std::vector<std::size_t> find_slots(const Unit& unit, std::size_t open, std::size_t close) {
  std::vector<std::size_t> slots;
  if (close == open + 1) return slots;
  slots.push_back(open + 1);
  for (std::size_t i = open + 1; i < close;) {
    if (unit.is(i, ",")) slots.push_back(i + 1);
    const bool arguments = unit.is(i, "<") && unit[i - 1].is_identifier() &&
                           unit.template_end(i) != kNone && unit.template_end(i) < close;
    i = arguments ? unit.template_end(i) + 1 : unit.after_group(i);
  }
  return slots;
}

std::size_t name_at_end(const Unit& unit, std::size_t last) {
  if (unit.is(last, ">")) {
    const std::size_t begin = unit.template_begin(last);
    return begin == kNone ? kNone : begin - 1;
  }
  return unit[last].is_identifier() ? last : kNone;
}

}  // namespace

std::size_t start_of_postfix_expression(const Unit& unit, std::size_t last) {
  std::size_t i = last;
  for (;;) {
    if (unit.is(i, ">") && unit.template_begin(i) != kNone) {
      i = unit.template_begin(i) - 1;  // the template's name
    } else if (unit.closes(i) && unit.partner(i) != kNone) {
      i = unit.partner(i);
      // A call or a subscript belongs to what stands before it.
      const bool applied =
          is_name(unit[i - 1]) || unit.is(i - 1, ")") || unit.is(i - 1, "]") || unit.is(i - 1, ">");
      if (applied) {
        --i;
        continue;
      }
    }
    if (unit.is(i - 1, "template")) --i;
    if (!joins(unit, i - 1)) return i;
    --i;
    const bool qualified =
        is_name(unit[i - 1]) || unit.is(i - 1, ">") || unit.is(i - 1, ")") || unit.is(i - 1, "]");
    if (!qualified) return i;  // `::k`
    --i;
  }
}

Launch read_launch(const Unit& unit, std::size_t open) {
  Launch launch{.open = open};
  launch.kernel = start_of_postfix_expression(unit, open - 1);
  launch.name = name_at_end(unit, open - 1);
  launch.close = find_close(unit, open);
  if (launch.close == kNone) return launch;
  launch.slots = find_slots(unit, open, launch.close);
  if (unit.is(launch.close + 3, "(") && unit.partner(launch.close + 3) != kNone) {
    launch.arguments = launch.close + 3;
  }
  return launch;
}

}  // namespace emu::translator
