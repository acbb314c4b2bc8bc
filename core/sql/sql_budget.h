// What a query may use before it is stopped.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <utility>

namespace tp {

struct SqlLimits {
  // Bytes that SQLite may have in memory, in the whole process: its library counts all connections together. What
  // sorting takes beyond a part of that goes to temporary files, which SQLite removes.
  uint64_t heapBytes = uint64_t{256} << 20;
  // Steps of SQLite's machine without a row of the trace: a recursion without an end reads nothing.
  uint64_t idleSteps = uint64_t{1} << 30;
  double seconds = 0;  // of one query; 0: as long as it takes
};

// Follows one query at a time.
class SqlBudget {
 public:
  enum class Stop : uint8_t { No, Cancelled, Idle, Time };

  // `cancelled` must outlive this. `meanwhile`, which may be null, is called often while a query runs.
  SqlBudget(const SqlLimits& limits, const std::atomic<bool>& cancelled, std::function<void()> meanwhile = {})
      : limits_(limits), cancelled_(cancelled), meanwhile_(std::move(meanwhile)) {}

  void begin() {
    stop_ = Stop::No;
    idle_ = rows_ = 0;
    began_ = std::chrono::steady_clock::now();
  }
  // A row of the trace is to be read. Returns whether the query is to be stopped.
  bool row() {
    idle_ = 0;
    return ++rows_ % kLook == 1 ? spend(0) : stop_ != Stop::No;
  }
  // Counts rows of the trace that were read without being handed over.
  void passOver(uint64_t rows) { rows_ += rows; }
  // So many further steps were made. Returns whether the query is to be stopped.
  bool spend(uint64_t steps) {
    idle_ += steps;
    if (stop_ != Stop::No) return true;
    if (meanwhile_) meanwhile_();
    if (cancelled_) stop_ = Stop::Cancelled;
    if (idle_ > limits_.idleSteps) stop_ = Stop::Idle;
    if (limits_.seconds > 0 && seconds() > limits_.seconds) stop_ = Stop::Time;
    return stop_ != Stop::No;
  }
  Stop stopped() const { return stop_; }
  // Rows of the trace that were read since begin().
  uint64_t rows() const { return rows_; }

 private:
  static constexpr uint64_t kLook = 256;

  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count(); }

  SqlLimits limits_;
  const std::atomic<bool>& cancelled_;
  const std::function<void()> meanwhile_;
  uint64_t idle_ = 0;
  uint64_t rows_ = 0;
  std::chrono::steady_clock::time_point began_;
  Stop stop_ = Stop::No;
};

}  // namespace tp
