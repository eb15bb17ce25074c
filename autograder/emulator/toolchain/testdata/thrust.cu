#include <thrust/device_vector.h>

thrust::device_vector<int> numbers;
