// thrust::tuple, and pair are those of the C++ library.
#pragma once

#include <tuple>
#include <utility>

namespace thrust {

using std::get;
using std::ignore;
using std::make_pair;
using std::make_tuple;
using std::pair;
using std::swap;
using std::tie;
using std::tuple;
using std::tuple_element;
using std::tuple_element_t;
using std::tuple_size;
using std::tuple_size_v;

}  // namespace thrust
