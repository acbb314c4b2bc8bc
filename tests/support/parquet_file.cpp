#include "tests/support/parquet_file.h"

#include <gtest/gtest.h>
#include <zstd.h>

#include <cstring>

namespace tp::test {
namespace {

uint8_t takeByte(std::string_view& bytes) {
  if (bytes.empty()) {
    ADD_FAILURE() << "the bytes end too early";
    return 0;
  }
  const auto byte = static_cast<uint8_t>(bytes.front());
  bytes.remove_prefix(1);
  return byte;
}

std::string_view take(std::string_view& bytes, size_t count) {
  EXPECT_LE(count, bytes.size());
  const std::string_view out = bytes.substr(0, count);
  bytes.remove_prefix(std::min(count, bytes.size()));
  return out;
}

uint64_t takeVarint(std::string_view& bytes) {
  uint64_t out = 0;
  for (int shift = 0; shift < 64; shift += 7) {
    const uint8_t byte = takeByte(bytes);
    out |= uint64_t{byte & 0x7fu} << shift;
    if (byte < 0x80) break;
  }
  return out;
}

int64_t takeSigned(std::string_view& bytes) {
  const uint64_t value = takeVarint(bytes);
  return static_cast<int64_t>(value >> 1) ^ -static_cast<int64_t>(value & 1);
}

template <class T>
T takeAs(std::string_view& bytes) {
  T out{};
  const std::string_view from = take(bytes, sizeof out);
  std::memcpy(&out, from.data(), from.size());
  return out;
}

// Bit by bit, so that it is seen to be what the specification says.
uint64_t bitsAt(std::string_view bytes, size_t bit, int width) {
  uint64_t out = 0;
  for (int i = 0; i < width; ++i) {
    const size_t at = bit + static_cast<size_t>(i);
    out |= uint64_t{static_cast<uint8_t>(bytes[at / 8]) >> at % 8 & 1u} << i;
  }
  return out;
}

ThriftValue readValue(std::string_view& bytes, int type) {
  ThriftValue out;
  switch (type) {
    case 5:
    case 6:
      out.number = takeSigned(bytes);
      break;
    case 8:
      out.bytes = take(bytes, takeVarint(bytes));
      break;
    case 9: {
      const uint8_t head = takeByte(bytes);
      const uint64_t count = head >> 4 == 15 ? takeVarint(bytes) : head >> 4;
      for (uint64_t i = 0; i < count && !bytes.empty(); ++i) out.elements.push_back(readValue(bytes, head & 15));
      break;
    }
    case 12:
      return readThrift(bytes);
    default:
      ADD_FAILURE() << "no type of a field: " << type;
      bytes = {};
  }
  return out;
}

std::string unpacked(std::string_view page, int64_t codec, int64_t size) {
  if (codec == 0) return std::string(page);
  EXPECT_EQ(codec, 6);
  std::string out(static_cast<size_t>(size), '\0');
  EXPECT_EQ(ZSTD_decompress(out.data(), out.size(), page.data(), page.size()), out.size());
  return out;
}

std::string takePlain(std::string_view& bytes, const std::string& type) {
  if (type == "INT64") return std::to_string(takeAs<int64_t>(bytes));
  if (type == "DOUBLE") return std::to_string(takeAs<double>(bytes));
  return std::string(take(bytes, takeAs<uint32_t>(bytes)));
}

// Reads `count` values, NULL left out.
std::vector<std::string> readValues(std::string_view bytes, int64_t encoding, const std::string& type, size_t count,
                                    const std::vector<std::string>& dictionary) {
  std::vector<std::string> out;
  if (encoding == 0)
    for (size_t i = 0; i < count; ++i) out.push_back(takePlain(bytes, type));
  if (encoding == 5)
    for (int64_t value : readDelta(bytes)) out.push_back(std::to_string(value));
  if (encoding == 6)
    for (int64_t length : readDelta(bytes)) out.emplace_back(static_cast<size_t>(length), '\0');
  if (encoding == 6)
    for (std::string& text : out) text = take(bytes, text.size());
  if (encoding == 8) {
    const int width = takeByte(bytes);
    for (int64_t number : readRuns(bytes, width, count)) out.push_back(dictionary.at(static_cast<size_t>(number)));
  }
  EXPECT_EQ(out.size(), count) << "encoding " << encoding;
  EXPECT_TRUE(bytes.empty()) << "encoding " << encoding;
  return out;
}

void readChunk(std::string_view file, const ThriftValue& metadata, ParquetColumn& column) {
  const int64_t begin = metadata.at(metadata.has(11) ? 11 : 9).number;
  std::string_view bytes = file.substr(static_cast<size_t>(begin), static_cast<size_t>(metadata.at(7).number));
  std::vector<std::string> dictionary;
  const char* firstData = nullptr;
  std::vector<int64_t>& encodings = column.encodings.emplace_back();
  size_t rows = 0;
  while (!bytes.empty()) {
    const char* at = bytes.data();
    const ThriftValue header = readThrift(bytes);
    const std::string_view packed = take(bytes, static_cast<size_t>(header.at(3).number));
    const std::string page = unpacked(packed, metadata.at(4).number, header.at(2).number);
    std::string_view rest = page;
    if (header.at(1).number == 2) {
      EXPECT_EQ(at, file.data() + begin);
      for (int64_t i = 0; i < header.at(7).at(1).number; ++i) dictionary.push_back(takePlain(rest, column.type));
      EXPECT_TRUE(rest.empty());
      continue;
    }
    EXPECT_EQ(header.at(1).number, 0);
    if (firstData == nullptr) firstData = at;
    const auto count = static_cast<size_t>(header.at(5).at(1).number);
    rows += count;
    std::string_view coded = take(rest, takeAs<uint32_t>(rest));
    const std::vector<int64_t> levels = readRuns(coded, 1, count);
    size_t values = 0;
    for (int64_t level : levels) values += static_cast<size_t>(level);
    encodings.push_back(header.at(5).at(2).number);
    const std::vector<std::string> read = readValues(rest, encodings.back(), column.type, values, dictionary);
    size_t next = 0;
    for (int64_t level : levels) column.values.push_back(level == 1 ? std::optional(read.at(next++)) : std::nullopt);
  }
  EXPECT_EQ(firstData, file.data() + metadata.at(9).number);
  EXPECT_EQ(static_cast<int64_t>(rows), metadata.at(5).number);
}

}  // namespace

const ThriftValue& ThriftValue::at(int field) const {
  EXPECT_TRUE(has(field)) << "field " << field;
  return fields.at(field);
}

ThriftValue readThrift(std::string_view& bytes) {
  ThriftValue out;
  int field = 0;
  while (const uint8_t head = takeByte(bytes)) {
    field = head >> 4 == 0 ? static_cast<int>(takeSigned(bytes)) : field + (head >> 4);
    out.fields[field] = readValue(bytes, head & 15);
  }
  return out;
}

std::vector<int64_t> readDelta(std::string_view& bytes) {
  const uint64_t block = takeVarint(bytes), miniblocks = takeVarint(bytes), count = takeVarint(bytes);
  std::vector<int64_t> out = {takeSigned(bytes)};
  EXPECT_EQ(block % 128, 0u);
  EXPECT_EQ(block / miniblocks % 32, 0u);
  while (out.size() < count && !bytes.empty()) {
    const int64_t least = takeSigned(bytes);
    const std::string_view widths = take(bytes, miniblocks);
    for (size_t mini = 0; mini < miniblocks && out.size() < count; ++mini) {
      const int width = static_cast<uint8_t>(widths[mini]);
      const size_t values = block / miniblocks;
      const std::string_view packed = take(bytes, values * static_cast<size_t>(width) / 8);
      for (size_t i = 0; i < values && out.size() < count; ++i) {
        const uint64_t delta = bitsAt(packed, i * static_cast<size_t>(width), width) + static_cast<uint64_t>(least);
        out.push_back(static_cast<int64_t>(static_cast<uint64_t>(out.back()) + delta));
      }
    }
  }
  EXPECT_EQ(out.size(), count);
  return out;
}

std::vector<int64_t> readRuns(std::string_view& bytes, int width, size_t count) {
  std::vector<int64_t> out;
  while (out.size() < count && !bytes.empty()) {
    const uint64_t head = takeVarint(bytes);
    if ((head & 1) != 0) {
      const std::string_view packed = take(bytes, (head >> 1) * static_cast<size_t>(width));
      for (size_t i = 0; i < (head >> 1) * 8; ++i)
        out.push_back(static_cast<int64_t>(bitsAt(packed, i * static_cast<size_t>(width), width)));
    } else {
      const std::string_view packed = take(bytes, (static_cast<size_t>(width) + 7) / 8);
      out.insert(out.end(), head >> 1, static_cast<int64_t>(bitsAt(packed, 0, static_cast<int>(packed.size()) * 8)));
    }
  }
  EXPECT_GE(out.size(), count);
  EXPECT_LT(out.size(), count + 8);  // what fills up the last group
  out.resize(count);
  return out;
}

ParquetFile readParquet(std::string_view bytes) {
  ParquetFile out;
  const bool marked = bytes.size() > 12 && bytes.substr(0, 4) == "PAR1" && bytes.substr(bytes.size() - 4) == "PAR1";
  EXPECT_TRUE(marked);
  if (!marked) return out;
  std::string_view end = bytes.substr(bytes.size() - 8);
  const auto length = takeAs<uint32_t>(end);
  std::string_view footer = bytes.substr(bytes.size() - 8 - length, length);
  out.footer = readThrift(footer);
  EXPECT_TRUE(footer.empty());
  const std::vector<ThriftValue>& schema = out.footer.at(2).elements;
  EXPECT_EQ(schema.front().at(5).number + 1, static_cast<int64_t>(schema.size()));
  for (size_t i = 1; i < schema.size(); ++i) {
    const std::map<int64_t, std::string> types = {{2, "INT64"}, {5, "DOUBLE"}, {6, "TEXT"}};
    out.columns.push_back({schema[i].at(4).bytes, types.at(schema[i].at(1).number), {}, {}, {}});
    EXPECT_EQ(schema[i].has(10), out.columns.back().type == "TEXT");
  }
  for (const ThriftValue& group : out.footer.at(4).elements) {
    EXPECT_EQ(group.at(1).elements.size(), out.columns.size());
    for (size_t i = 0; i < out.columns.size(); ++i) {
      const ThriftValue& metadata = group.at(1).elements.at(i).at(3);
      EXPECT_EQ(metadata.at(5).number, group.at(3).number);
      out.columns[i].metadata.push_back(metadata);
      readChunk(bytes, metadata, out.columns[i]);
    }
  }
  for (const ParquetColumn& column : out.columns)
    EXPECT_EQ(static_cast<int64_t>(column.values.size()), out.footer.at(3).number);
  return out;
}

}  // namespace tp::test
