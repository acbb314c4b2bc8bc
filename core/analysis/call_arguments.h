// What entries of calls told of arguments, for the exits of these calls: a filter that asks for an argument and for how
// long the call took, or what it returned, asks for what two records have.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/decode/record.h"

namespace tp {

class CallArguments {
 public:
  // All records of a stream in their order. Where the record ends a call, its entry's words: valid until the next
  // record; else none. `wordsOf()` says those of the record.
  template <class WordsOf>
  std::string_view add(size_t stream, const Record& record, WordsOf&& wordsOf) {
    if (record.kind == RecordKind::Lost) open_.erase({stream, record.track});
    const bool ends = record.kind == RecordKind::End || record.kind == RecordKind::Cut;
    if (record.kind != RecordKind::Begin && !ends) return {};
    std::vector<Call>& calls = open_[{stream, record.track}];
    if (record.kind == RecordKind::Begin) {
      calls.resize(record.depth);
      calls.push_back({record.name, std::string(wordsOf())});
      return {};
    }
    const bool known =
        record.kind == RecordKind::End && record.depth < calls.size() && calls[record.depth].name == record.name;
    if (known) ended_ = std::move(calls[record.depth].words);
    calls.resize(std::min<size_t>(calls.size(), record.depth));
    return known ? std::string_view(ended_) : std::string_view();
  }

 private:
  struct Call {
    NameId name = kNoName;
    std::string words;
  };
  std::map<std::pair<size_t, TrackId>, std::vector<Call>> open_;  // by depth
  std::string ended_;
};

}  // namespace tp
