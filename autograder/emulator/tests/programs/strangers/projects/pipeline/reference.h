#pragma once
#include <vector>

typedef std::vector<unsigned char> Bytes;
Bytes filter(const Bytes &in, int w, int h, const int (&k)[9], int shift);
int components(const Bytes &in, int w, int h, std::vector<int> &labels);
