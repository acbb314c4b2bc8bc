// JoinedReader presents several opened traces as one, on a common axis of time.
#pragma once

#include "core/joint/joined_part.h"

namespace tp {

class JoinedReader final : public TraceReader {
 public:
  struct Opened {
    std::unique_ptr<TraceReader> reader;
    FileSet files;        // the files that it was opened from
    uint32_t number = 0;  // among those that could be opened, from 1 on; shifts refer to it
    uint32_t drop = 0;    // of the files
    Time shift = 0;       // by hand, in units of the axis
    std::string name;     // of its heading
  };

  // `files` are those of all traces.
  JoinedReader(std::vector<Opened> traces, const FileSet& files);

  // Not used, since each trace has its own: see newDriver().
  std::unique_ptr<StreamDecoder> decoder(size_t) override { return nullptr; }
  RecordDriver* newDriver(size_t unit) override;
  CallCounting callCounting(TrackId track) const override;
  uint64_t callIdentity(const Record& record) const override;
  bool addFiles(const FileSet& files, std::vector<NameId>& renamed) override;
  std::optional<std::vector<TimeRange>> missingSwitches(size_t stream) override;
  bool hasSpans() const override;
  bool isSystemCall(TrackId track, NameId name) const override;
  bool hasSystemCalls() const override;
  bool hasSwitchStacks() const override;
  size_t writtenFunctions(size_t from, std::vector<WrittenFunction>& out) override;
  std::vector<DecodedFacts> decoded() const override;
  void noteDecoded(std::span<const DecodedFacts> facts) override;
  NumberMap numbersOfTrace(size_t unit, const NumberMap& ofUnit) override;
  NumberMap numbersOfUnit(size_t unit, const NumberMap& ofTrace) override;
  // Not known, since each trace has its own.
  std::optional<std::string_view> systemOf(NameId) const override { return std::nullopt; }

 private:
  struct Place {
    size_t part = 0;
    size_t unit = 0;  // as the part's reader counts
  };

  void align(const std::vector<Opened>& traces);
  void listMetadata();
  void list(size_t part);
  const JoinedPart* partOf(TrackId track) const;
  const Place& placeOf(size_t unit) const;

  std::vector<std::unique_ptr<JoinedPart>> parts_;
  size_t written_ = 0;               // the part that writtenFunctions() is at
  std::vector<size_t> firstStream_;  // by part
  std::vector<Place> streamPlaces_;
  std::vector<Place> mergePlaces_;
};

}  // namespace tp
