#include "core/formats/lttng/sub_buffer_scan.h"

#include <algorithm>
#include <array>

namespace tp::lttng {
namespace {

// Bytes that are searched in a file that does not begin with a header.
constexpr uint64_t kSearchedInForeign = uint64_t{1} << 20;
constexpr size_t kSearchStep = size_t{64} << 10;
constexpr size_t kMaxSearchStep = size_t{4} << 20;
constexpr size_t kSmallSubBuffer = size_t{16} << 10;
// Bytes in which the last sub-buffer is searched for.
constexpr uint64_t kSearchedForLast = uint64_t{1} << 20;

// Finds a good header of any version and byte order.
HeaderState anyHeader(Bytes bytes, SubBuffer& out) {
  std::string_view text = asText(bytes);
  for (size_t i = 0; i + sizeof kMagic <= text.size(); ++i) {
    // The inner bytes of the magic number, in either byte order.
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

void HeadWindow::lend(Bytes data, uint64_t offset) {
  lent_ = data;
  lentBase_ = offset;
}

Bytes HeadWindow::at(uint64_t offset, size_t length, size_t ahead) {
  if (offset >= lentBase_ && offset - lentBase_ < lent_.size()) {
    Bytes rest = lent_.subspan(static_cast<size_t>(offset - lentBase_));
    if (rest.size() >= length) return rest.first(length);
    if (rest.size() == source_.size() - offset) return rest;
  }
  if (offset < base_ || offset - base_ > bytes_.size() || bytes_.size() - (offset - base_) < length) {
    base_ = offset;
    bytes_ = readAll(source_, offset, std::max(length, ahead));
  }
  Bytes rest = Bytes(bytes_).subspan(static_cast<size_t>(offset - base_));
  return rest.first(std::min(length, rest.size()));
}

SubBufferScan::SubBufferScan(const TraceFile& file, const Layout& like)
    : file_(file),
      like_(like),
      window_(*file.entry.source),
      probe_(*file.entry.source),
      size_(file.entry.source->size()) {}

void SubBufferScan::lend(Bytes data, uint64_t offset) {
  window_.lend(data, offset);
  probe_.lend(data, offset);
}

void SubBufferScan::warn(WarningLog* warnings, uint64_t at, std::string expected, std::string found) const {
  if (warnings != nullptr) warnings->add(file_.entry.path, at, std::move(expected), std::move(found));
}

HeaderState SubBufferScan::judge(Bytes head, SubBuffer& out) const {
  HeaderState state = readSubBuffer(head, out);
  if (state != HeaderState::Good) return state;
  const Layout& own = out.layout;
  if (own.endian != like_.endian || own.major != like_.major || own.minor != like_.minor)
    return HeaderState::OtherVersion;
  if (firstKnown() && !(own == file_.first.layout)) return HeaderState::Damaged;
  return state;
}

bool SubBufferScan::goodAt(uint64_t at) {
  SubBuffer header;
  return at == size_ || read(at, header) == HeaderState::Good;
}

// Returns whether the first header of a file is damaged. All others would be measured by it, so it is rejected if it
// differs from the rest of the trace while the next one does not.
bool SubBufferScan::damagedAlone(uint64_t at, const SubBuffer& header) {
  SubBuffer next;
  return !firstKnown() && !(header.layout == like_) && header.size <= size_ - at &&
         read(at + header.size, next) == HeaderState::Good && next.layout == like_;
}

// Returns where the sub-buffer ends. Its size is believed if it is that of the first one, or leads to another header or
// to the end of the file without passing over a likely header. Otherwise the next header within it ends it.
uint64_t SubBufferScan::endOf(uint64_t at, const SubBuffer& header, WarningLog* warnings) {
  bool fits = header.size <= size_ - at;
  uint64_t declared = fits ? at + header.size : size_;
  if (firstKnown() && header.size == file_.first.size) return declared;
  uint64_t found = likelyWithin(at, header, declared);
  if (found == declared && fits && goodAt(declared)) return declared;
  if (found == declared) found = nextHeader(at + header.layout.headerSize, declared);
  if (found == declared) return declared;
  warn(warnings, at, "a sub-buffer of " + std::to_string(header.size) + " bytes",
       "the next after " + std::to_string(found - at));
  return found;
}

// Looks for a header where the next sub-buffer would begin if this one were as long as the first, or, if it is the
// first, had a size that tracers use. Returns `end` if there is none.
uint64_t SubBufferScan::likelyWithin(uint64_t at, const SubBuffer& header, uint64_t end) {
  SubBuffer next;
  auto good = [&](uint64_t size) {
    return size < end - at && judge(probe_.at(at + size, kHeadBytes, kHeadBytes), next) == HeaderState::Good;
  };
  if (firstKnown()) return good(file_.first.size) ? at + file_.first.size : end;
  constexpr uint64_t kPage = 4096;
  for (uint64_t size = kPage; size < end - at; size *= 2)
    if (size >= header.dataSize && good(size)) return at + size;
  return end;
}

// Returns where to go on after a damaged header: by the size that it, or the first header of the file, gives if that
// leads to another header; else at the next magic number with a good header.
uint64_t SubBufferScan::afterDamage(uint64_t at, uint64_t declared) {
  for (uint64_t step : {declared, firstKnown() ? file_.first.size : 0})
    if (step >= kHeadBytes && step <= size_ - at && goodAt(at + step)) return at + step;

  uint64_t end = firstKnown() ? size_ : std::min(size_, kSearchedInForeign);
  uint64_t found = nextHeader(at + 1, end);
  return found < end ? found : size_;
}

// Returns the offset of the first good header from `at` on; `end` if there is none.
uint64_t SubBufferScan::nextHeader(uint64_t at, uint64_t end) {
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
      // The magic number may lie across two reads.
      from += bytes.size() < magic.size() ? magic.size() : bytes.size() - (magic.size() - 1);
      if (from - at > 4 * ahead_) ahead_ = std::min(2 * ahead_, kMaxSearchStep);
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

bool SubBufferScan::next(uint64_t at, SubBuffer& header, SubBufferPlace& place, WarningLog* warnings) {
  while (at < size_) {
    HeaderState state = read(at, header);
    if (state == HeaderState::Good && damagedAlone(at, header)) state = HeaderState::Damaged;
    if (state == HeaderState::Good) {
      uint64_t end = endOf(at, header, warnings);
      uint64_t left = end - at;
      const bool cut = header.dataSize > left && end == size_;
      if (cut)
        warn(warnings, at, "a sub-buffer with " + std::to_string(header.dataSize) + " bytes of data",
             std::to_string(left) + " bytes, and the end of the file");
      place = {at, at + std::min(header.dataSize, left), end, cut ? uint64_t{1} : 0};
      ahead_ = header.size <= kSmallSubBuffer ? kSearchStep : kHeadBytes;
      return true;
    }
    uint64_t after = afterDamage(at, state == HeaderState::None ? 0 : header.size);
    static constexpr std::string_view kFound[] = {"something else", "one of version ",
                                                  "one that contradicts itself or the others", ""};
    std::string found(kFound[static_cast<size_t>(state)]);
    if (state == HeaderState::OtherVersion) found += header.layout.version();
    warn(warnings, at, "the header of a sub-buffer", found + "; " + std::to_string(after - at) + " bytes are skipped");
    at = after;
  }
  return false;
}

uint64_t SubBufferScan::endTsc() {
  const SubBufferPlace& first = file_.firstPlace;
  SubBuffer last = file_.first, tried;
  uint64_t stride = first.next - first.at;
  // Most tracers give all sub-buffers the same size.
  uint64_t likely = first.at + (size_ - 1 - first.at) / stride * stride;
  if (likely != first.at && read(likely, tried) == HeaderState::Good) {
    last = tried;
  } else if (likely != first.at) {
    uint64_t from = size_ - std::min(size_ - first.next, kSearchedForLast);
    for (uint64_t at = nextHeader(from, size_); at < size_; at = nextHeader(at + 1, size_))
      if (read(at, tried) == HeaderState::Good) last = tried;
  }
  return std::max(last.beginTsc, last.endTsc);
}

HeaderState findFirst(const ByteSource& source, SubBuffer& out) {
  HeaderState state = readSubBuffer(readAll(source, 0, kHeadBytes), out);
  if (state == HeaderState::Good) return state;
  SubBuffer found;
  if (anyHeader(readAll(source, 0, kSearchedInForeign), found) != HeaderState::Good) return state;
  out = found;
  return HeaderState::Good;
}

bool findEnds(TraceFile& file, const Layout& like, WarningLog& warnings) {
  if (!SubBufferScan(file, like).next(0, file.first, file.firstPlace, &warnings)) return false;
  file.endTsc = SubBufferScan(file, file.first.layout).endTsc();
  return true;
}

}  // namespace tp::lttng
