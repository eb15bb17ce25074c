#include "reference.h"

#include <algorithm>
#include <queue>

using std::clamp;

Bytes filter(const Bytes &in, int w, int h, const int (&k)[9], int shift)
{
    Bytes out(in.size());
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int s = 0;
            for (int j = 0; j < 9; j++)
                s += k[j] * in[clamp(y + j / 3 - 1, 0, h - 1) * w + clamp(x + j % 3 - 1, 0, w - 1)];
            out[y * w + x] = (unsigned char)clamp(s >> shift, 0, 255);
        }
    return out;
}

int components(const Bytes &in, int w, int h, std::vector<int> &labels)
{
    int count = 0;
    labels.assign(in.size(), -1);
    for (int i = 0; i < w * h; i++) {
        if (!in[i] || labels[i] >= 0) continue;
        ++count;
        std::queue<int> todo;
        todo.push(i);
        labels[i] = i;
        while (!todo.empty()) {
            int p = todo.front(), x = p % w, y = p / w;
            todo.pop();
            auto visit = [&](int q) { if (in[q] && labels[q] < 0) labels[q] = i, todo.push(q); };
            if (x > 0) visit(p - 1);
            if (x + 1 < w) visit(p + 1);
            if (y > 0) visit(p - w);
            if (y + 1 < h) visit(p + w);
        }
    }
    return count;
}
