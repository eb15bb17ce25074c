// The iterators of CUB 2, which CUB 3 takes from Thrust.
#pragma once

#include "cuda_runtime.h"
#include "emulator/thrust/iterators.h"

namespace cub {

template <class Value, class Offset = std::ptrdiff_t>
using CountingInputIterator = thrust::counting_iterator<Value>;
template <class Value, class Offset = std::ptrdiff_t>
using ConstantInputIterator = thrust::constant_iterator<Value>;
using DiscardOutputIterator = thrust::discard_iterator<>;

template <class Value, class Function, class Iterator, class Offset = std::ptrdiff_t>
class TransformInputIterator : public thrust::transform_iterator<Function, Iterator> {
 public:
  TransformInputIterator(Iterator base, Function function)
      : thrust::transform_iterator<Function, Iterator>(base, function) {}
};

}  // namespace cub
