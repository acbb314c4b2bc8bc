// Names and source lines of functions by id, if a map of the program is at hand. Until then, ids serve as names.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/decode/written_function.h"
#include "core/formats/xray/function_map.h"
#include "core/formats/xray/source_lines.h"
#include "core/io/warning_log.h"
#include "core/trace/names.h"

namespace tp::xray {

class FunctionNames {
 public:
  // `names` and `warnings` outlive this object.
  FunctionNames(NameTable& names, WarningLog& warnings) : names_(names), warnings_(warnings) {}

  // Returns the name of a function, and makes it on the first call for this id.
  NameId of(uint32_t id) {
    if (id < ids_.size() && ids_[id] != kNoName) return ids_[id];
    return make(id);
  }

  // Returns the names given out so far, by id. Other ids have kNoName, or are beyond the end. Valid until the next
  // of().
  std::span<const NameId> given() const { return ids_; }

  bool known() const { return !map_.empty(); }
  const FunctionMap& map() const { return map_; }
  // Uses the names of `map` from now on. Names that were given out before are changed, and appended to `renamed`.
  void adopt(FunctionMap map, std::vector<NameId>& renamed);

  // Returns where the function was written, as SourceLines does; empty if there is no program that says so. The first
  // call for a unit takes the time to read the unit's line table, so it is for the details of a selected call only.
  std::string sourceOf(uint32_t id);
  // The same for the names that were given out, as TraceReader::writtenFunctions() has it.
  size_t written(size_t from, std::vector<WrittenFunction>& out);

 private:
  NameId make(uint32_t id);
  NameId unnamed(uint32_t id) const;
  void findRepeated();
  const SourceLines::Place* placeOf(uint32_t id);
  // Calls `take(FunctionName)` with the name of an id that is in the map.
  template <class Take>
  void named(uint32_t id, const Take& take) const;
  bool inMap(uint32_t id) const { return id > 0 && id <= map_.names.size() && !map_.names[id - 1].empty(); }
  void misfit();

  NameTable& names_;
  WarningLog& warnings_;
  FunctionMap map_;
  std::unordered_set<std::string_view> repeated_;  // Names that several ids of the map share.
  std::unique_ptr<SourceLines> lines_;             // Null before the first sourceOf().
  std::vector<NameId> ids_;                        // By id, for ids that are not far beyond the others.
  std::unordered_map<uint32_t, NameId> others_;    // The few ids that are, and ids that are due to damage.
  size_t met_ = 0;                                 // Number of names in ids_.
  bool misfitTold_ = false;
};

}  // namespace tp::xray
