// The arguments of what is drawn: what the record says that begins a slice, and what the one says that ends it; of an
// instant, what its record says.
#pragma once

#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/tables/table_trace.h"

namespace tp {

struct DrawnArg {
  int64_t set = 0;       // as args.arg_set_id
  int64_t position = 0;  // tells the arguments of a set apart
  std::string key, shown;
  Cell value;  // its text is `text`
  std::string text;

  size_t bytes() const { return sizeof(DrawnArg) + key.size() + shown.size() + text.size(); }
};

// A scan of the arguments of the sets `least` to `most`.
class DrawnArgScan {
 public:
  DrawnArgScan(TableTrace& trace, int64_t least, int64_t most, std::optional<std::string> key);
  ~DrawnArgScan();

  // Appends some arguments, perhaps none. Returns false when there are no more, or when the query is cancelled.
  bool fill(std::vector<DrawnArg>& out);
  // From now on, of the sets before `least` and after `most` no arguments are wanted any more.
  void narrow(int64_t least, int64_t most);

 private:
  class Rows;
  class Things;
  std::unique_ptr<Things> things_;
  TableQuery query_;
  std::unique_ptr<Rows> rows_;
  std::unique_ptr<CodedBatch> batch_;
};

// Looks sets up. The sets of what begins near to each other are decoded together, and kept for the next questions.
class DrawnArgs {
 public:
  static constexpr size_t kMaxBytes = size_t{32} << 20;

  // About `mostBytes` are kept, and a quarter of that of one part of the trace. The trace must outlive this.
  explicit DrawnArgs(TableTrace& trace, size_t mostBytes = kMaxBytes) : trace_(trace), mostBytes_(mostBytes) {}

  // Returns the arguments of a set, valid until the next call.
  std::span<const DrawnArg> of(int64_t set);

 private:
  struct Part {
    int64_t least = 0, most = 0;  // of the sets
    bool tooLarge = false;        // it is a single set, of which nothing is kept
    size_t bytes = 0;
    std::vector<DrawnArg> args;  // by their sets
  };
  using Parts = std::list<Part>;

  bool notePoints(size_t unit);
  Part& partOf(int64_t set);
  static bool cut(Part& part, int64_t set);
  void load(Part& part, int64_t set);

  TableTrace& trace_;
  const size_t mostBytes_;
  Parts parts_;  // the last that was asked for comes first
  std::map<int64_t, Parts::iterator> byLeast_;
  size_t bytes_ = 0;
  std::vector<DrawnArg> one_;  // a set that is not kept
};

}  // namespace tp
