#include "core/session/export/export_question.h"

#include <algorithm>
#include <optional>

#include "core/export/track_order.h"

namespace tp {

void ExportQuestion::write(const TraceIndex&, uint32_t worker, uint32_t, WireWriter& out) const {
  out(worker == 0 ? std::optional(request_) : std::nullopt);
}

bool ExportQuestion::read(const TraceIndex&, uint32_t, WireReader& in) {
  share_ = static_cast<double>(in.get<float>());
  std::string_view part = in.getString();
  if (in.failed()) return false;
  put(part);
  return true;
}

std::string ExportQuestion::remark() const {
  const bool whole =
      request_.from > request_.to || request_.format == ExportFormat::Folded || request_.format == ExportFormat::Csv;
  return whole ? std::string() : "slices that reach beyond the range are whole";
}

ExportRequest exportRequest(const TraceIndex& index, std::string title, ExportFormat format, Time from, Time to,
                            const std::vector<TrackId>& tracks) {
  ExportRequest request;
  request.format = format;
  request.from = from;
  request.to = to;
  request.begin = index.begin();
  request.end = index.end();
  request.title = std::move(title);
  request.onlyUsed = !tracks.empty();
  OrderedTracks ordered = orderTracks(index.tracks());
  request.used.assign(ordered.table.size(), false);
  for (const Lane& lane : index.lanes())
    if (tracks.empty() || std::binary_search(tracks.begin(), tracks.end(), lane.track))
      request.used[ordered.of[lane.track]] = true;
  // A track may have nothing drawn on it although its thread has rows.
  if (format == ExportFormat::Csv)
    for (TrackId track : tracks) request.used[ordered.of[track]] = true;
  for (TrackId id = 0; id < ordered.table.size(); ++id) request.tracks.push_back(ordered.table[id]);
  return request;
}

}  // namespace tp
