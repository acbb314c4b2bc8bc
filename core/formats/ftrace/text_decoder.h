// Decodes what one CPU has in a text. The lines become records of the kernel's ring buffer, from which the decoder of
// trace.dat files makes the tracks.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/formats/ftrace/contents.h"
#include "core/formats/ftrace/schema.h"
#include "core/formats/tracecmd/cpu_decoder.h"

namespace tp::ftrace {

// Of a page that is made of lines, in bytes.
inline constexpr uint32_t kPageSize = uint32_t{1} << 20;
// The event that stands for those that are not known: see Contents::whole and kMaxEvents.
inline constexpr uint32_t kOtherId = 0xffff;

// What the decoders of one text share. Outlives them.
struct SharedText {
  const Contents& contents;
  std::vector<std::unique_ptr<TextSchema>> schemas;  // by id of the event
  std::unique_ptr<TextSchema> other;

  const TextSchema& schema(uint32_t id) const { return id < schemas.size() && schemas[id] ? *schemas[id] : *other; }
};

class TextDecoder final : public tracecmd::CpuDecoder {
 public:
  TextDecoder(tracecmd::Shared& shared, const tracecmd::CpuStream& stream, bool bare, std::string buffer,
              const SharedText& text);

  DecodeStep decode(const DecodeInput& input, RecordBatch& out) override;
  void finish(RecordBatch& out) override;
  void save(WireWriter& out) const override;
  bool restore(WireReader& in) override;
  void saveInput(WireWriter& out) const override;
  void describe(const Record& record, EventRow& row) override;
  NameId rowName(const Record& record) const override { return record.name; }
  bool mayMatch(const Record& record) override;
  bool placeOf(const Record& record, Place& out) const override;
  uint64_t orderOf(const Record& record) const override;

 private:
  bool loadUnit(const DecodeInput& input) override;
  // Takes the lines of the unit up to a place where it can end, which is returned; 0: more bytes are needed.
  size_t takeLines(const DecodeInput& input);
  void addLine(std::string_view unit, size_t end);
  void addRecord(Time time);
  bool fits(Time time) const;
  std::string_view lineOf(Bytes record) const;
  bool isLeafEnd(Bytes record) const;

  const std::string buffer_;
  const SharedText& text_;
  ParsedLine parsed_, pending_;  // the line at hand; the event of this CPU that waits for lines that go on with it
  bool hasPending_ = false;
  bool pendingGoesOn_ = false;             // its text may have further lines
  size_t pendingAt_ = 0, pendingEnd_ = 0;  // in the unit
  std::vector<std::string_view> frames_;
  std::vector<Argument> arguments_;
  std::vector<std::byte> record_;
  std::vector<std::byte> made_;  // the page
  std::string_view lines_;       // the unit's bytes of the file
  uint32_t count_ = 0;           // records of the page
  Time first_ = 0, last_ = 0;    // of the page
  Time leafEnd_ = -1;            // the end of a call that waits for its place in time; negative: none
  std::vector<std::byte> leaf_;  // its record
  bool others_ = false;          // some records are of events that are not known, or ends of calls
  bool losing_ = false;          // records were lost before the next one
  int64_t losses_ = -1;          // how many; -1: unknown
  std::string room_;
};

}  // namespace tp::ftrace
