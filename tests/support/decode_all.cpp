#include "tests/support/decode_all.h"

namespace tp::test {
namespace {

std::string rowText(const EventRow& row) {
  std::string text = std::to_string(row.time);
  for (std::string_view part : {row.kind, row.name, row.comm, row.buffer, row.stream, std::string_view(row.args)}) {
    text += '|';
    text += part;
  }
  for (int64_t number :
       {int64_t{row.cpu}, row.pid, row.tid, int64_t{row.depth}, row.count, static_cast<int64_t>(row.addr)})
    text += '|' + std::to_string(number);
  return text;
}

}  // namespace

std::vector<std::string> rowsOf(RecordDriver& driver, const RecordBatch& batch) {
  std::vector<std::string> rows;
  EventRow row;
  for (uint32_t i = 0; i < batch.count; ++i) {
    row.clear();
    // An end that no record tells, as of what was open when records were lost, has no words of its own.
    const Record& record = batch.records[i];
    bool ends = record.kind == RecordKind::End || record.kind == RecordKind::Cut;
    bool told = !ends || record.size > 0 || (record.flags & kDerived) == 0;
    if (told) driver.describe(batch, i, row);
    rows.push_back(rowText(row));
  }
  return rows;
}

Decoded decodeStream(TraceReader& reader, const FileSet& files, size_t stream, size_t pieceBytes) {
  Decoded out;
  auto driver = makeDriver(reader, stream);
  RecordBatch batch;
  while (driver->pull(batch, files, pieceBytes) == RecordDriver::Step::Batch) {
    out.records.insert(out.records.end(), batch.records.begin(), batch.records.begin() + batch.count);
    for (std::string& row : rowsOf(*driver, batch)) out.rows.push_back(std::move(row));
  }
  return out;
}

size_t unitCount(const TraceReader& reader) {
  return reader.streams().size() + reader.merges().size();
}

uint64_t exercise(const FileSet& files) {
  auto reader = openTrace(files);
  if (!reader) return 0;
  uint64_t records = 0;
  for (size_t stream = 0; stream < unitCount(**reader); ++stream)
    records += decodeStream(**reader, files, stream, 4096).records.size();
  return records;
}

FileSet fileInMemory(const std::string& path, std::string bytes) {
  FileSet files;
  files.add(path, std::make_shared<MemorySource>(std::string_view(bytes)));
  return files;
}

}  // namespace tp::test
