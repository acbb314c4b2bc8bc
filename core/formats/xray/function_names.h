// Names and source lines of functions by id, if a map of the function's object (the program, or a library) is at hand.
// Until then, ids serve as names.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/decode/written_function.h"
#include "core/formats/xray/fdr_records.h"
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
    if (id < program_.ids.size() && program_.ids[id] != kNoName) return program_.ids[id];
    return make(id);
  }

  // Returns the names given out so far to functions of the program, by id. Other ids have kNoName, or are beyond the
  // end. Valid until the next of().
  std::span<const NameId> given() const { return program_.ids; }

  // Returns null if there is no map of the object.
  const FunctionMap* mapOf(uint32_t object) const;
  // Returns the maps that are used, in the order of their objects.
  std::vector<const FunctionMap*> maps() const;
  // Uses the names of `map` for its object from now on. Names that were given out before are changed, and appended to
  // `renamed`.
  void adopt(FunctionMap map, std::vector<NameId>& renamed);

  // Returns where the function was written, as SourceLines does; empty if there is no program that says so. The first
  // call for a unit takes the time to read the unit's line table, so it is for the details of a selected call only.
  std::string sourceOf(uint32_t id);
  // The same for the names that were given out, as TraceReader::writtenFunctions() has it.
  size_t written(size_t from, std::vector<WrittenFunction>& out);

 private:
  // The program or a library. Functions have a number in it, from 1 on.
  struct Object {
    FunctionMap map;
    std::unordered_set<std::string_view> repeated;  // Names that several numbers of the map share.
    std::unique_ptr<SourceLines> lines;             // Null before the first sourceOf().
    std::vector<NameId> ids;                        // By number, for those that are not far beyond the others.
    size_t met = 0;                                 // Number of names in `ids`.
    bool misfitTold = false;

    bool inMap(uint32_t number) const {
      return number > 0 && number <= map.names.size() && !map.names[number - 1].empty();
    }
    void findRepeated();
    const SourceLines::Place* placeOf(uint32_t number);
  };

  NameId make(uint32_t id);
  NameId unnamed(uint32_t id) const;
  Object& object(uint32_t number) { return number == 0 ? program_ : libraries_[number]; }
  // Calls `take(FunctionName)` with the name of an id that is in the object's map.
  template <class Take>
  void named(const Object& object, uint32_t id, const Take& take) const;
  void misfit(Object& object);

  NameTable& names_;
  WarningLog& warnings_;
  Object program_;
  std::map<uint32_t, Object> libraries_;         // By object.
  std::unordered_map<uint32_t, NameId> others_;  // By id: the few that are far beyond others, and those of damage.
};

}  // namespace tp::xray
