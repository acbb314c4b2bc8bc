// TraceExport passes a whole trace to a writer, stream by stream, decoding as it goes. It keeps in memory what is open.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/decode/record_driver.h"
#include "core/export/export_lane.h"
#include "core/index/track_places.h"

namespace tp {

class TraceExport {
 public:
  // `tracks` are those of the indexed trace, with all their names; the reader's are found among them by their keys. All
  // arguments must outlive the export.
  TraceExport(TraceReader& reader, const FileSet& files, const ExportTracks& tracks, const ExportScope& scope,
              ExportWriter& writer);

  // Appends a part to `out`. Returns false after the last part.
  bool step(std::string& out);
  double progress() const;  // 0 to 1

 private:
  void add(const RecordBatch& batch, std::string& out);
  void finishStream(std::string& out);
  ExportLane* lane(TrackId theirs, Time time);
  void addSample(const RecordBatch& batch, uint32_t at, bool described, std::string& out);

  TraceReader& reader_;
  const FileSet& files_;
  const ExportTracks& tracks_;
  const ExportScope& scope_;
  ExportWriter& writer_;
  size_t stream_ = 0;
  std::unique_ptr<RecordDriver> driver_;
  std::vector<std::pair<TrackId, std::unique_ptr<ExportLane>>> lanes_;  // of the current stream, by the reader's track
  TrackPlaces laneOf_;
  std::vector<TrackId> ours_;  // by the reader's track: its id in `tracks_`
  RecordBatch batch_;
  EventRow row_;
  Time now_ = 0;
  Time start_ = 0;
  bool started_ = false;  // the stream has drawn something
  bool begun_ = false;
  bool samples_ = false;  // their stacks are written
  uint64_t bytesDone_ = 0;
  uint64_t bytesTotal_ = 0;
};

}  // namespace tp
