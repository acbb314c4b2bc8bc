#include "core/formats/ftrace/reader.h"

#include <algorithm>
#include <cstring>
#include <unordered_map>

#include "core/formats/ftrace/text_decoder.h"
#include "core/formats/tracecmd/part.h"

namespace tp::ftrace {
namespace {

using tracecmd::Part;
using tracecmd::TraceFile;

// A file is judged by its first bytes. Of many files, only some are looked at.
constexpr uint64_t kHead = 256, kProbed = uint64_t{64} << 10;
constexpr size_t kMaxLookedAt = 1024, kMaxProbed = 32;

// Whether the file may be a text, by its first bytes.
bool mayBeText(const ByteSource& source) {
  const std::vector<std::byte> head = readAll(source, 0, kHead);
  const auto isControl = [](std::byte one) {
    const auto c = static_cast<unsigned char>(one);
    return c < ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\x1b';
  };
  return !head.empty() && std::none_of(head.begin(), head.end(), isControl);
}

bool isTrace(const Contents& contents) {
  return contents.events > 0 && contents.others <= contents.events;
}

// Returns why a text that looks like ftrace's is none that can be opened; empty if it does not look so.
std::string refusal(const FileEntry& file, const Contents& contents) {
  if (isTrace(contents)) return {};
  if (contents.untimed > 0 || contents.untasked > 0)
    return file.path + " is text of the function_graph tracer, whose lines have no " +
           (contents.untimed > 0 ? "time" : "thread") +
           ": set the options funcgraph-abstime and funcgraph-proc of tracefs before you read `trace`, or record it by "
           "trace-cmd";
  if (!contents.tracer.empty() && contents.events == 0)
    return file.path + " has the header of ftrace's text (tracer " + contents.tracer + "), but no events";
  return {};
}

// Returns the position of the first text of ftrace; npos if there is none. `why` is a refusal then, or empty.
size_t findText(const FileSet& files, std::string& why) {
  size_t probed = 0;
  const size_t looked = std::min(files.files().size(), kMaxLookedAt);
  for (size_t i = 0; i < looked && probed < kMaxProbed; ++i) {
    const FileEntry& file = files.files()[i];
    if (!mayBeText(*file.source)) continue;
    ++probed;
    const Contents contents = readContents(*file.source, kProbed);
    if (isTrace(contents)) return i;
    if (why.empty()) why = refusal(file, contents);
  }
  return FileSet::npos;
}

// The file as a trace.dat would describe it.
TraceFile describe(const Contents& contents, uint64_t size) {
  TraceFile file;
  const auto addFormat = [&](std::string_view name, uint32_t id, const Layout& layout) {
    file.formats.emplace_back(layout.system, formatText(name, id, layout, contents.hasFlags));
  };
  for (const auto& [name, event] : contents.known) addFormat(name, event.id, event.layout);
  addFormat("other", kOtherId, {});
  for (const auto& [tid, command] : contents.commands) file.commandLines += std::to_string(tid) + " " + command + "\n";
  file.kallsyms = contents.symbols.text();
  file.cpuCount = contents.cpuCount;
  // The top buffer comes first, as in a trace.dat.
  if (!contents.buffers.contains("")) file.buffers.push_back({"", "", kPageSize, false, {}});
  for (const auto& [name, cpus] : contents.buffers) {
    tracecmd::Buffer buffer{name, "", kPageSize, false, {}};
    for (uint32_t cpu : cpus) buffer.cpus.push_back({cpu, 0, size, false});
    file.buffers.push_back(std::move(buffer));
  }
  return file;
}

class Reader final : public TraceReader {
 public:
  Reader(const FileEntry& entry, size_t position)
      : contents_(readContents(*entry.source, ~uint64_t{0})), text_{contents_, {}, nullptr} {
    addEnds();
    describeTrace();
    tellOthers(entry);
    text_.schemas.resize(contents_.known.size() + 1);
    for (const auto& [name, event] : contents_.known) {
      if (event.id >= text_.schemas.size()) text_.schemas.resize(event.id + size_t{1});
      text_.schemas[event.id] = std::make_unique<TextSchema>(std::string(event.layout.system), name, event.names);
    }
    text_.other = std::make_unique<TextSchema>("", "", std::vector<std::string>());
    TraceFile file = describe(contents_, entry.source->size());
    file.decoderOf = [this](tracecmd::Shared& shared, const tracecmd::CpuStream& stream, bool bare) {
      return std::make_unique<TextDecoder>(shared, stream, bare, stream.label, text_);
    };
    part_ = std::make_unique<Part>(entry, position, std::move(file), "", Part::Into{*this, info_, streams_, merges_});
    for (const auto& [tid, tgid] : contents_.processes) part_->threads().setKnownProcess(tid, tgid);
    for (size_t i = 0; i < part_->events().size(); ++i) {
      const tracecmd::Event& event = part_->events().at(i);
      systems_[event.name] = event.format.system;
    }
    info_.begin = contents_.begin;
    info_.end = contents_.end;
  }

  void assumeMachine(const std::string& machine) override { part_->assumeMachine(machine, info_); }
  std::unique_ptr<StreamDecoder> decoder(size_t stream) override { return part(stream, false); }
  std::unique_ptr<StreamDecoder> inputDecoder(size_t stream) override { return part(stream, true); }
  std::unique_ptr<StreamMerger> merger(size_t merge) override {
    return merge == 0 && part_->hasMerge() ? part_->merger() : nullptr;
  }
  bool hasSpans() const override { return true; }
  std::optional<std::string_view> systemOf(NameId name) const override {
    const auto found = systems_.find(name);
    return found != systems_.end() ? found->second : std::string_view();
  }

 private:
  std::unique_ptr<StreamDecoder> part(size_t stream, bool bare) {
    return stream < part_->streams() ? part_->decoder(stream, bare) : nullptr;
  }

  // Ends of calls that no line tells: those of functions that begin and end in one line, and those of system calls that
  // do not return, such as exit_group, where the ends of others are recorded.
  void addEnds() {
    std::vector<std::string> missing;
    if (contents_.known.contains("funcgraph_entry")) missing.emplace_back("funcgraph_exit");
    constexpr std::string_view kEntry = "sys_enter_", kExit = "sys_exit_";
    const auto exits = contents_.known.lower_bound(std::string(kExit));
    const bool ended = exits != contents_.known.end() && exits->first.compare(0, kExit.size(), kExit) == 0;
    for (const auto& [name, event] : contents_.known)
      if (ended && name.compare(0, kEntry.size(), kEntry) == 0)
        missing.push_back(std::string(kExit) + name.substr(kEntry.size()));
    for (const std::string& name : missing) {
      if (contents_.known.contains(name)) continue;
      KnownEvent& event = contents_.known[name];
      event.id = static_cast<uint32_t>(contents_.known.size());
      event.layout = layoutFor(name, {});
    }
  }

  void describeTrace() {
    info_.format = "ftrace-text";
    info_.version = contents_.tracer.empty() ? "" : contents_.tracer;
    info_.clock.isNs = contents_.hasPoint;
    info_.clock.nsNum = contents_.hasPoint ? 1 : 0;
    const auto add = [this](std::string name, std::string value) {
      info_.metadata.emplace_back(std::move(name), std::move(value));
    };
    if (!contents_.tracer.empty()) add("tracer", contents_.tracer);
    constexpr uint32_t kNs = 9, kUs = 6;
    if (!contents_.hasPoint) {
      add("times", "counts, whose unit the text does not tell");
    } else if (contents_.digits < kNs) {
      add("times", contents_.digits == kUs ? "rounded to the microsecond"
                                           : "rounded to " + std::to_string(contents_.digits) + " digits of a second");
    }
    std::string missing = "the clock's name, the types of fields, numbers of system calls of an unknown machine";
    if (!contents_.hasFlags) missing += ", flags, so that it is not known who woke a thread";
    add("not in the text", std::move(missing));
  }

  void tellOthers(const FileEntry& entry) {
    if (contents_.others > 0)
      warnings_.add(entry.path, contents_.otherAt, "lines of a trace",
                    std::to_string(contents_.others) + " others; they are left out");
    if (contents_.tooManyCpus)
      warnings_.add(entry.path, kNoOffset, "CPUs of a machine", "too many of them: the events of some are left out");
    if (!contents_.whole)
      warnings_.add(entry.path, kNoOffset, "a text that can be read as a whole when it is opened",
                    "a larger one: CPUs and events that are rare may be missing");
  }

  Contents contents_;
  SharedText text_;
  std::unique_ptr<Part> part_;
  std::unordered_map<NameId, std::string_view> systems_;
};

}  // namespace

Probe probe(const FileSet& files) {
  constexpr int kLikely = 50;
  std::string why;
  if (findText(files, why) != FileSet::npos) return {kLikely, {}};
  return {0, why};
}

Result<std::unique_ptr<TraceReader>> open(const FileSet& files) {
  std::string why;
  const size_t at = findText(files, why);
  if (at == FileSet::npos) return Error{files.displayName(), kNoOffset, "is no text of ftrace", {}};
  return std::unique_ptr<TraceReader>(std::make_unique<Reader>(files.files()[at], at));
}

}  // namespace tp::ftrace
