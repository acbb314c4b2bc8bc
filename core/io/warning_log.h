// The warnings of a trace, in an order of their own: what those who open and decode it tell, and in which order they do
// so, changes neither the order nor the count nor which of them are kept.
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

// A warning and its place among the others.
struct ToldWarning {
  // Of a file as a whole, which everybody says who comes upon it: told once, behind what was found when the trace was
  // opened, in the order of its words.
  static constexpr uint64_t kAside = ~uint64_t{0};

  // Who told it: 0 the trace as a whole, when it was opened or was given files; else 1 + what was decoded, as
  // TraceReader::newDriver() counts.
  uint32_t teller = 0;
  uint64_t number = 0;  // of the teller's warnings, from 0 on, or kAside
  Warning warning;

  auto tie() const { return std::tuple_cat(std::tie(teller, number), warning.tie()); }
  bool operator<(const ToldWarning& other) const { return tie() < other.tie(); }
};

// A hostile file can cause millions, so only the first kKept, in their order, are kept word for word; the rest are
// counted. Not thread-safe.
class WarningLog {
 public:
  static constexpr size_t kKept = 1000;
  // So many warnings of files as a whole are told from each other; others count whenever they are told.
  static constexpr size_t kMaxOfFiles = 16384;

  void add(Warning warning);
  void add(std::string file, uint64_t offset, std::string expected, std::string found);
  // So many more, of which there are no words.
  void count(uint64_t more);
  // Adds what another log has, as if it were told here and now.
  void append(const WarningLog& other);

  std::vector<Warning> kept() const;
  uint64_t total() const;
  // Counts changes.
  uint64_t version() const { return version_; }

  // For as long as it lives, what is added is of one teller.
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

  // For as long as it lives, only what is said of files as a whole is taken in: something is decoded a second time, or
  // somebody else warns of it.
  class Quiet {
   public:
    explicit Quiet(WarningLog& log) : log_(log) { ++log.quiet_; }
    ~Quiet() { --log_.quiet_; }
    Quiet(const Quiet&) = delete;
    Quiet& operator=(const Quiet&) = delete;

   private:
    WarningLog& log_;
  };
  // Quiet whenever `other` is, which outlives this.
  void quietWith(const WarningLog& other) { above_ = &other; }

  // What a log has taken in, to be told to another one.
  struct News {
    std::vector<ToldWarning> told;
    std::vector<std::pair<uint32_t, uint64_t>> counts;  // by teller: how many it has told
    std::vector<uint64_t> asides;                       // what stands for each warning of a file as a whole
  };
  // Since version() was this.
  News since(uint64_t version) const;
  // Takes in the news of another log of the same trace; those that are known already change nothing.
  void take(const News& news);

 private:
  struct Count {
    uint64_t told = 0;
    uint64_t changed = 0;  // when, in versions
  };

  bool quiet() const { return quiet_ > 0 || (above_ != nullptr && above_->quiet()); }
  void keep(ToldWarning told);

  std::map<ToldWarning, uint64_t> kept_;  // and when, in versions
  std::map<uint32_t, Count> counts_;      // by teller
  std::map<uint64_t, uint64_t> asides_;   // by hash, when
  std::set<uint64_t> files_;              // hashes of all that is said of files as a whole
  const WarningLog* above_ = nullptr;
  uint32_t teller_ = 0;
  uint32_t quiet_ = 0;
  uint64_t version_ = 0;
};

}  // namespace tp
