#include "core/formats/uftrace/kernel_decoder.h"

#include <cstdio>

namespace tp::uftrace {

KernelShared::KernelShared(KernelHeader parsed, std::string symbolText)
    : header(std::move(parsed)), kallsyms(std::move(symbolText)) {
  context.endian = header.endian;
  context.longSize = header.longSize;
  context.symbols = &symbols;
}

KernelDecoder::KernelDecoder(Shared& shared, KernelShared& kernel, const std::vector<Task>& tasks, size_t file, int cpu)
    : shared_(shared), kernel_(kernel), file_(file), cpu_(cpu) {
  for (const Task& task : tasks) tasks_[task.tid] = &task;
}

bool KernelDecoder::restore(WireReader&) {
  done_ = 0;
  return true;
}

// Consumes whole pages only. If the batch fills up within a page, the next call walks that page again and skips the
// records that have been appended.
DecodeStep KernelDecoder::decode(const DecodeInput& input, RecordBatch& out) {
  last_ = input;
  DecodeStep step;
  size_t size = kernel_.header.pageSize;
  while (step.consumed < input.data.size()) {
    Bytes rest = input.data.subspan(step.consumed);
    if (rest.size() < size && !input.extentEnd) break;
    Bytes bytes = rest.first(std::min(size, rest.size()));
    if (!page(bytes, input.offset + step.consumed, out)) {
      // The decoder cannot be restored within a page, even if it was resumable at an earlier page of this input.
      step.resumable = false;
      return step;
    }
    step.consumed += bytes.size();
    done_ = 0;
    step.resumable = true;
    // Returns early so that the batch does not fill up within a page: chunks can start only where a step ends at a
    // page's end.
    if (out.count > RecordBatch::kCapacity / 2) return step;
  }
  step.resumable = done_ == 0;
  step.needMore = true;
  return step;
}

// Returns false if the batch is full before the page's end.
bool KernelDecoder::page(Bytes bytes, uint64_t offset, RecordBatch& out) {
  auto warn = [&](const char* expected, const char* found) {
    shared_.reader.warnings().add(shared_.files.files()[file_].path, offset, expected, found);
  };
  kernel::PageHeader header;
  if (!kernel::readPageHeader(bytes, kernel_.header.endian, kernel_.header.longSize, header)) {
    warn("a page of the kernel's ring buffer", "less than its header");
    return true;
  }
  uint32_t number = 0;
  if (header.lost && number++ >= done_) {
    if (out.full()) return false;
    Record& record = out.push();
    record = Record{};
    record.time = clampTime(static_cast<int64_t>(header.time));
    record.ref = offset;
    record.value = header.lostCount;
    record.kind = RecordKind::Lost;
    ++done_;
  }
  kernel::RingWalk walk(bytes, kernel_.header.endian, header);
  for (kernel::RingRecord raw; walk.next(raw); ++number) {
    if (number < done_) continue;
    if (out.full()) return false;
    add(bytes.subspan(raw.at, raw.size), clampTime(static_cast<int64_t>(walk.time())), offset + raw.at, out);
    ++done_;
  }
  if (walk.damaged()) warn("records up to the end of a page", "one that does not fit");
  return true;
}

// Returns the thread to which the event belongs: common_pid, or, for a switch away from a thread that is not traced,
// the thread that is switched to.
int64_t KernelDecoder::taskOf(const KernelEvent& event, Bytes data) const {
  const KernelHeader& header = kernel_.header;
  int64_t tid = static_cast<int32_t>(loadUnchecked<uint32_t>(data.data() + header.pidOffset, header.endian));
  if (tasks_.count(tid) > 0) return tid;
  if (event.name == "sched:sched_switch")
    if (const kernel::Field* next = event.format.find("next_pid"))
      return kernel::fieldNumber(*next, data, header.endian);
  return tid;
}

NameId KernelDecoder::functionName(uint64_t address) {
  auto [at, fresh] = functions_.try_emplace(address, kNoName);
  if (fresh) {
    kernel::KernelSymbols::Found found = kernel_.symbols.find(address);
    char text[32];
    std::snprintf(text, sizeof text, "<%llx>", static_cast<unsigned long long>(address));
    at->second = shared_.reader.names().intern(found.name.empty() ? std::string_view(text) : found.name);
  }
  return at->second;
}

void KernelDecoder::add(Bytes data, Time time, uint64_t offset, RecordBatch& out) {
  const KernelHeader& header = kernel_.header;
  if (data.size() < std::max<size_t>(2, header.pidOffset + size_t{4})) return;
  const KernelEvent* event = header.find(loadUnchecked<uint16_t>(data.data(), header.endian));
  if (event == nullptr) {
    shared_.reader.warnings().add(shared_.files.files()[file_].path, offset, "a record of an event that is known",
                                  "one of none");
    return;
  }
  Record& record = out.push();
  record = Record{};
  record.time = time;
  record.ref = offset;
  record.size = static_cast<uint32_t>(data.size());
  KernelCall call;
  call.kind = event->kind;
  call.tid = taskOf(*event, data);
  if (event->depth != nullptr)
    call.depth = static_cast<uint16_t>(kernel::fieldNumber(*event->depth, data, header.endian));
  record.value = call.pack();
  record.depth = call.depth;
  auto task = tasks_.find(call.tid);
  if (event->kind != KernelEvent::Kind::Other) {
    // KernelMerger draws it, within the program's call during which it ran.
    record.name = functionName(static_cast<uint64_t>(kernel::fieldNumber(*event->function, data, header.endian)));
    if (task != tasks_.end()) record.track = task->second->thread;
    return;
  }
  record.name = shared_.reader.names().intern(event->name);
  if (task == tasks_.end()) return;
  auto [track, fresh] = tracks_.try_emplace(call.tid, kNoTrack);
  if (fresh) track->second = eventsTrack(shared_.reader, *task->second);
  record.track = track->second;
  record.kind = RecordKind::Instant;
  record.depth = 0;
}

void KernelDecoder::describe(const Record& record, EventRow& row) {
  row.time = record.time;
  row.cpu = cpu_;
  row.present = EventRow::kCpu;
  if (record.kind == RecordKind::Lost) return row.setLost(record.value);
  KernelCall call = KernelCall::unpack(record.value);
  row.tid = call.tid;
  row.present |= EventRow::kTid;
  if (auto task = tasks_.find(call.tid); task != tasks_.end()) {
    row.pid = task->second->pid;
    row.comm = task->second->comm;
    row.present |= EventRow::kPid;
  }
  row.name = shared_.reader.names().view(record.name);
  row.kind = call.kind == KernelEvent::Kind::Entry ? "entry" : call.kind == KernelEvent::Kind::Exit ? "exit" : "event";
  if (record.ref < last_.offset || record.ref - last_.offset + record.size > last_.data.size()) return;
  Bytes data = last_.data.subspan(static_cast<size_t>(record.ref - last_.offset), record.size);
  const KernelEvent* event = kernel_.header.find(loadUnchecked<uint16_t>(data.data(), kernel_.header.endian));
  if (event == nullptr) return;
  if (call.kind == KernelEvent::Kind::Other) {
    if (event->print.ok)
      kernel::appendPrint(row.args, event->print, data, kernel_.context);
    else
      kernel::appendFields(row.args, event->format, data, kernel_.header.endian);
    return;
  }
  row.depth = call.depth;
  row.present |= EventRow::kDepth | EventRow::kAddr;
  // uftrace prints the low 48 bits of an address.
  uint64_t address = static_cast<uint64_t>(kernel::fieldNumber(*event->function, data, kernel_.header.endian));
  row.addr = address & ((uint64_t{1} << 48) - 1);
}

}  // namespace tp::uftrace
