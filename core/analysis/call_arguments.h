// CallArguments keeps what the entry of a call says of arguments until the exit: a filter that asks for an argument and
// for the duration or the return value asks for what is in two records.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/decode/record.h"
#include "core/decode/shown_value.h"

namespace tp {

class CallArguments {
 public:
  // Takes all records of a stream in their order. If the record ends a call, returns what the call's entry shows, valid
  // until the next record; else returns an empty text. `shownBy()` returns what the record itself shows.
  template <class ShownBy>
  ShownText add(size_t stream, const Record& record, ShownBy&& shownBy) {
    if (record.kind == RecordKind::Lost) open_.erase({stream, record.track});
    const bool ends = record.kind == RecordKind::End || record.kind == RecordKind::Cut;
    if (record.kind != RecordKind::Begin && !ends) return {};
    std::vector<Call>& calls = open_[{stream, record.track}];
    if (record.kind == RecordKind::Begin) {
      calls.resize(record.depth);
      const ShownText shown = shownBy();
      calls.push_back({record.name, std::string(shown.text), {shown.values.begin(), shown.values.end()}});
      return {};
    }
    const bool known =
        record.kind == RecordKind::End && record.depth < calls.size() && calls[record.depth].name == record.name;
    if (known) ended_ = std::move(calls[record.depth]);
    calls.resize(std::min<size_t>(calls.size(), record.depth));
    return known ? ShownText{ended_.text, ended_.values} : ShownText();
  }

 private:
  struct Call {
    NameId name = kNoName;
    std::string text;
    std::vector<ShownValue> values;
  };
  std::map<std::pair<size_t, TrackId>, std::vector<Call>> open_;  // by depth
  Call ended_;
};

}  // namespace tp
