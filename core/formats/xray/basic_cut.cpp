#include "core/formats/xray/basic_grid.h"
#include "core/formats/xray/basic_records.h"
#include "core/formats/xray/basic_repeats.h"
#include "core/formats/xray/log_cut.h"

namespace tp::xray {
namespace {

// A record of an argument has no time: it goes with the record of the call before it.
class BasicCut {
 public:
  explicit BasicCut(const LogCut& cut) : cut_(cut) {}

  void take(Bytes piece, uint64_t offset) {
    const LogHeader& header = cut_.log.header;
    for (size_t at = 0; at + kBasicRecord <= piece.size(); at += kBasicRecord) {
      const BasicFields fields = readBasic(piece.data() + at, header);
      if (!isSound(piece.data() + at, fields)) {
        cut_.log.reader.warnings().add(cut_.log.file.path, offset + at, "a record of a function",
                                       "one that is damaged, which is left out");
        kept_ = false;
        continue;
      }
      if (fields.type == kBasicFunction)
        kept_ =
            cut_.keeps(fields.tsc, offset + at) && cut_.request.hasTid(fields.tid) && cut_.request.hasCpu(fields.cpu);
      if (!kept_) continue;
      cut_.sink.write(piece.subspan(at, kBasicRecord));
      if (fields.type != kBasicFunction) continue;
      ++summary_.records;
      summary_.around += cut_.around.contains(offset + at) ? 1 : 0;
    }
  }

  const CutSummary& summary() const { return summary_; }

 private:
  const LogCut& cut_;
  bool kept_ = false;
  CutSummary summary_;
};

}  // namespace

CutSummary cutBasic(const LogCut& cut) {
  constexpr uint64_t kPiece = uint64_t{1} << 20;
  const FileEntry& file = cut.log.file;
  WarningLog ignored;
  BasicCut cutting(cut);
  const BasicGrid grid = findBasicGrid(file, cut.log.header, ignored);
  const bool large = file.source->size() > kMaxLookedThrough;
  const std::vector<Extent> repeats = large ? std::vector<Extent>{} : findRepeats(file, cut.log.header, grid, ignored);
  for (const auto& [extent, broken] : withoutRepeats(grid, repeats))
    for (uint64_t at = 0; at < extent.size && !cut.sink.stopped(); at += kPiece) {
      const uint64_t offset = extent.offset + at;
      cutting.take(readAll(*file.source, offset, std::min(kPiece, extent.size - at)), offset);
    }
  return cutting.summary();
}

}  // namespace tp::xray
