#include "core/export/why_text.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>

#include "core/analysis/waits/interrupt_source.h"
#include "core/analysis/waits/joined_words.h"
#include "core/analysis/waits/request_words.h"
#include "core/export/folded_stacks.h"
#include "core/text/visible_text.h"
#include "core/trace/sums.h"
#include "core/trace/time_text.h"

namespace tp {
namespace {

constexpr size_t kLongest = 20;  // segments that are told one by one

std::string padded(Time value, size_t width) {
  std::string text = std::to_string(value);
  return std::string(width - std::min(width, text.size()), ' ') + text;
}

// A frame of the stack at a switch.
std::string stackFrame(const WaitContext& context, NameId frame) {
  return foldedFrame(context.index.names().told(frame, true));
}

std::string shareOf(Time part, Time whole) {
  std::string text = percentText(part, whole);
  return std::string(8 - std::min<size_t>(8, text.size()), ' ') + text;
}

void writeWaker(JsonWriter& json, const TraceIndex& index, const std::optional<WaitEnd>& by) {
  if (!by) return;
  json.key("by").beginObject();
  if (by->thread != kNoTrack) writeThreadKeys(json, index, by->thread);
  json.member("context", contextKey(by->context));
  if (by->handler != kNoName) json.member("handler", index.names().view(by->handler));
  if (by->interrupt()) json.member("source", interruptSource(index.names().view(by->handler)));
  json.endObject();
}

void writeCause(JsonWriter& json, PathKind kind, PathStop stop, ThreadState state) {
  json.member("kind", pathKindKey(kind));
  if (kind == PathKind::Blocked) json.member("state", threadStateName(state));
  if (stop != PathStop::None) json.member("stop", pathStopKey(stop));
}

// `of` has both, and either may be kNoName.
template <class Of>
void writeCalls(JsonWriter& json, const TraceIndex& index, const Of& of) {
  if (of.call != kNoName) json.member("call", index.names().view(of.call));
  if (of.userCall != kNoName) json.member("userCall", index.names().view(of.userCall));
}

void writeBounds(JsonWriter& json, bool atMost, bool uncertain) {
  if (atMost) json.member("atMost", true);
  if (uncertain) json.member("uncertain", true);
}

void writeRequests(JsonWriter& json, const CompletedRequests& done) {
  const BlockRequest& last = done.last;
  json.key("requests").beginObject();
  json.member("count", done.count);
  if (done.count == 1) {
    json.member("operation", blockOperationName(last.operation));
    if (last.device) json.member("device", deviceText(*last.device));
    if (last.sector) json.member("sector", *last.sector);
    if (last.sectors) json.member("sectors", *last.sectors);
    if (last.issued != kNotWoken) json.member("issued", last.issued);
  }
  json.endObject();
}

void writeSegment(JsonWriter& json, const WaitContext& context, const PathSegment& one) {
  const TraceIndex& index = context.index;
  json.member("begin", one.begin);
  json.member("end", one.end);
  writeThreadKeys(json, index, one.thread);
  writeCause(json, one.kind, one.stop, one.state);
  json.member("depth", one.depth);
  if (one.cpu >= 0) json.member("cpu", one.cpu);
  if (one.priority) json.member("priority", *one.priority);
  if (one.preempted) json.member("preempted", true);
  writeCalls(json, index, one);
  writeBounds(json, one.atMost, one.uncertain);
  writeWaker(json, index, one.by);
  if (one.requests != 0) writeRequests(json, context.graph.requests(one.requests));
}

WaitWords wordsOf(const WaitContext& context, const WhyThread& why, size_t position) {
  const auto work = why.work.find(position);
  return segmentWords(context, why.path[position], work == why.work.end() ? nullptr : &work->second);
}

WaitWords sentenceOf(const WaitContext& context, const WhyThread& why) {
  WaitWords words = rangeWords(context, why.thread, why.shares);
  addLost(words, context, why.thread, why.from, why.to);
  return words;
}

}  // namespace

WhyThread whyThread(const WaitContext& context, TrackId thread, Time from, Time to) {
  WhyThread why;
  why.thread = thread;
  why.from = from;
  why.to = to;
  why.path = criticalPath(context.graph, thread, from, to);
  const TrackTable& tracks = context.index.tracks();
  why.chains = wakeChains(context.graph, why.path, tracks, context.index.names());
  why.shares = pathShares(why.chains, tracks, context.index.names());
  for (const PathSegment one : why.path)
    if (one.kind == PathKind::CpuWait) why.cpus.add(context.graph, tracks, one.thread, one.cpu, one.begin, one.end);
  why.cpus.finish(tracks);
  why.longest = why.path.longest(kLongest);
  return why;
}

std::vector<TrackId> threadsOfTid(const WaitGraph& graph, const TrackTable& tracks, int64_t tid) {
  std::vector<TrackId> found = graph.threads();
  std::erase_if(found, [&](TrackId one) { return tracks[one].key.tid != tid; });
  return found;
}

void writeThreadKeys(JsonWriter& json, const TraceIndex& index, TrackId thread) {
  const Track& track = index.tracks()[thread];
  json.member("tid", track.key.tid);
  json.member("name", track.name);
  const std::string_view trace = traceName(index.tracks(), track.key.trace);
  if (!trace.empty()) json.member("trace", trace);
}

void writeWords(JsonWriter& json, const TraceIndex& index, const WaitWords& words) {
  json.beginArray();
  for (const WaitWords::Part& part : words.parts) {
    json.beginObject();
    json.member("text", part.text);
    if (part.track != kNoTrack) {
      const TrackKey& key = index.tracks()[part.track].key;
      if (key.kind == TrackKind::Cpu)
        json.member("cpu", key.cpu);
      else
        json.member("tid", key.tid);
      json.member("time", part.time);
    }
    json.endObject();
  }
  json.endArray();
}

std::string whyReport(const WaitContext& context, const WhyThread& why) {
  const TraceIndex& index = context.index;
  std::string out = visibleText(threadAndId(index.tracks(), why.thread));
  out += ", from " + std::to_string(why.from) + " to " + std::to_string(why.to) + "\n";
  out += visibleText(sentenceOf(context, why).text()) + "\n\n";
  Time sum = 0;
  for (const PathShare& share : why.shares) {
    sum += share.time;
    out += padded(share.time, 15) + " " + shareOf(share.time, why.to - why.from) + "  ";
    out += share.atMost ? "\u2264 " : "  ";
    out += visibleText(shareText(context, share, why.thread));
    if (share.uncertain && !saysMissing(share)) {
      out += ", records are missing";
      if (share.doubted < share.time) out += " at an end of " + std::to_string(share.doubted) + " of it";
    }
    out += '\n';
  }
  out += padded(sum, 15) + "           all\n";
  if (!why.cpus.users.empty() || why.cpus.rest > 0)
    out += "\nwho ran meanwhile on the CPUs that were waited for, with the interrupts amid it\n";
  for (size_t i = 0; i < std::min(kLongest, why.cpus.users.size()); ++i) {
    const CpuUser& user = why.cpus.users[i];
    out += padded(user.time, 15) + "  " + visibleText(threadAndId(index.tracks(), user.thread)) + "\n";
  }
  if (why.cpus.users.size() > kLongest) {
    Time others = 0;
    for (size_t i = kLongest; i < why.cpus.users.size(); ++i) others = plus(others, why.cpus.users[i].time);
    out += padded(others, 15) + "  " + countText(why.cpus.users.size() - kLongest, "other") + "\n";
  }
  if (why.cpus.rest > 0) out += padded(why.cpus.rest, 15) + "  idle, interrupts or not recorded\n";
  out += "\nthe longest of " + countText(why.path.size(), "segment") + "\n";
  for (const size_t position : why.longest) {
    const PathSegment one = why.path[position];
    out += padded(one.begin, 15) + " " + padded(one.length(), 12) + "  ";
    out += visibleText(wordsOf(context, why, position).text()) + "\n";
  }
  return out;
}

std::string whyFolded(const WaitContext& context, const std::vector<WhyThread>& threads) {
  std::string out;
  for (const WhyThread& why : threads) {
    const std::vector<WakeChains::Chain>& chains = why.chains.chains;
    std::vector<std::string> frames;  // by chain: up to its last thread
    for (const WakeChains::Chain& chain : chains) {
      // No count follows it, so that the blank before its id can stay.
      const Track& thread = context.index.tracks()[chain.thread];
      const std::string frame = foldedFrame(thread.name) + " " + std::to_string(thread.key.tid) + ";";
      std::string above = chain.depth == 0 ? std::string() : frames[chain.parent];
      for (const NameId one : context.graph.stack(chain.stack)) above += stackFrame(context, one) + ";";
      std::string below;  // with which it woke the one above
      for (const NameId one : context.graph.stack(chain.wakerStack)) below += stackFrame(context, one) + ";";
      const char* how = chain.makes ? "made by " : chain.stack != 0 || chain.wakerStack != 0 ? "woken by " : "";
      frames.push_back(above + how + frame + below);
    }
    auto stack = why.chains.stacks.begin();
    for (uint32_t i = 0; i < why.chains.parts.size(); ++i) {
      const WakeChains::Part& part = why.chains.parts[i];
      const std::string whole = frames[part.chain] + foldedFrame(shareText(context, part.share, part.share.thread));
      Time rest = part.share.time;
      for (; stack != why.chains.stacks.end() && stack->part == i; ++stack) {
        out += whole;
        for (const NameId one : context.graph.stack(stack->stack)) out += ";" + stackFrame(context, one);
        out += " " + std::to_string(stack->time) + "\n";
        rest = minus(rest, stack->time);
      }
      if (rest > 0 || part.share.time == 0) out += whole + " " + std::to_string(rest) + "\n";
    }
  }
  return out;
}

std::string whyNotes(const WaitContext& context) {
  std::string out;
  for (const std::string& note : joinedNotes(context)) out += (out.empty() ? "\n" : "") + visibleText(note) + "\n";
  return out;
}

std::string whyJson(const WaitContext& context, const std::vector<WhyThread>& threads, std::string_view note) {
  const TraceIndex& index = context.index;
  std::string out;
  JsonWriter json(out, JsonWriter::Spacing::Spaced);
  json.beginObject();
  if (!note.empty()) json.member("note", note);
  json.key("threads").beginArray();
  for (const WhyThread& why : threads) {
    json.beginObject();
    writeThreadKeys(json, index, why.thread);
    json.member("from", why.from);
    json.member("to", why.to);
    const WaitWords words = sentenceOf(context, why);
    json.member("sentence", words.text());
    json.key("parts");
    writeWords(json, index, words);
    json.key("shares").objects(why.shares, [&](const PathShare& one) {
      writeThreadKeys(json, index, one.thread);
      writeCause(json, one.kind, one.stop, one.state);
      writeCalls(json, index, one);
      json.member("time", one.time);
      json.member("count", one.count);
      writeBounds(json, one.atMost, one.uncertain);
      if (one.uncertain) json.member("uncertainTime", one.doubted);
      writeWaker(json, index, one.by);
    });
    json.key("cpuUsers").objects(why.cpus.users, [&](const CpuUser& one) {
      writeThreadKeys(json, index, one.thread);
      json.member("time", one.time);
      json.member("turns", one.turns);
      writeBounds(json, false, one.uncertain);
      json.member("priorities", one.priorities);
    });
    json.member("cpuRest", why.cpus.rest);
    json.key("longest").objects(why.longest, [&](size_t position) {
      json.member("begin", why.path.beginOf(position));
      json.member("end", why.path.endOf(position));
      const WaitWords told = wordsOf(context, why, position);
      json.member("sentence", told.text());
      json.key("parts");
      writeWords(json, index, told);
    });
    json.key("path").objects(why.path, [&](const PathSegment& one) { writeSegment(json, context, one); });
    json.endObject();
  }
  json.endArray();
  if (!context.graph.joined.empty())
    json.key("joined").objects(context.graph.joined, [&](const JoinedCalls& one) {
      json.member("program", traceName(index.tracks(), one.program));
      json.member("kernel", traceName(index.tracks(), one.kernel));
      json.member("exact", one.exact);
      json.member("threads", one.threads);
      json.member("named", one.named);
      json.member("contradicted", one.contradicted);
      json.member("doubted", one.doubted);
    });
  if (const std::vector<std::string> notes = joinedNotes(context); !notes.empty()) json.member("notes", notes);
  json.endObject();
  return out += '\n';
}

}  // namespace tp
