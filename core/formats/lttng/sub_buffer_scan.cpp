#include "core/formats/lttng/sub_buffer_scan.h"

#include <algorithm>
#include <array>

namespace tp::lttng {
namespace {

// Of a file that does not even begin like one, this much is searched.
constexpr uint64_t kSearchedInForeign = uint64_t{1} << 20;
constexpr size_t kSearchStep = size_t{64} << 10;
constexpr size_t kSmallSubBuffer = size_t{16} << 10;

// Reads ahead where the next thing wanted is near.
class Window {
 public:
  explicit Window(const ByteSource& source) : source_(source) {}

  Bytes at(uint64_t offset, size_t length, size_t ahead) {
    if (offset < base_ || offset - base_ > bytes_.size() || bytes_.size() - (offset - base_) < length) {
      base_ = offset;
      bytes_ = readAll(source_, offset, std::max(length, ahead));
    }
    Bytes rest = Bytes(bytes_).subspan(static_cast<size_t>(offset - base_));
    return rest.first(std::min(length, rest.size()));
  }

 private:
  const ByteSource& source_;
  uint64_t base_ = 0;
  std::vector<std::byte> bytes_;
};

class Scan {
 public:
  Scan(TraceFile& file, const Layout& like, WarningLog& warnings)
      : file_(file), like_(like), warnings_(warnings), window_(*file.entry.source), size_(file.entry.source->size()) {}

  void run();

 private:
  HeaderState read(uint64_t at, SubBuffer& out);
  void take(uint64_t at, const SubBuffer& header, uint64_t next);
  bool damagedAlone(uint64_t at, const SubBuffer& header);
  uint64_t endOf(uint64_t at, const SubBuffer& header);
  uint64_t likelyWithin(uint64_t at, const SubBuffer& header, uint64_t end);
  uint64_t afterDamage(uint64_t at, uint64_t declared);
  uint64_t nextHeader(uint64_t at, uint64_t end);
  bool goodAt(uint64_t at);

  TraceFile& file_;
  const Layout& like_;
  WarningLog& warnings_;
  Window window_;
  uint64_t size_;
  size_t ahead_ = kHeadBytes;
};

HeaderState Scan::read(uint64_t at, SubBuffer& out) {
  HeaderState state = readSubBuffer(window_.at(at, kHeadBytes, ahead_), out);
  if (state != HeaderState::Good) return state;
  const Layout& own = out.layout;
  if (own.endian != like_.endian || own.major != like_.major || own.minor != like_.minor)
    return HeaderState::OtherVersion;
  if (!file_.extents.empty() && !(own == file_.first.layout)) return HeaderState::Damaged;
  return state;
}

bool Scan::goodAt(uint64_t at) {
  SubBuffer header;
  return at == size_ || read(at, header) == HeaderState::Good;
}

// Of the first header of a file, which all others are measured by: it differs from the rest of the trace, and the one
// behind it does not.
bool Scan::damagedAlone(uint64_t at, const SubBuffer& header) {
  SubBuffer next;
  return file_.extents.empty() && !(header.layout == like_) && header.size <= size_ - at &&
         read(at + header.size, next) == HeaderState::Good && next.layout == like_;
}

// Where the sub-buffer ends. Its size is believed where it is that of the first, or leads to another header or to the
// end of the file, and over none where one is likely; else the next header within it ends it.
uint64_t Scan::endOf(uint64_t at, const SubBuffer& header) {
  bool fits = header.size <= size_ - at;
  uint64_t declared = fits ? at + header.size : size_;
  if (!file_.extents.empty() && header.size == file_.first.size) return declared;
  uint64_t found = likelyWithin(at, header, declared);
  if (found == declared && fits && goodAt(declared)) return declared;
  if (found == declared) found = nextHeader(at + header.layout.headerSize, declared);
  if (found == declared) return declared;
  warnings_.add(file_.entry.path, at, "a sub-buffer of " + std::to_string(header.size) + " bytes",
                "the next after " + std::to_string(found - at));
  return found;
}

// A header where the next sub-buffer would begin if this one were as long as the first, or, where it is the first, as
// long as tracers make them; `end` where there is none.
uint64_t Scan::likelyWithin(uint64_t at, const SubBuffer& header, uint64_t end) {
  SubBuffer next;
  auto good = [&](uint64_t size) { return size < end - at && read(at + size, next) == HeaderState::Good; };
  if (!file_.extents.empty()) return good(file_.first.size) ? at + file_.first.size : end;
  constexpr uint64_t kPage = 4096;
  for (uint64_t size = kPage; size < end - at; size *= 2)
    if (size >= header.dataSize && good(size)) return at + size;
  return end;
}

void Scan::take(uint64_t at, const SubBuffer& header, uint64_t next) {
  uint64_t left = next - at;
  if (file_.extents.empty()) file_.first = header;
  if (header.dataSize > left && next == size_)
    warnings_.add(file_.entry.path, at, "a sub-buffer with " + std::to_string(header.dataSize) + " bytes of data",
                  std::to_string(left) + " bytes, and the end of the file");
  file_.extents.push_back({at, std::min(header.dataSize, left)});
  file_.endTsc = std::max(header.beginTsc, header.endTsc);
}

// By the size that the damaged header, or the first of the file, gives where that leads to another one; else to the
// next magic number that begins a good header.
uint64_t Scan::afterDamage(uint64_t at, uint64_t declared) {
  for (uint64_t step : {declared, file_.extents.empty() ? 0 : file_.first.size})
    if (step >= kHeadBytes && step <= size_ - at && goodAt(at + step)) return at + step;

  uint64_t end = file_.extents.empty() ? std::min(size_, kSearchedInForeign) : size_;
  uint64_t found = nextHeader(at + 1, end);
  return found < end ? found : size_;
}

// The first good header from `at` on; `end` where there is none.
uint64_t Scan::nextHeader(uint64_t at, uint64_t end) {
  std::array<char, 4> magic;
  for (size_t i = 0; i < magic.size(); ++i) {
    size_t shift = 8 * (like_.endian == Endian::Little ? i : magic.size() - 1 - i);
    magic[i] = static_cast<char>(kMagic >> shift);
  }
  size_t before = magicOffset(like_);
  ahead_ = kSearchStep;
  for (uint64_t from = at + before; from < end;) {
    Bytes bytes = window_.at(from, std::min<uint64_t>(kHeadBytes, size_ - from), ahead_);
    size_t found = asText(bytes).find(std::string_view(magic.data(), magic.size()));
    if (found == std::string_view::npos) {
      // The magic number may straddle two looks.
      from += bytes.size() < magic.size() ? magic.size() : bytes.size() - (magic.size() - 1);
      continue;
    }
    from += found;
    if (from >= end) break;
    SubBuffer header;
    if (read(from - before, header) == HeaderState::Good) return from - before;
    ++from;
  }
  return end;
}

void Scan::run() {
  for (uint64_t at = 0; at < size_;) {
    SubBuffer header;
    HeaderState state = read(at, header);
    if (state == HeaderState::Good && damagedAlone(at, header)) state = HeaderState::Damaged;
    if (state == HeaderState::Good) {
      uint64_t next = endOf(at, header);
      take(at, header, next);
      at = next;
      ahead_ = header.size <= kSmallSubBuffer ? kSearchStep : kHeadBytes;
      continue;
    }
    uint64_t next = afterDamage(at, state == HeaderState::None ? 0 : header.size);
    static constexpr std::string_view kFound[] = {"something else", "one of version ",
                                                  "one that contradicts itself or the others", ""};
    std::string found(kFound[static_cast<size_t>(state)]);
    if (state == HeaderState::OtherVersion) found += header.layout.version();
    warnings_.add(file_.entry.path, at, "the header of a sub-buffer",
                  found + "; " + std::to_string(next - at) + " bytes are skipped");
    at = next;
  }
}

// Of every byte order and family.
HeaderState anyHeader(Bytes bytes, SubBuffer& out) {
  std::string_view text = asText(bytes);
  for (size_t i = 0; i + sizeof kMagic <= text.size(); ++i) {
    // The bytes of the magic number that both orders have inside.
    if (text[i + 1] != '\xd6' && text[i + 1] != '\xb7') continue;
    for (size_t before : kMagicOffsets) {
      if (i < before) continue;
      Bytes head = bytes.subspan(i - before);
      if (readSubBuffer(head.first(std::min(head.size(), kHeadBytes)), out) == HeaderState::Good)
        return HeaderState::Good;
    }
  }
  return HeaderState::None;
}

}  // namespace

HeaderState findFirst(const ByteSource& source, SubBuffer& out) {
  HeaderState state = readSubBuffer(readAll(source, 0, kHeadBytes), out);
  if (state == HeaderState::Good) return state;
  SubBuffer found;
  if (anyHeader(readAll(source, 0, kSearchedInForeign), found) != HeaderState::Good) return state;
  out = found;
  return HeaderState::Good;
}

void findSubBuffers(TraceFile& file, const Layout& like, WarningLog& warnings) {
  Scan(file, like, warnings).run();
}

}  // namespace tp::lttng
