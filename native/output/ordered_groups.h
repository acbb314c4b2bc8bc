// OrderedGroups writes a Parquet file of parts that several threads encode. The parts lie in the file in their order,
// whichever thread is done first: what comes before its turn waits in a temporary file, which the system removes.
#pragma once

#include <atomic>
#include <cstdio>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "core/parquet/file_writer.h"

namespace tp::native {

class OrderedGroups {
 public:
  // As FileWriter.
  OrderedGroups(std::vector<parquet::Column> columns, parquet::Codec codec, parquet::Sink sink)
      : file_(std::move(columns), codec, std::move(sink)) {}

  const std::vector<parquet::Column>& columns() const { return file_.columns(); }
  parquet::Codec codec() const { return file_.codec(); }

  // By any thread: ends a row group, if it has rows. It is the next one of its part. Returns false if the file can't be
  // written any more.
  bool add(size_t part, parquet::GroupWriter& group);
  // By any thread: the part is complete.
  bool endPart(size_t part);
  // When all parts are complete: completes the file. Returns false if it could not be written.
  bool finish();
  // Why a part could not wait; empty if all went well.
  const std::string& error() const { return error_; }

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  // What waits of a part.
  struct Early {
    std::unique_ptr<std::FILE, Close> file;
    std::vector<std::pair<parquet::RowGroup, size_t>> groups;  // and how many bytes each has
    bool complete = false;
  };

  bool fail();
  bool keep(Early& early, parquet::GroupWriter& group);
  bool write(Early& early);

  std::mutex mutex_;
  parquet::FileWriter file_;
  size_t turn_ = 0;  // the part that is written directly
  std::map<size_t, Early> early_;
  bool failed_ = false;
  std::string error_;
};

}  // namespace tp::native
