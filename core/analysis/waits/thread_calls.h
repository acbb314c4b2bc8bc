// The calls of one thread that are open, as far as they are known.
#pragma once

#include "core/decode/record.h"
#include "core/index/call_stack.h"

namespace tp {

class ThreadCalls {
 public:
  // Takes the next record of the thread's track.
  void add(const Record& record);
  // Returns the innermost call; kNoName if the thread is in none, or if that is not known.
  NameId innermost() const;
  // Whether a record that is to be added shows that what is open now was open until then: the call ends that is the
  // innermost one, or it calls another one.
  bool confirmedBy(const Record& record) const;

 private:
  CallStack stack_;
};

}  // namespace tp
