#include "core/formats/xray/shared.h"

#include <algorithm>

namespace tp::xray {

ThreadTracks Shared::tracksOf(int64_t pid, int64_t tid) const {
  TrackTable& tracks = reader.tracks();
  Track process;
  process.key.kind = TrackKind::Process;
  process.key.pid = pid;
  process.key.label = label;
  process.name = "process " + std::to_string(pid);
  process.detail = label;
  Track thread;
  thread.key.kind = TrackKind::Thread;
  thread.key.pid = pid;
  thread.key.tid = tid;
  thread.key.label = label;
  thread.parent = tracks.add(std::move(process));
  thread.name = "thread";
  thread.detail = std::to_string(tid);
  Track events = thread;
  ThreadTracks out;
  out.thread = events.parent = tracks.add(std::move(thread));
  events.key.kind = TrackKind::Events;
  events.name = "events";
  events.detail = {};
  out.events = tracks.add(std::move(events));
  return out;
}

void CallDepths::setOpen(const std::vector<uint32_t>& open) {
  depth_ = std::min(open.size(), kDeepest);
  open_.assign(1, kNone);
  open_.insert(open_.end(), open.begin(), open.begin() + static_cast<ptrdiff_t>(depth_));
}

bool CallDepths::grow() {
  if (open_.size() > kDeepest) return false;
  open_.resize(std::min(kDeepest + 1, std::max<size_t>(8, open_.size() * 2)));
  return true;
}

void CallDepths::unwind(uint32_t id, Action action) {
  size_t found = depth_;
  while (found > 0 && open_[found] != id) --found;
  if (found == 0 && action == Action::TailExit) found = depth_;
  depth_ = found > 0 ? found - 1 : 0;
}

void addNotes(FunctionNames& functions, EventRow& row) {
  if (!row.detailed) return;
  const uint32_t id = static_cast<uint32_t>(row.id), object = objectOf(id);
  const FunctionMap* map = functions.mapOf(object);
  const std::string numbered = "object " + std::to_string(object);
  if (map == nullptr && object == 0)
    row.notes.push_back({"name", "not known yet: drop the program, or the map that llvm-xray extract makes of it"});
  else if (map == nullptr)
    row.notes.push_back(
        {"name", "not known yet: " + numbered + " is a shared library, which the log does not name; drop it"});
  else if (map->assumed)
    row.notes.push_back({"name", "from " + map->file + ", if that is " + numbered + ": the log does not say"});
  std::string source = functions.sourceOf(id);
  if (!source.empty()) row.notes.push_back({"source", std::move(source)});
}

}  // namespace tp::xray
