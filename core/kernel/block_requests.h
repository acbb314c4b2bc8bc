// Requests to block devices, from their issue to their completion. They may overlap: each gets a row of the track for
// as long as it lasts.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "core/decode/record.h"
#include "core/io/wire.h"
#include "core/trace/tracks.h"

namespace tp::kernel {

class BlockRequests {
 public:
  // What tells a request apart while it is open: its device, 0 if that is not recorded, and its first sector.
  using Id = std::pair<uint64_t, uint64_t>;
  // What a request lasts from that is issued again while it is open: an issue may be recorded twice, and a request that
  // the device did not take is put back into the queue.
  enum class From : uint8_t { FirstIssue, LastIssue };

  // `tracks` outlives this object. The track is added with the first request that completes, below `heading`.
  BlockRequests(TrackTable& tracks, std::string label, TrackId heading, From from)
      : tracks_(tracks), label_(std::move(label)), heading_(heading), from_(from) {}

  // `input`: of the merge, whose record it is.
  void issue(const Id& id, Time time, size_t input);
  // Appends a slice, and returns when the request was issued; kNotWoken if that is not known: if no issue was recorded,
  // or `lost(input, begin)` says that records of the input of its issue were lost since. Then the slice has no known
  // duration.
  template <class Lost>
  Time complete(const Id& id, NameId name, Time time, Lost&& lost, RecordBatch& out) {
    auto found = open_.find(id);
    if (found == open_.end()) {
      completeUnknown(name, time, out);
      return kNotWoken;
    }
    const Open request = found->second;
    open_.erase(found);
    draw(request, name, time, out);
    if (!lost(static_cast<size_t>(request.input), request.begin)) return request.begin;
    out.last().setLacksBegin();
    return kNotWoken;
  }
  // Appends what a request draws of which only the completion is known.
  void completeUnknown(NameId name, Time time, RecordBatch& out);

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.open_);
  }

 private:
  struct Open {
    Time begin = 0;
    uint32_t input = 0;
    uint16_t row = 0;

    template <class Self, class Wire>
    static void layout(Self& self, Wire& wire) {
      wire(self.begin, self.input, self.row);
    }
  };

  // Returns the first row that no open request has.
  uint16_t freeRow() const;
  void draw(const Open& request, NameId name, Time time, RecordBatch& out);

  TrackTable& tracks_;
  std::string label_;
  TrackId heading_;
  From from_;
  std::map<Id, Open> open_;
};

}  // namespace tp::kernel
