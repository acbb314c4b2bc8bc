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

namespace tp {

class CallArguments {
 public:
  // Takes all records of a stream in their order. If the record ends a call, returns the text of the call's entry,
  // valid until the next record; else returns an empty text. `wordsOf()` returns the text of the record itself.
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
