#include "core/formats/ftrace/contents.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "core/formats/ftrace/graph_line.h"

namespace tp::ftrace {
namespace {

constexpr size_t kPiece = size_t{1} << 20;
// Of a text that is not read as a whole: its beginning, and a piece in each of so many bytes.
constexpr uint64_t kBeginning = uint64_t{256} << 20, kStride = uint64_t{16} << 20;
constexpr uint64_t kLearned = 256;  // the arguments of so many records of each event are looked at
constexpr size_t kMaxNames = 64;
constexpr uint64_t kMaxBefore = 64;  // lines of something else before the first event
constexpr size_t kMaxThreads = size_t{1} << 20;
constexpr size_t kMaxStreams = 1024, kMaxBufferName = 256, kMaxEventName = 128;

class Scan {
 public:
  explicit Scan(Contents& out) : out_(out) {}

  // Whether it is some other text.
  bool isOther() const { return out_.events == 0 && out_.tracer.empty() && out_.others > kMaxBefore; }

  void line(std::string_view text, uint64_t offset) {
    parseLine(text, parsed_);
    switch (parsed_.kind) {
      case LineKind::Comment:
        return comment(text);
      case LineKind::Mark:
        return;
      case LineKind::Frame:
        if (stack_) out_.symbols.add(frameOf(text));
        return;
      case LineKind::Lost:
        stack_ = text_ = false;
        return buffer(parsed_.event);
      case LineKind::Event:
        return event(parsed_.event);
      case LineKind::Other:
        break;
    }
    if (out_.cpuCount == 0) out_.cpuCount = cpuCountIn(text);
    if (out_.events == 0 && (text.substr(0, 5) == "cpus=" || text.substr(0, 7) == "version")) return;
    const GraphLack lack = text_ ? GraphLack::NotOfTracer : graphLack(text);
    if (lack == GraphLack::Time) {
      ++out_.untimed;
    } else if (lack == GraphLack::Task) {
      ++out_.untasked;
    } else if (!text_ && out_.others++ == 0) {
      out_.otherAt = offset;
    }
  }

 private:
  void comment(std::string_view text) {
    if (out_.cpuCount == 0) out_.cpuCount = cpuCountIn(text);
    constexpr std::string_view kTracer = "# tracer: ";
    if (out_.tracer.empty() && text.substr(0, kTracer.size()) == kTracer)
      out_.tracer = std::string(trimmed(text.substr(kTracer.size(), 64)));
    while (!out_.tracer.empty() && out_.tracer.back() == '\r') out_.tracer.pop_back();
  }

  void buffer(const Line& line) {
    if (line.cpu == lastCpu_ && line.buffer == lastBuffer_) return;
    lastBuffer_ = std::string(line.buffer.substr(0, kMaxBufferName));
    lastCpu_ = line.cpu;
    const auto found = out_.buffers.find(lastBuffer_);
    const bool known =
        found != out_.buffers.end() && std::binary_search(found->second.begin(), found->second.end(), line.cpu);
    if (known) return;
    if (streams_ >= kMaxStreams) {
      out_.tooManyCpus = true;
      return;
    }
    ++streams_;
    std::vector<uint32_t>& cpus = out_.buffers[lastBuffer_];
    cpus.insert(std::lower_bound(cpus.begin(), cpus.end(), line.cpu), line.cpu);
  }

  void event(const Line& line) {
    ++out_.events;
    buffer(line);
    out_.hasFlags = out_.hasFlags || line.hasFlags;
    out_.hasPoint = out_.hasPoint || line.hasPoint;
    out_.digits = std::max(out_.digits, line.digits);
    out_.begin = out_.begin > out_.end ? line.time : std::min(out_.begin, line.time);
    out_.end = std::max(out_.end, line.time);
    if (line.tid > 0 && line.comm != "<...>" && out_.commands.size() < kMaxThreads) {
      std::string& command = out_.commands[line.tid];
      if (command != line.comm) command = std::string(line.comm.substr(0, 64));
    }
    if (line.tgid >= 0 && line.tid > 0) {
      out_.hasTgids = true;
      if (out_.processes.size() < kMaxThreads) out_.processes[line.tid] = line.tgid;
    }
    const std::string_view name = line.fullName(room_);
    stack_ = name == "kernel_stack" || name == "user_stack";
    text_ = mayGoOn(name) && !line.closed;
    learn(name, line);
  }

  void learn(std::string_view name, const Line& line) {
    if (name.size() > kMaxEventName) return;
    const auto found = seen_.find(std::string(name));
    if (found == seen_.end() && seen_.size() >= kMaxEvents) return;
    Seen& seen = found != seen_.end() ? found->second : seen_[std::string(name)];
    if (seen.known == nullptr) {
      argumentsOf(name, line.args, arguments_);
      seen.known = &out_.known[std::string(name)];
      seen.known->id = static_cast<uint32_t>(seen_.size());
      seen.known->layout = layoutFor(name, arguments_);
      const Layout& layout = seen.known->layout;
      const bool graph = layout.special == Layout::Special::GraphEntry || layout.special == Layout::Special::GraphExit;
      seen.hasSymbols = graph || std::any_of(layout.fields.begin(), layout.fields.end(),
                                             [](const LayoutField& field) { return field.form == FieldForm::Symbol; });
    }
    const bool learns = seen.count++ < kLearned;
    if (!learns && !seen.hasSymbols) return;
    argumentsOf(name, line.args, arguments_);
    visitSymbols(seen.known->layout, arguments_, line.args, [&](std::string_view symbol) { out_.symbols.add(symbol); });
    std::vector<std::string>& names = seen.known->names;
    for (const Argument& one : arguments_)
      if (learns && names.size() < kMaxNames && std::find(names.begin(), names.end(), one.name) == names.end())
        names.emplace_back(one.name);
  }

  struct Seen {
    KnownEvent* known = nullptr;
    uint64_t count = 0;
    bool hasSymbols = false;
  };

  Contents& out_;
  ParsedLine parsed_;
  std::vector<Argument> arguments_;
  std::unordered_map<std::string, Seen> seen_;
  std::string room_;
  size_t streams_ = 0;  // CPUs of all instances together
  std::string lastBuffer_;
  std::optional<uint32_t> lastCpu_;
  bool stack_ = false;  // the last event is a stack
  bool text_ = false;   // the last event may have further lines
};

// Calls scan.line() with each whole line of a range of the source. If the range does not begin the source, the first
// line is left out, which may be the rest of one.
void readLines(const ByteSource& source, uint64_t begin, uint64_t end, Scan& scan, Contents& out) {
  std::vector<std::byte> piece;
  bool partial = begin > 0;
  size_t kept = 0;  // bytes at the front of `piece` that begin a line
  for (uint64_t at = begin; at < end;) {
    piece.resize(kept + static_cast<size_t>(std::min<uint64_t>(kPiece, end - at)));
    const size_t got = source.read(at, std::span(piece).subspan(kept));
    if (got == 0) break;
    const uint64_t base = at - kept;
    at += got;
    const std::string_view text(reinterpret_cast<const char*>(piece.data()), kept + got);
    out.isText = out.isText && std::memchr(piece.data() + kept, 0, got) == nullptr;
    size_t line = 0;
    for (;;) {
      size_t feed = text.find('\n', line);
      if (feed == std::string_view::npos) {
        if (at < end && text.size() - line < kMaxLine) break;
        feed = text.size();
      }
      if (!partial && feed > line) scan.line(text.substr(line, std::min(feed - line, kMaxLine)), base + line);
      // The rest of a line that is too long is no line.
      partial = feed == text.size() && at < end;
      line = std::min(feed + 1, text.size());
      if (line == text.size()) break;
      if (scan.isOther()) return;
    }
    kept = text.size() - line;
    std::memmove(piece.data(), piece.data() + line, kept);
  }
}

}  // namespace

const KnownEvent* Contents::find(std::string_view name) const {
  const auto found = known.find(std::string(name));
  return found != known.end() ? &found->second : nullptr;
}

Contents readContents(const ByteSource& source, uint64_t most) {
  Contents out;
  Scan scan(out);
  const uint64_t size = std::min(source.size(), most);
  if (size <= kReadWhole) {
    readLines(source, 0, size, scan, out);
    return out;
  }
  out.whole = false;
  readLines(source, 0, kBeginning, scan, out);
  for (uint64_t at = kBeginning; at < size; at += kStride) {
    const uint64_t begin = std::min(at, size - kPiece);
    readLines(source, begin, begin + kPiece, scan, out);
  }
  readLines(source, size - kPiece, size, scan, out);
  return out;
}

}  // namespace tp::ftrace
