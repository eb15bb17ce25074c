// Lesson 16's rules on the host: which cells must be divided, and what leaves hold.
__host__ __device__ float at_probe(Cell cell, int i, Field field) {
  const float side = side_of(cell), step = side / (kSide - 1);
  return field_at(field, cell.x * side + step * (i % kSide), cell.y * side + step * (i / kSide));
}

__host__ __device__ Leaf leaf_of(Cell cell, Field field) {
  return {cell,
          {at_probe(cell, 0, field), at_probe(cell, kSide - 1, field),
           at_probe(cell, kProbes - kSide, field), at_probe(cell, kProbes - 1, field)}};
}

bool must_divide_on_the_host(Cell cell, const Rules& rules) {
  if (cell.level < rules.first_level) return true;
  if (cell.level == rules.max_level) return false;
  const Leaf leaf = leaf_of(cell, rules.field);
  for (int i = 0; i < kProbes; ++i) {
    const float value = at_probe(cell, i, rules.field);
    const float expected = bilerp(leaf.corners, static_cast<float>(i % kSide) / (kSide - 1),
                               static_cast<float>(i / kSide) / (kSide - 1));
    if (isfinite(value) != isfinite(expected)) return true;
    if (isfinite(value) && !(fabsf(value - expected) <= rules.tolerance)) return true;
  }
  return false;
}

Cell part_on_the_host(Cell cell, int q) {
  return {cell.level + 1, 2 * cell.x + q % 2, 2 * cell.y + q / 2};
}
