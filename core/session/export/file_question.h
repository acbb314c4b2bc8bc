// A question whose answer is a file. The parts of the file are passed on as they come, in their order.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "core/session/question.h"

namespace tp {

class FileQuestion : public Question {
 public:
  // `put` is called with each part of the file, on the thread of the session.
  explicit FileQuestion(std::function<void(std::string_view)> put) : put_(std::move(put)) {}

  double share() const { return share_; }  // 0 to 1
  uint64_t bytes() const { return bytes_; }
  // Why there is no file, for the user; empty: there is one.
  const std::string& problem() const { return problem_; }
  // What the user should know of the file, as a part of a sentence; empty: nothing.
  virtual std::string remark() const { return {}; }

 protected:
  void put(std::string_view part) {
    bytes_ += part.size();
    put_(part);
  }

  double share_ = 0;
  std::string problem_;

 private:
  std::function<void(std::string_view)> put_;
  uint64_t bytes_ = 0;
};

}  // namespace tp
