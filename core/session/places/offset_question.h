// Asks for the record that is nearest to a place in a file.
#pragma once

#include <string>
#include <utility>

#include "core/session/question.h"

namespace tp {

struct FileOffset {
  std::string file;  // path within the FileSet
  uint64_t offset = 0;

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.file, self.offset);
  }
};

// The first record from the place on or, if there is none, the last one before it.
struct OffsetPlace {
  TrackId track = kNoTrack;  // kNoTrack: no stream is recorded there
  Time time = 0;
  uint16_t depth = 0;
  uint64_t offset = 0;  // of the record in its file

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.track, self.time, self.depth, self.offset);
  }
  bool nearer(const OffsetPlace& other, uint64_t to) const;
};

class OffsetQuestion final : public Question {
 public:
  explicit OffsetQuestion(FileOffset wanted) : wanted_(std::move(wanted)) {}

  const FileOffset& wanted() const { return wanted_; }
  // Valid once done(). Its track is kNoTrack if no stream is recorded there.
  const OffsetPlace& found() const { return found_; }

  JobKind kind() const override { return JobKind::Offset; }
  void write(const TraceIndex&, uint32_t, uint32_t, WireWriter& out) const override { out(wanted_); }
  bool read(const TraceIndex&, uint32_t, WireReader& in) override {
    const auto place = in.read<OffsetPlace>();
    if (in.failed()) return false;
    if (place.nearer(found_, wanted_.offset)) found_ = place;
    return true;
  }

 private:
  FileOffset wanted_;
  OffsetPlace found_;
};

}  // namespace tp
