// thrust::copy, also between host and device.
#pragma once

#include <memory>
#include <vector>

#include "emulator/thrust/each.h"

namespace emu {

template <class Iterator>
inline constexpr bool kIsRandomAccess =
    std::is_base_of_v<std::random_access_iterator_tag,
                      typename std::iterator_traits<Iterator>::iterator_category>;

/// Elements of the host in one piece, which a copy of bytes can take to the device.
template <class Value, class Iterator>
std::vector<Value> gathered(Iterator first, std::size_t count) {
  std::vector<Value> values;
  values.reserve(count);
  for (std::size_t i = 0; i < count; ++i, ++first) values.push_back(static_cast<Value>(*first));
  return values;
}

/// From the host's elements, whatever iterates over them, to the device's.
template <class Input, class Output>
EMU_PASSING_ON Output copy_to_device(Input first, std::size_t count, Output result) {
  using Value = ValueOf<Output>;
  if (count == 0) return result;
  auto out = unwrap(result);
  if constexpr (std::is_pointer_v<decltype(out)>) {
    if constexpr (std::is_same_v<Input, Value*> || std::is_same_v<Input, const Value*>) {
      copy_bytes(out, first, count * sizeof(Value));
    } else {
      const auto values =
          gathered<std::conditional_t<std::is_same_v<Value, bool>, char, Value>>(first, count);
      copy_bytes(out, values.data(), count * sizeof(Value));
    }
  } else {
    for (std::size_t i = 0; i < count; ++i, ++first) result[i] = *first;
  }
  return result + static_cast<std::ptrdiff_t>(count);
}

template <class Input, class Output>
EMU_PASSING_ON Output copy_to_host(Input first, std::size_t count, Output result) {
  using Value = ValueOf<Input>;
  const auto in = unwrap(first);
  if constexpr (std::is_pointer_v<std::decay_t<decltype(in)>>) {
    if (count == 0) return result;
    if constexpr (std::is_same_v<Output, Value*>) {
      copy_bytes(result, in, count * sizeof(Value));
      return result + static_cast<std::ptrdiff_t>(count);
    } else {
      const std::unique_ptr<unsigned char[]> bytes(new unsigned char[count * sizeof(Value)]);
      copy_bytes(bytes.get(), in, count * sizeof(Value));
      const Value* const values = reinterpret_cast<const Value*>(bytes.get());
      for (std::size_t i = 0; i < count; ++i, ++result) *result = values[i];
      return result;
    }
  } else {
    // Computed on the device first.
    TemporaryMemory memory(count * sizeof(Value));
    auto* const values = static_cast<Value*>(memory.get());
    run_grids(OnDevice(), "thrust::copy", here(), [=](Grids& grids) {
      grids.each(count, [=](std::size_t i) EMU_MUTABLE {
        ::new (&values[i]) Value(in[static_cast<std::ptrdiff_t>(i)]);
      });
    });
    return copy_to_host(thrust::device_ptr<Value>(values), count, result);
  }
}

}  // namespace emu

namespace thrust {

EMU_WITH_POLICY(class Input, class Output)
Output copy(const Policy& policy, Input first, Input last, Output result) {
  if constexpr (emu::system_of<Input>() == emu::System::kHost &&
                emu::system_of<Output>() == emu::System::kDevice && !emu::kInGrids<Policy>) {
    return emu::copy_to_device(first, static_cast<std::size_t>(std::distance(first, last)), result);
  } else if constexpr (emu::system_of<Output>() == emu::System::kHost &&
                       emu::system_of<Input>() == emu::System::kDevice && !emu::kInGrids<Policy>) {
    return emu::copy_to_host(first, emu::size_of(first, last), result);
  } else if constexpr (!emu::kInGrids<Policy> &&
                       !(emu::kIsRandomAccess<Input> && emu::kIsRandomAccess<Output>)) {
    for (; first != last; ++first, ++result) *result = *first;
    return result;
  } else {
    const auto in = emu::unwrap(first);
    auto out = emu::unwrap(result);
    const std::size_t count = emu::size_of(first, last);
    emu::for_indices(policy, "thrust::copy", count,
                     [=](std::size_t i) EMU_MUTABLE { out[i] = in[i]; });
    return result + static_cast<std::ptrdiff_t>(count);
  }
}

template <class Input, class Output>
EMU_PASSING_ON Output copy(Input first, Input last, Output result) {
  constexpr bool crosses = emu::system_of<Input>() != emu::system_of<Output>() &&
                           emu::system_of<Input>() != emu::System::kAny &&
                           emu::system_of<Output>() != emu::System::kAny;
  if constexpr (crosses || emu::system_of<Output>() == emu::System::kAny)
    return thrust::copy(emu::OnHost(), first, last, result);
  else
    return thrust::copy(emu::policy_of<Input, Output>(), first, last, result);
}

EMU_WITH_POLICY(class Input, class Size, class Output)
Output copy_n(const Policy& policy, Input first, Size count, Output result) {
  return thrust::copy(policy, first, first + count, result);
}
template <class Input, class Size, class Output, emu::IfNoPolicy<Input> = 0>
EMU_PASSING_ON Output copy_n(Input first, Size count, Output result) {
  return thrust::copy(first, std::next(first, static_cast<std::ptrdiff_t>(count)), result);
}

EMU_WITH_POLICY(class Input, class Output)
Output uninitialized_copy(const Policy& policy, Input first, Input last, Output result) {
  return thrust::copy(policy, first, last, result);
}
template <class Input, class Output>
EMU_PASSING_ON Output uninitialized_copy(Input first, Input last, Output result) {
  return thrust::copy(first, last, result);
}

}  // namespace thrust
