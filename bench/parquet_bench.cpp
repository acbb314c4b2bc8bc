// Speed of writing Parquet, on one core, by rows like those of the table of slices: 18 columns, of which a few differ
// from row to row.
#include <benchmark/benchmark.h>

#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "core/parquet/row_writer.h"

namespace {

using tp::parquet::Codec;
using tp::parquet::Type;

constexpr size_t kRows = 1 << 16, kBatch = 512;
constexpr int64_t kNull = std::numeric_limits<int64_t>::min();

// As slice has them: t is a text by its number.
constexpr std::string_view kTypes = "iiiittiiitiitiitit";

std::vector<int64_t> slices() {
  std::mt19937_64 random(1);
  std::vector<int64_t> out;
  int64_t now = 1'000'000'000'000, depth = 0, id = 0;
  for (size_t i = 0; i < kRows; ++i) {
    const auto shape = static_cast<int64_t>(random());
    const int64_t duration = 100 + (shape & 0xfff), back = shape >> 12 & 7;
    depth = depth == 0 ? back : depth - 1;
    now += 50 + (shape >> 16 & 0xff);
    id += 2;
    const int64_t row[] = {id - back, now - duration,
                           duration,  7,
                           0,         shape >> 24 & 63,
                           depth,     id - back - 2,
                           now,       kNull,
                           3,         4411,
                           1,         2,
                           4400,      1,
                           kNull,     kNull};
    out.insert(out.end(), std::begin(row), std::end(row));
  }
  return out;
}

void write(benchmark::State& state, Codec codec) {
  const std::vector<int64_t> rows = slices();
  std::vector<tp::parquet::Column> columns;
  for (char type : kTypes)
    columns.push_back({"c" + std::to_string(columns.size()), type == 'i' ? Type::Integer : Type::Text});
  std::vector<std::string> names;
  names.reserve(64);
  for (int i = 0; i < 64; ++i) names.push_back("function number " + std::to_string(i));
  std::vector<uint32_t> batch(kBatch);
  std::iota(batch.begin(), batch.end(), 0u);
  uint64_t bytes = 0, written = 0;
  while (state.KeepRunning()) {
    tp::parquet::RowWriter writer(columns, codec, [&](std::string_view part) {
      bytes += part.size();
      return true;
    });
    for (int round = 0; round < 16; ++round) {
      for (size_t at = 0; at < kRows; at += kBatch) {
        for (size_t i = 0; i < columns.size(); ++i) {
          const tp::parquet::ColumnWriter::Cells cells{rows.data() + at * columns.size() + i, columns.size(), kNull};
          if (columns[i].type == Type::Integer) {
            writer.column(i).addIntegers(cells, batch);
          } else {
            writer.column(i).addCodes(cells, batch,
                                      [&](int64_t code) { return std::string_view(names[static_cast<size_t>(code)]); });
          }
        }
        writer.endRows(kBatch);
      }
    }
    writer.finish();
    written += writer.rows();
  }
  state.counters["rows/s"] = benchmark::Counter(static_cast<double>(written), benchmark::Counter::kIsRate);
  state.counters["bytes/row"] = static_cast<double>(bytes) / static_cast<double>(written);
}
BENCHMARK_CAPTURE(write, none, Codec::None)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(write, zstd, Codec::Zstd)->Unit(benchmark::kMillisecond);

}  // namespace
