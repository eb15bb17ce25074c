// Does the virtual clock rank the variants of a benchmark as the card does? Reads what the card
// measured (lessons/benchmarks/results) and what the same program says on the emulator:
//
//   emucc -o bezier lessons/benchmarks/bezier.cu
//   ./bezier once size=256,1000 | clock_ranking lessons/benchmarks/results/h200-bezier.csv
//
// Two variants that solve the same problem are a pair if the card needs at least kClear times as
// long for one as for the other; the clock has to name the same one as the faster. Prints all rows
// with the ratio clock : card, the pairs that are turned, and how many there are. Returns 1 when
// any is turned, and 2 when there is nothing to compare.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace {

constexpr double kClear = 1.3;

struct Row {
  std::string problem, variant;
  double card = 0, clock = 0;  // milliseconds
};

std::vector<std::string> split(const std::string& line, char at) {
  std::vector<std::string> parts;
  std::istringstream in(line);
  for (std::string part; std::getline(in, part, at);) parts.push_back(part);
  return parts;
}

/// "12 places" of a note with places=12: the same variant may be there with several pools.
std::string places_in(const std::string& note) {
  for (const std::string& word : split(note, ' ')) {
    if (word.starts_with("places=")) return " (" + word.substr(7) + " places)";
  }
  return "";
}

/// Of a program's lines the problem and variant, and milliseconds in `card`. The parameter is a
/// part of the problem where that is a picture's largest dwell or the terms of a field, elsewhere
/// it is one of the variant.
bool read(const std::string& line, Row& row) {
  const std::vector<std::string> columns = split(line, ',');
  if (line.starts_with('#') || columns.size() < 8) return false;
  const std::string note = columns.size() > 8 ? columns[8] : "";
  row.problem = columns[0] + ", " + columns[1] + ", " + columns[2];
  row.variant = columns[4];
  if (columns[0].starts_with("mandelbrot")) {
    row.problem += ", dwell " + columns[3];
  } else if (columns[0] == "adaptive_grid") {
    row.problem += ", " + columns[3] + " terms";
  } else if (columns[0] == "bfs" && columns[3] != "0") {
    row.variant += " " + columns[3];
  }
  row.variant += places_in(note);
  row.card = std::atof(columns[5].c_str());
  return true;
}

std::map<std::string, double> read_card(const char* path) {
  std::ifstream file(path);
  std::map<std::string, double> card;
  Row row;
  for (std::string line; std::getline(file, line);) {
    if (read(line, row)) card.emplace(row.problem + row.variant, row.card);
  }
  return card;
}

/// The rows of the program's output that the card has too, those of a problem behind each other.
std::vector<Row> read_clock(std::istream& in, const std::map<std::string, double>& card) {
  std::vector<Row> rows;
  for (std::string line; std::getline(in, line);) {
    Row row;
    if (!read(line, row)) continue;
    const auto measured = card.find(row.problem + row.variant);
    row.clock = row.card;
    if (measured == card.end()) {
      std::printf("  not in the card's results: %s, %s\n", row.problem.c_str(),
                  row.variant.c_str());
      continue;
    }
    row.card = measured->second;
    const auto behind = std::find_if(
        rows.rbegin(), rows.rend(), [&](const Row& other) { return other.problem == row.problem; });
    rows.insert(behind == rows.rend() ? rows.end() : behind.base(), row);
  }
  return rows;
}

void print(const std::vector<Row>& rows) {
  const std::string* problem = nullptr;
  for (const Row& row : rows) {
    if (problem == nullptr || *problem != row.problem) {
      std::printf("%-46s %11s %12s %8s\n", row.problem.c_str(), "H200", "clock", "ratio");
    }
    problem = &row.problem;
    std::printf("    %-38s %9.4g ms %9.4g ms %7.2f\n", row.variant.c_str(), row.card, row.clock,
                row.clock / row.card);
  }
}

struct Pairs {
  int all = 0, turned = 0, far = 0;
};

Pairs compare(const std::vector<Row>& rows) {
  Pairs pairs;
  for (auto a = rows.begin(); a != rows.end(); ++a) {
    for (auto b = a + 1; b != rows.end(); ++b) {
      const double card = a->card / b->card, clock = a->clock / b->clock;
      if (a->problem != b->problem || std::max(card, 1 / card) < kClear) continue;
      ++pairs.all;
      const double off = std::max(card / clock, clock / card);
      if (off > 2) ++pairs.far;
      if ((card > 1) == (clock > 1)) continue;
      ++pairs.turned;
      std::printf("  TURNED: %s: %s : %s is %.3g on the clock, %.3g on the card\n",
                  a->problem.c_str(), a->variant.c_str(), b->variant.c_str(), clock, card);
    }
  }
  return pairs;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: PROGRAM once | ranking CARD.csv\n");
    return 2;
  }
  const std::vector<Row> rows = read_clock(std::cin, read_card(argv[1]));
  if (rows.empty()) {
    std::printf("no row of the program is among the card's in %s\n", argv[1]);
    return 2;
  }
  print(rows);
  const Pairs pairs = compare(rows);
  std::printf(
      "  %d pairs differ by more than %.1f on the card: the clock turns %d of them, and %d "
      "ratios are off by more than 2\n\n",
      pairs.all, kClear, pairs.turned, pairs.far);
  return pairs.turned != 0;
}
