// Function ids to names and source lines, as far as a map of the program is at hand; without one, ids stand for
// themselves until it comes.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/formats/xray/function_map.h"
#include "core/formats/xray/source_lines.h"
#include "core/io/warning_log.h"
#include "core/trace/names.h"

namespace tp::xray {

class FunctionNames {
 public:
  // Both outlive it.
  FunctionNames(NameTable& names, WarningLog& warnings) : names_(names), warnings_(warnings) {}

  NameId of(uint32_t id) {
    if (id < ids_.size() && ids_[id] != kNoName) return ids_[id];
    return make(id);
  }

  // By id, as far as they have been asked for: else kNoName, or beyond the end. Holds until the next is.
  std::span<const NameId> given() const { return ids_; }

  bool known() const { return !map_.empty(); }
  const FunctionMap& map() const { return map_; }
  // Names that were given out as ids before are changed, and appended to `renamed`.
  void adopt(FunctionMap map, std::vector<NameId>& renamed);

  // Where the function was written, as SourceLines has it; empty where there is no program that says so. For whoever
  // selects a call: takes the time to read what the program says of all of a file's functions.
  std::string sourceOf(uint32_t id);

 private:
  NameId make(uint32_t id);
  NameId unnamed(uint32_t id) const;
  void findRepeated();
  // Takes the name of an id that the map has to `take(FunctionName)`.
  template <class Take>
  void named(uint32_t id, const Take& take) const;
  bool inMap(uint32_t id) const { return id > 0 && id <= map_.names.size() && !map_.names[id - 1].empty(); }
  void misfit();

  NameTable& names_;
  WarningLog& warnings_;
  FunctionMap map_;
  std::unordered_set<std::string_view> repeated_;  // names of the map that several ids have
  std::unique_ptr<SourceLines> lines_;             // of a program that has been asked about
  std::vector<NameId> ids_;                        // by id, as far as it is not far beyond the others
  std::unordered_map<uint32_t, NameId> others_;    // of a few that are, and what damage makes of ids
  size_t met_ = 0;                                 // of ids_
  bool misfitTold_ = false;
};

}  // namespace tp::xray
