// The warnings of a trace, in an order of their own: which of them are kept, in which order, and how many are counted
// does not depend on which worker reports them, nor on when.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/io/status.h"

namespace tp {

// A warning and its place in the order.
struct ToldWarning {
  // For a warning about a file as a whole (one without offset) that was found after the trace was opened. Every worker
  // that reads the file may report it; it is counted once, and stands after what was found when the trace was opened,
  // ordered by its text.
  static constexpr uint64_t kAside = ~uint64_t{0};

  // Who reported it: 0 for the trace as a whole, when it was opened or got more files; 1 + the stream or merge, as
  // TraceReader::newDriver() counts them; or kFileTellers + a file (core/io/file_reading.h).
  uint32_t teller = 0;
  uint64_t number = 0;  // counts the teller's warnings from 0 on, or kAside
  Warning warning;

  auto tie() const { return std::tuple_cat(std::tie(teller, number), warning.tie()); }
  bool operator<(const ToldWarning& other) const { return tie() < other.tie(); }
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.teller, self.number, self.warning);
  }
};

// Keeps the first kKept warnings of the order word for word and counts the rest, since a hostile file can cause
// millions. Not thread-safe.
class WarningLog {
 public:
  static constexpr size_t kKept = 1000;
  // How many different warnings about files as a whole are recognised when they are reported again; beyond that, each
  // report counts.
  static constexpr size_t kMaxOfFiles = 16384;

  void add(Warning warning);
  void add(std::string file, uint64_t offset, std::string expected, std::string found);
  // Counts `more` warnings without text.
  void count(uint64_t more);
  // Adds the warnings of another log as if they were reported here and now.
  void append(const WarningLog& other);

  // In their order.
  std::vector<Warning> kept() const;
  uint64_t total() const;
  // Grows with every change.
  uint64_t version() const { return version_; }

  // While it lives, warnings that are added are those of `teller`.
  class Telling {
   public:
    Telling(WarningLog& log, uint32_t teller) : log_(log), before_(log.teller_) { log.teller_ = teller; }
    ~Telling() { log_.teller_ = before_; }
    Telling(const Telling&) = delete;
    Telling& operator=(const Telling&) = delete;

   private:
    WarningLog& log_;
    uint32_t before_;
  };

  // While it lives, only warnings about files as a whole are accepted: something is decoded a second time, or its
  // warnings are reported elsewhere.
  class Quiet {
   public:
    explicit Quiet(WarningLog& log) : log_(log) { ++log.quiet_; }
    ~Quiet() { --log_.quiet_; }
    Quiet(const Quiet&) = delete;
    Quiet& operator=(const Quiet&) = delete;

   private:
    WarningLog& log_;
  };
  // Makes this log quiet whenever `other` is, which must outlive this one.
  void quietWith(const WarningLog& other) { above_ = &other; }

  // What has been added to a log, to be sent to another one.
  struct News {
    std::vector<ToldWarning> told;
    std::vector<std::pair<uint32_t, uint64_t>> counts;  // by teller: how many it has reported
    std::vector<uint64_t> asides;                       // hashes of the warnings with kAside

    template <class Self, class Wire>
    static void layout(Self& self, Wire& wire) {
      wire(self.told, self.counts, self.asides);
    }
  };
  // Returns what was added after version() had this value.
  News since(uint64_t version) const;
  // Merges the news of another log of the same trace. What is already there is neither added nor counted again.
  void take(const News& news);

 private:
  struct Count {
    uint64_t told = 0;
    uint64_t changed = 0;  // the version of the last change
  };

  bool quiet() const { return quiet_ > 0 || (above_ != nullptr && above_->quiet()); }
  void keep(ToldWarning told);

  std::map<ToldWarning, uint64_t> kept_;  // and the version in which each was added
  std::map<uint32_t, Count> counts_;      // by teller
  std::map<uint64_t, uint64_t> asides_;   // by hash; and the version in which each was added
  std::set<uint64_t> files_;              // hashes of all warnings about files as a whole
  const WarningLog* above_ = nullptr;
  uint32_t teller_ = 0;
  uint32_t quiet_ = 0;
  uint64_t version_ = 0;
};

}  // namespace tp
