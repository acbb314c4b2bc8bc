#include "core/formats/lttng/cut.h"

#include <algorithm>
#include <set>

#include "core/decode/origin.h"
#include "core/formats/lttng/part.h"
#include "core/formats/lttng/sub_buffer_cut.h"
#include "core/text/pseudonyms.h"

namespace tp::lttng {
namespace {

// A part of a trace needs a reader for its names, tracks and warnings.
class NoReader final : public TraceReader {
 public:
  std::unique_ptr<StreamDecoder> decoder(size_t) override { return nullptr; }
};

struct Into {
  const CutRequest& request;
  CutSink& sink;
  Pseudonyms& names;
  CutSummary& summary;
};

// Cuts a tracefile, sub-buffer by sub-buffer.
class FileCut {
 public:
  FileCut(const Shared& shared, const TraceFile& file, const Into& into)
      : shared_(shared),
        file_(file),
        into_(into),
        channel_(shared.markers.channel(file.channel)),
        events_(file.first.layout, file.compact(), channel_) {}

  void run();

 private:
  void subBuffer(const SubBuffer& header, const SubBufferPlace& place);
  size_t cutEvents(Bytes data, const SubBuffer& header, const SubBufferPlace& place, SubBufferCut& cut);
  std::vector<std::byte> payloadOf(const RawEvent& event, Bytes payload) const;
  void writeEmpty();

  const Shared& shared_;
  const TraceFile& file_;
  const Into& into_;
  const Channel& channel_;
  EventReader events_;
  bool whole_ = false;        // all events of the last sub-buffer are in the cut
  bool beginsBefore_ = true;  // the first event of the last sub-buffer is before the range
  bool any_ = false;
  uint64_t lastTsc_ = 0;             // of the last event that was kept
  uint32_t lost_ = 0, corrupt_ = 0;  // counters before the range
  uint64_t before_ = 0;              // TSC at the end of what is before the range
};

void FileCut::run() {
  SubBufferScan scan(file_, file_.first.layout);
  SubBuffer header;
  SubBufferPlace place;
  before_ = file_.first.beginTsc;
  for (uint64_t at = file_.firstPlace.at;
       !into_.sink.stopped() && scan.next(at, header, place, &shared_.reader.warnings()); at = place.next)
    subBuffer(header, place);
  if (!any_) writeEmpty();
}

// What a file would lack tells more than an empty one: which CPUs and channels there are.
void FileCut::writeEmpty() {
  const std::vector<std::byte> head = readAll(*file_.entry.source, file_.firstPlace.at, kHeadBytes);
  // The file may have become shorter since it was opened.
  if (head.size() < file_.first.layout.headerSize) return;
  SubBufferCut cut(head, file_.first);
  cut.setTsc(before_);
  into_.sink.write(cut.finish(before_, 0, 0));
}

std::vector<std::byte> FileCut::payloadOf(const RawEvent& event, Bytes payload) const {
  std::vector<std::byte> out(payload.begin(), payload.end());
  if (event.marker == nullptr || !event.marker->known) {
    std::fill(out.begin(), out.end(), std::byte{0});
    return out;
  }
  Cursor cursor(payload, file_.first.layout.endian);
  walkFields(*event.marker, cursor, events_.firstInHeader(*event.marker) ? 1 : 0,
             [&](size_t, const Field& field, const FieldValue& value) {
               if (value.text.empty()) return;
               const size_t at =
                   static_cast<size_t>(reinterpret_cast<const std::byte*>(value.text.data()) - payload.data());
               std::span<std::byte> text = std::span(out).subspan(at, value.text.size());
               if (field.kind != FieldKind::String) return std::fill(text.begin(), text.end(), std::byte{0});
               const bool isName = field.name == "name" || field.name == "comm" || field.name == "filename";
               const std::string& name =
                   isName ? into_.names.process(value.text.substr(value.text.rfind('/') + 1)) : std::string();
               if (name.empty() || name.size() > text.size()) return blankText(text);
               // The text keeps its length, because the next field begins behind it.
               replaceText(text, name + std::string(text.size() - name.size(), '_'));
             });
  return out;
}

// Returns how many bytes of the sub-buffer were understood.
size_t FileCut::cutEvents(Bytes data, const SubBuffer& header, const SubBufferPlace& place, SubBufferCut& cut) {
  size_t at = header.layout.headerSize;
  events_.setTsc(header.beginTsc);
  bool first = true;
  for (RawEvent event; at < data.size();) {
    const Found found = events_.next(data, at, at, true, event);
    if (found != Found::Event) break;
    const Time time = shared_.clock.at(event.tsc);
    const bool kept = into_.request.hasTime(time);
    if (first) beginsBefore_ = time < into_.request.from;
    first = false;
    whole_ = whole_ && kept;
    if (time < into_.request.from) before_ = event.tsc;
    const Bytes raw = data.subspan(at, event.headerSize + event.payloadSize);
    if (kept) {
      const Bytes payload = raw.subspan(event.headerSize);
      cut.add(event, raw.first(event.headerSize), at, file_.compact(),
              into_.request.anonymise ? Bytes(payloadOf(event, payload)) : payload);
      lastTsc_ = event.tsc;
      ++into_.summary.records;
      any_ = true;
    }
    at += raw.size();
  }
  // The rest may be padding that is too short for an event.
  if (at < data.size() && !events_.problem().empty())
    shared_.reader.warnings().add(file_.entry.path, place.at + at, events_.problem(),
                                  "something else; the rest of the sub-buffer is left out");
  return at;
}

void FileCut::subBuffer(const SubBuffer& header, const SubBufferPlace& place) {
  const std::vector<std::byte> data = readAll(*file_.entry.source, place.at, place.dataEnd - place.at);
  if (data.size() < header.layout.headerSize) return;
  SubBufferCut cut(data, header);
  const uint64_t records = into_.summary.records;
  whole_ = true;
  beginsBefore_ = shared_.clock.at(header.beginTsc) < into_.request.from;
  const bool understood = cutEvents(data, header, place, cut) == data.size();
  // What was lost before the range is none of the cut's losses.
  if (beginsBefore_) {
    lost_ = header.lost;
    corrupt_ = header.corrupt;
  }
  if (into_.summary.records == records) return;
  const uint64_t end = whole_ && understood ? header.endTsc : lastTsc_;
  const bool asItIs = whole_ && understood && !into_.request.anonymise && lost_ == 0 && corrupt_ == 0;
  if (asItIs && place.cut == 0) return copyBytes(*file_.entry.source, place.at, place.next - place.at, into_.sink);
  into_.sink.write(cut.finish(end, header.lost - lost_, header.corrupt - corrupt_));
}

bool isDescription(const FileEntry& file, size_t position) {
  Candidate candidate;
  if (!isCandidate(file, position, candidate)) return file.path.ends_with(".xml");
  return candidate.channel == "metadata" || candidate.channel == "facilities" || file.source->size() == 0;
}

}  // namespace

Result<CutSummary> cut(const FileSet& files, const CutRequest& request, CutSink& sink, WarningLog& warnings) {
  std::string otherVersion;
  std::vector<TraceRoot> traces = findTraces(files, otherVersion);
  if (traces.size() != 1)
    return Error{files.displayName(), kNoOffset,
                 "a cut is of one trace, and there are " + std::to_string(traces.size())};
  if (!request.tids.empty())
    return Error{files.displayName(), kNoOffset,
                 "events of LTTng do not say which thread made them; give CPUs or a range"};
  TraceRoot& root = traces.front();
  NoReader reader;
  settleClock(files, traces, root, reader.warnings());
  const Part part(files, traces, root, "", 0, reader);
  Pseudonyms names;
  CutSummary summary;
  const Into into{request, sink, names, summary};
  std::set<size_t> data;  // positions of the files with events
  for (const TraceFile& file : part.shared().files)
    if (!file.metadata) data.insert(file.position);
  for (size_t i = 0; i < files.files().size() && !sink.stopped(); ++i) {
    const FileEntry& file = files.files()[i];
    if (!root.owns(file.path, traces) || data.count(i) != 0 || !isDescription(file, i)) continue;
    sink.begin(file.path.substr(root.path.size()));
    copyBytes(*file.source, 0, file.source->size(), sink);
  }
  if (request.origin) {
    sink.begin(kOriginFile);
    writeText(originText(*request.origin), sink);
  }
  for (const TraceFile& file : part.shared().files) {
    if (file.metadata || sink.stopped()) continue;
    if (file.tid == 0 && !request.hasCpu(file.cpu)) continue;
    sink.begin(file.entry.path.substr(root.path.size()));
    FileCut(part.shared(), file, into).run();
  }
  warnings.append(reader.warnings());
  return summary;
}

}  // namespace tp::lttng
