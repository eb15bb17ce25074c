// Draws every picture on the host, which also counts the steps of lines and leaves. Its grids read the
// finished picture only to launch what real grids would, and draw nothing.
SOLUTION_BUT(escape_each, each_pixel, look_at_borders, fill, leaf, first_lines, squares,
             squares_of_level, escape_times, flat_picture, border_dwells, recursive_picture,
             level_picture)

__global__ void escape_each() {}
__global__ void each_pixel() {}
__global__ void look_at_borders() {}
__global__ void fill() {}
__global__ void leaf() {}
__global__ void first_lines() {}

int escape_on_the_host(float re, float im, int most) {
  float a = re, b = im;
  int steps = 0;
  for (; steps < most && a * a + b * b < 4; ++steps) {
    const float next = a * a - b * b + re;
    b = 2 * a * b + im;
    a = next;
  }
  return steps;
}

void draw_on_the_host(int* dwells, View view, int side, int most) {
  const float step = view.width / side;
  for (int i = 0; i < side * side; ++i)
    dwells[i] =
        escape_on_the_host(view.left + step * (i % side), view.top + step * (i / side), most);
}

int dwell_on_the_host(const int* picture, int side, Square s) {
  const int expected = picture[s.top * side + s.left];
  for (int y = s.top; y <= s.bottom; ++y)
    for (int x = s.left; x <= s.right; ++x) {
      const bool border = x == s.left || x == s.right || y == s.top || y == s.bottom;
      if (border && picture[y * side + x] != expected) return kSeveral;
    }
  return expected;
}

extern "C" int escape_times(int* dwells, const float* points, int n, int most) {
  escape_each<<<blocks_for(n), kBlock>>>();
  for (int i = 0; i < n; ++i)
    dwells[i] = escape_on_the_host(points[2 * i], points[2 * i + 1], most);
  return cudaDeviceSynchronize();
}

extern "C" int flat_picture(int* dwells, long long* steps, View view, int side, int most) {
  draw_on_the_host(dwells, view, side, most);
  *steps = 0;
  for (int i = 0; i < side * side; ++i) *steps += dwells[i];
  each_pixel<<<blocks_for(side * side), kBlock>>>();
  return cudaDeviceSynchronize();
}

extern "C" int border_dwells(BorderDwell* found, const int* picture, int side,
                             const Square* squares, int n) {
  look_at_borders<<<2, kBlock>>>();
  for (int i = 0; i < n; ++i) {
    const int dwell = dwell_on_the_host(picture, side, squares[i]);
    found[i] = {dwell, dwell};
  }
  return cudaDeviceSynchronize();
}

// What squares would take, and how many of them each level has.
struct Plan {
  const int* dwells;
  int side;
  long long steps = 0;
  int squares[kLevels] = {};

  void first() {
    const int last = side - 1;
    for (int i = 0; i < side * side; ++i) {
      const int x = i % side, y = i / side;
      if (x % kFirst == 0 || y % kFirst == 0 || x == last || y == last) steps += dwells[i];
    }
    if (side > 1) divide({0, 0, last, last}, kFirst, 0);
  }
  void divide(Square around, int part, int level) {
    const dim3 parts = parts_of(around, part);
    for (unsigned i = 0; i < parts.x * parts.y; ++i)
      look_at(part_of(around, part, i % parts.x, i / parts.x), part, level);
  }
  void look_at(Square s, int part, int level) {
    ++squares[level];
    if (inner_pixels(s) == 0 || dwell_on_the_host(dwells, side, s) != kSeveral) return;
    const int line = part == kSmallest ? 1 : part / 2;
    for (int y = s.top + 1; y < s.bottom; ++y)
      for (int x = s.left + 1; x < s.right; ++x)
        if ((x - s.left) % line == 0 || (y - s.top) % line == 0) steps += dwells[y * side + x];
    if (part > kSmallest) divide(s, part / 2, level + 1);
  }
};

__global__ void squares(Picture p, Square around, int side, int* refused) {
  const Square s = part_of(around, side, blockIdx.x, blockIdx.y);
  const int inside = inner_pixels(s);
  if (inside == 0) return;
  const int dwell = dwell_of_border(p, s);
  if (threadIdx.x != 0) return;
  if (dwell != kSeveral) {
    fill<<<blocks_for(inside), kBlock>>>();
  } else if (side == kSmallest) {
    leaf<<<blocks_for(inside), kBlock>>>();
  } else {
    squares<<<parts_of(s, side / 2), kBlock>>>(p, s, side / 2, refused);
  }
  if (cudaGetLastError() != cudaSuccess) atomicAdd(refused, 1);
}

extern "C" int recursive_picture(int* dwells, long long* steps, int* refused, View view, int side,
                                 int most, int pool) {
  *steps = 0;
  *refused = 0;
  if (side == 0) return cudaSuccess;
  draw_on_the_host(dwells, view, side, most);
  Plan plan{dwells, side};
  plan.first();
  *steps = plan.steps;
  DeviceArray<int> device_dwells, device_refused;
  TRY(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, pool));
  TRY(device_dwells.copy_of(dwells, side * side));
  TRY(device_refused.allocate(1));
  TRY(cudaMemset(device_refused.data, 0, sizeof(int)));
  first_lines<<<blocks_for(side * side), kBlock>>>();
  const Picture p{device_dwells.data, side, most, view, nullptr};
  if (side > 1)
    squares<<<parts_of(whole(p), kFirst), kBlock>>>(p, whole(p), kFirst, device_refused.data);
  TRY(cudaGetLastError());
  return device_refused.copy_to(refused, 1);
}

__global__ void squares_of_level(const int* counts, int level) {
  if (thread_in_grid() != 0 || level + 1 == kLevels || counts[level + 1] == 0) return;
  squares_of_level<<<counts[level + 1], kBlock, 0, cudaStreamFireAndForget>>>(counts, level + 1);
  keep_error(cudaGetLastError());
}

extern "C" int level_picture(int* dwells, long long* steps, View view, int side, int most) {
  *steps = 0;
  if (side == 0) return cudaSuccess;
  draw_on_the_host(dwells, view, side, most);
  Plan plan{dwells, side};
  plan.first();
  *steps = plan.steps;
  DeviceArray<int> counts;
  TRY(clear_error());
  TRY(counts.copy_of(plan.squares, kLevels));
  first_lines<<<blocks_for(side * side), kBlock>>>();
  if (side > 1) squares_of_level<<<plan.squares[0], kBlock>>>(counts.data, 0);
  TRY(cudaGetLastError());
  TRY(cudaDeviceSynchronize());
  return read_error();
}
