#include "core/parquet/footer.h"

#include <cstring>

#include "core/parquet/thrift.h"
#include "core/text/visible_text.h"

namespace tp::parquet {
namespace {

using Thrift = ThriftWriter::Type;

// In this file, numbers of fields are those of the struct of parquet.thrift that a function is named after.

// Of the enum Type.
int32_t physicalType(Type type) {
  constexpr int32_t kInt64 = 2, kDouble = 5, kByteArray = 6;
  return type == Type::Integer ? kInt64 : type == Type::Real ? kDouble : kByteArray;
}

void writeSchemaElement(ThriftWriter& out, const Column& column) {
  constexpr int32_t kOptional = 1, kUtf8 = 0;
  out.beginElement();
  out.int32(1, physicalType(column.type));
  out.int32(3, kOptional);
  out.binary(4, validUtf8(column.name));
  if (column.type == Type::Text) {
    out.int32(6, kUtf8);
    out.begin(10);  // LogicalType
    out.begin(1);   // StringType, which is empty
    out.end();
    out.end();
  }
  out.end();
}

void writeSchema(ThriftWriter& out, std::span<const Column> columns) {
  out.list(2, Thrift::Struct, columns.size() + 1);
  out.beginElement();
  out.binary(4, "schema");
  out.int32(5, static_cast<int32_t>(columns.size()));
  out.end();
  for (const Column& column : columns) writeSchemaElement(out, column);
}

void writeStatistics(ThriftWriter& out, Type type, const Statistics& statistics) {
  out.int64(3, static_cast<int64_t>(statistics.nulls));
  if (statistics.bounded) {
    out.binary(5, statistics.most);
    out.binary(6, statistics.least);
  }
  if (type == Type::Real) out.int64(9, static_cast<int64_t>(statistics.nans));
}

void writeColumnMetaData(ThriftWriter& out, const Column& column, Codec codec, const ColumnChunk& chunk, uint64_t rows,
                         uint64_t offset) {
  const ChunkSizes& sizes = chunk.sizes;
  out.int32(1, physicalType(column.type));
  out.list(2, Thrift::Int32, sizes.encodings.size());
  for (Encoding encoding : sizes.encodings) out.element(static_cast<int32_t>(encoding));
  out.list(3, Thrift::Binary, 1);
  out.element(validUtf8(column.name));
  out.int32(4, static_cast<int32_t>(codec));
  out.int64(5, static_cast<int64_t>(rows));
  out.int64(6, static_cast<int64_t>(sizes.unpacked));
  out.int64(7, static_cast<int64_t>(sizes.packed));
  out.int64(9, static_cast<int64_t>(offset + sizes.dictionary));
  if (sizes.dictionary > 0) out.int64(11, static_cast<int64_t>(offset));
  out.begin(12);
  writeStatistics(out, column.type, chunk.statistics);
  out.end();
}

void writeRowGroup(ThriftWriter& out, std::span<const Column> columns, Codec codec, const RowGroup& group) {
  uint64_t unpacked = 0, packed = 0;
  out.beginElement();
  out.list(1, Thrift::Struct, columns.size());
  for (size_t i = 0; i < columns.size(); ++i) {
    const ColumnChunk& chunk = group.columns[i];
    out.beginElement();  // ColumnChunk
    out.int64(2, 0);
    out.begin(3);
    writeColumnMetaData(out, columns[i], codec, chunk, group.rows, group.offset + packed);
    out.end();
    out.end();
    unpacked += chunk.sizes.unpacked;
    packed += chunk.sizes.packed;
  }
  out.int64(2, static_cast<int64_t>(unpacked));
  out.int64(3, static_cast<int64_t>(group.rows));
  out.int64(5, static_cast<int64_t>(group.offset));
  out.int64(6, static_cast<int64_t>(packed));
  out.end();
}

}  // namespace

void appendFooter(std::string& out, std::span<const Column> columns, Codec codec, std::span<const RowGroup> groups) {
  const size_t begin = out.size();
  uint64_t rows = 0;
  for (const RowGroup& group : groups) rows += group.rows;
  ThriftWriter file(out);
  file.int32(1, 1);  // the version, which readers go by little: encodings of 2 are marked by themselves
  writeSchema(file, columns);
  file.int64(3, static_cast<int64_t>(rows));
  file.list(4, Thrift::Struct, groups.size());
  for (const RowGroup& group : groups) writeRowGroup(file, columns, codec, group);
  file.binary(6, "tracepane");
  // Values are ordered as their types are. Without this, readers may not use the statistics.
  file.list(7, Thrift::Struct, columns.size());
  for (size_t i = 0; i < columns.size(); ++i) {
    file.beginElement();  // ColumnOrder
    file.begin(1);        // TypeDefinedOrder, which is empty
    file.end();
    file.end();
  }
  file.end();
  const auto length = static_cast<uint32_t>(out.size() - begin);
  char bytes[sizeof length];
  std::memcpy(bytes, &length, sizeof length);
  out.append(bytes, sizeof bytes);
  out += kMark;
}

}  // namespace tp::parquet
