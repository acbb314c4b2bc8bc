#include "core/session/index_worker.h"

#include <algorithm>
#include <map>
#include <optional>

#include "core/decode/record_driver.h"
#include "core/index/chunk_replay.h"
#include "core/index/piece_writer.h"
#include "core/index/vocabulary.h"
#include "core/io/archive.h"
#include "core/io/file_changes.h"
#include "core/io/piece_reader.h"
#include "core/joint/open_traces.h"
#include "core/joint/split.h"
#include "core/session/assign_streams.h"
#include "core/session/drop.h"
#include "core/session/job_turns.h"
#include "core/session/kept/restore_units.h"
#include "core/session/messages.h"
#include "core/session/places/describe.h"

namespace tp {
namespace {

// Bytes of marks that a trace, and each stream of it, may always keep resident, however few its records.
constexpr uint64_t kSessionFloor = uint64_t{32} << 20;
constexpr uint64_t kStreamFloor = uint64_t{64} << 10;
// A message goes out after so many bytes of input.
constexpr uint64_t kBytesPerMessage = uint64_t{4} << 20;
// For streams whose unpacked bytes two workers share: small enough that they keep step.
constexpr uint64_t kExchangedPiece = uint64_t{64} << 10;
// So many streams are indexed side by side.
constexpr size_t kOpen = 64;
// A larger archive is rather a trace than names, and is not unpacked just to find out.
constexpr uint64_t kMostOfNames = uint64_t{16} << 20;

// Returns files that were dropped on an open trace, which may be compressed: "kallsyms.gz".
FileSet unpackedNames(const FileSet& files) {
  uint64_t bytes = 0;
  for (const FileEntry& file : files.files()) bytes += file.source->size();
  if (bytes > kMostOfNames) return files;
  const Result<FileSet> expanded = expandArchives(files);
  return expanded ? *expanded : files;
}

}  // namespace

struct IndexWorker::Impl {
  FileSet files;
  JoinOptions how;  // with which the files were opened
  std::vector<FileSet> added;
  std::unique_ptr<TraceReader> reader;
  VocabularyWriter vocabulary;
  std::vector<uint32_t> owner;
  uint32_t share = 0;                                    // of this worker
  std::vector<std::unique_ptr<StreamIndexer>> indexers;  // by unit; null if it is not ours, or not opened yet
  std::unique_ptr<UnitRestorer> restorer;                // of a kept index that is being read
  std::vector<PieceProgress> told;
  std::deque<uint32_t> unitsLeft;  // our units still to be indexed, of which the first kOpen take turns
  std::vector<uint32_t> dirty;     // units that have changed since the last piece
  UnpackExchange* exchange = nullptr;
  std::vector<bool> exchanged;  // by stream: it is ours, and another worker merges it
  bool waits = false;
  size_t turn = 0;
  uint64_t bytesSincePiece = 0;
  size_t pieceSize = 0;             // bytes of the last piece
  std::vector<MarkBudget> budgets;  // by unit
  std::deque<std::vector<std::byte>> outgoing;
  JobTurns jobs;
  RowTimes rowTimes;
  PieceReader pieces;                           // of step()
  std::map<std::string, SourceChange> changes;  // those that were reported, by path

  WireWriter message(FromWorker type) {
    WireWriter out;
    out.put(type);
    vocabulary.write(*reader, out);
    return out;
  }
  bool isDirty(uint32_t unit) const { return std::find(dirty.begin(), dirty.end(), unit) != dirty.end(); }
  bool openFiles(const FileSet& files, uint32_t shares, const JoinOptions& options, FunctionIdentity functions,
                 uint64_t budget);
  void shareBudget(const std::vector<IndexUnit>& units, uint64_t all);
  bool restored(bool well);
  void endRestore();
  void openMerge(uint32_t unit, uint32_t share);
  StreamIndexer& opened(uint32_t unit);
  void openExchange(uint32_t share);
  void leaveExchange(uint32_t unit);
  bool isAhead(uint32_t unit) const { return unit < exchanged.size() && exchanged[unit] && exchange->ahead(unit); }
  bool fail(const Error& error);
  void lookAt(uint32_t unit);
  void tellChanges(bool look = false);
  void sendOpened();
  void sendPiece();
  void tellUnread(const Want& want);
  void took(uint32_t stream, uint64_t bytes);
  void detail(const DetailRequest& request);
  void describe(const DescribeRequest& request);
  StreamIndexer* ours(uint32_t stream) { return stream < indexers.size() ? indexers[stream].get() : nullptr; }
};

IndexWorker::IndexWorker() : impl_(std::make_unique<Impl>()) {}
IndexWorker::~IndexWorker() = default;

// Opens the trace, and says which of its units are whose. Returns false if that fails; the outgoing messages say why.
bool IndexWorker::Impl::openFiles(const FileSet& files, uint32_t shares, const JoinOptions& options,
                                  FunctionIdentity functions, uint64_t budget) {
  // Does nothing if a front end has done it already, for all workers.
  Result<FileSet> expanded = expandArchives(files);
  if (!expanded) return fail(expanded.error());
  this->files = chosenFiles(*expanded, options);
  how = options;
  how.functions = functions;
  Result<std::unique_ptr<TraceReader>> opened = openTraces(this->files, how);
  if (!opened) {
    // A trace that is being replaced does not look like a trace.
    std::vector<FileChange> changed = changesOf(this->files, true);
    if (!changed.empty()) return fail({"", kNoOffset, changed.front().text()});
    // The files may be no trace because their archive is cut off, or some of them can't be read.
    Error error = opened.error();
    if (!this->files.notes().empty()) error.message += " (" + this->files.notes().front().text() + ")";
    return fail(error);
  }
  reader = std::move(*opened);

  std::vector<IndexUnit> units = unitsOf(*reader);
  owner = assignStreams(units, std::max(1u, shares));
  indexers.resize(units.size());
  told.resize(units.size());
  shareBudget(units, budget);
  return true;
}

// Each unit has a share of what all may take, by its bytes. Those of a merge are those of its inputs.
void IndexWorker::Impl::shareBudget(const std::vector<IndexUnit>& units, uint64_t all) {
  const uint64_t least = std::max(kStreamFloor, kSessionFloor / std::max<uint64_t>(1, units.size()));
  double sum = 1;
  for (const IndexUnit& unit : units) sum += static_cast<double>(unit.bytes);
  for (const IndexUnit& unit : units) {
    const double most = static_cast<double>(all) * static_cast<double>(unit.bytes) / sum;
    budgets.push_back({std::min(least, all), std::max(kStreamFloor, static_cast<uint64_t>(most))});
  }
}

void IndexWorker::openKept(FileSet files, uint32_t share, uint32_t shares, const JoinOptions& options) {
  *impl_ = Impl{};
  impl_->share = share;
  if (!impl_->openFiles(files, shares, options, functions_, budget_)) return;
  impl_->sendOpened();
  impl_->tellChanges();
}

void IndexWorker::open(FileSet files, uint32_t share, uint32_t shares, const JoinOptions& options,
                       UnpackExchange* exchange) {
  *impl_ = Impl{};
  Impl& me = *impl_;
  me.share = share;
  if (!me.openFiles(files, shares, options, functions_, budget_)) return;
  const size_t units = me.owner.size();
  for (uint32_t i = static_cast<uint32_t>(me.reader->streams().size()); i < units; ++i)
    if (me.owner[i] == share) me.openMerge(i, share);
  for (uint32_t i = 0; i < units; ++i)
    if (me.owner[i] == share && !me.indexers[i]) me.unitsLeft.push_back(i);
  me.exchange = exchange;
  if (exchange != nullptr) me.openExchange(share);
  me.sendOpened();
  me.tellChanges();
}

void IndexWorker::Impl::openExchange(uint32_t share) {
  exchanged.resize(reader->streams().size());
  for (const SharedStream& at : sharedStreams(*reader, owner)) {
    exchanged[at.stream] = owner[at.stream] == share;
    if (owner[at.merge] == share)
      indexers[at.merge]->driver().input(at.input).exchange(exchange->end(at.stream, UnpackExchange::Side::Merge));
    if (owner[at.stream] == share)
      opened(at.stream).driver().input(0).exchange(exchange->end(at.stream, UnpackExchange::Side::Stream));
  }
}

// Called when a merge has ended, even if because of a file: the other workers must not wait for it any more.
void IndexWorker::Impl::leaveExchange(uint32_t unit) {
  if (exchange == nullptr || unit < reader->streams().size()) return;
  size_t inputs = reader->merges()[unit - reader->streams().size()].inputs.size();
  for (size_t i = 0; i < inputs; ++i) indexers[unit]->driver().input(i).exchange(nullptr);
}

// Opens a merge. Inputs that are ours as well are decoded once for both.
void IndexWorker::Impl::openMerge(uint32_t unit, uint32_t share) {
  size_t number = unit - reader->streams().size();
  const std::vector<uint32_t>& inputs = reader->merges()[number].inputs;
  std::unique_ptr<RecordDriver> driver = makeDriver(*reader, unit);
  std::vector<bool> whole;
  bool decodable = reader->merges()[number].fromDecoder;
  for (uint32_t stream : inputs) whole.push_back(decodable && owner[stream] == share && !indexers[stream]);
  driver->share(whole, [this, inputs, whole](size_t input, const RecordBatch& batch) {
    if (!whole[input]) return;
    uint32_t stream = inputs[input];
    indexers[stream]->take(batch);
    if (!isDirty(stream)) dirty.push_back(stream);
  });
  for (size_t i = 0; i < inputs.size(); ++i)
    if (whole[i]) indexers[inputs[i]] = std::make_unique<StreamIndexer>(*reader, driver->input(i), budgets[inputs[i]]);
  indexers[unit] = std::make_unique<StreamIndexer>(*reader, std::move(driver), budgets[unit]);
  unitsLeft.push_back(unit);
}

// Opens a unit when it is needed. Decoders take memory, so of thousands of streams few are open at a time.
StreamIndexer& IndexWorker::Impl::opened(uint32_t unit) {
  if (!indexers[unit]) indexers[unit] = std::make_unique<StreamIndexer>(*reader, unit, budgets[unit]);
  return *indexers[unit];
}

void IndexWorker::refuse(const Error& error) {
  impl_->fail(error);
}

const FileSet& IndexWorker::files() const {
  return impl_->files;
}

// Returns false.
bool IndexWorker::Impl::fail(const Error& error) {
  WireWriter out;
  out.put(FromWorker::Failed);
  out.putString(error.text());
  outgoing.push_back(out.take());
  return false;
}

// Compares the files that a unit reads with what they were.
void IndexWorker::Impl::lookAt(uint32_t unit) {
  size_t streams = reader->streams().size();
  auto look = [this](uint32_t stream) { files.files()[reader->streams()[stream].file].source->look(); };
  if (unit < streams) return look(unit);
  for (uint32_t input : reader->merges()[unit - streams].inputs) look(input);
}

// Reports each change once, also as a warning. The warnings of the trace do not depend on the order in which workers
// meet the changes.
void IndexWorker::Impl::tellChanges(bool look) {
  WarningLog::Quiet asides(reader->warnings());
  std::vector<FileChange> fresh;
  for (FileChange& one : changesOf(files, look)) {
    auto [known, added] = changes.try_emplace(one.path);
    if (known->second.kind == one.change.kind && known->second.cut == one.change.cut) continue;
    if (known->second.kind != one.change.kind) reader->warnings().add(one.warning());
    known->second = one.change;
    fresh.push_back(std::move(one));
  }
  if (fresh.empty()) return;
  WireWriter out = message(FromWorker::Changed);
  out(fresh);
  outgoing.push_back(out.take());
}

void IndexWorker::Impl::sendOpened() {
  WireWriter out = message(FromWorker::Opened);
  std::vector<ToldUnit> told;
  for (const IndexUnit& unit : unitsOf(*reader))
    told.push_back({std::string(unit.name), unit.bytes, owner[told.size()], told.size() >= reader->streams().size()});
  out(reader->info(), told);
  outgoing.push_back(out.take());
}

void IndexWorker::Impl::sendPiece() {
  if (dirty.empty()) return;
  WireWriter out = message(FromWorker::Piece);
  // Pieces are of similar size.
  out.reserve(pieceSize + pieceSize / 8);
  out.put(static_cast<uint32_t>(dirty.size()));
  for (uint32_t stream : dirty) writeStreamPiece(stream, *indexers[stream], told[stream], out);
  // The driver of a merge has the decoders of its inputs, so it goes last.
  std::sort(dirty.begin(), dirty.end());
  for (uint32_t stream : dirty)
    if (indexers[stream]->done()) indexers[stream]->letGo();
  dirty.clear();
  bytesSincePiece = 0;
  pieceSize = out.size();
  outgoing.push_back(out.take());
}

bool IndexWorker::want(Want& out, uint64_t pieceBytes) {
  Impl& me = *impl_;
  me.waits = false;
  if (!me.reader) return false;
  size_t passed = 0;  // units passed over in a row because they are ahead
  while (!me.unitsLeft.empty()) {
    const size_t open = std::min(me.unitsLeft.size(), kOpen);
    if (me.turn >= open) me.turn = 0;
    uint32_t stream = me.unitsLeft[me.turn];
    if (me.isAhead(stream)) {
      ++me.turn;
      me.waits = ++passed >= open;
      if (me.waits) return false;
      continue;
    }
    StreamIndexer& indexer = me.opened(stream);
    RecordDriver::Want wanted = indexer.driver().want();
    if (wanted.size == 0) {
      // Between extents, or at the end: the driver moves on without bytes.
      indexer.consume();
      me.took(stream, 0);
      passed = 0;
      continue;
    }
    out.stream = stream;
    out.channel = stream + wanted.input * static_cast<uint32_t>(me.indexers.size());
    out.file = wanted.file;
    out.offset = wanted.offset;
    if (stream < me.exchanged.size() && me.exchanged[stream])
      pieceBytes = std::min(pieceBytes, std::max(kExchangedPiece, wanted.kept));
    out.size = std::min(wanted.size, pieceBytes);
    out.runBytes = wanted.run;
    return true;
  }
  me.sendPiece();
  return false;
}

void IndexWorker::provide(const Want& want, Bytes data, bool lasting) {
  Impl& me = *impl_;
  StreamIndexer* indexer = me.ours(want.stream);
  if (indexer == nullptr || indexer->done()) return;
  if (data.empty()) {
    me.tellUnread(want);
    indexer->driver().skipRun();
  } else {
    indexer->driver().provide(data, lasting);
  }
  indexer->consume();
  me.took(want.stream, data.size());
  if (me.files.files()[want.file].source->change().kind != SourceChange::Kind::None) me.tellChanges();
}

// The worker that decodes the stream warns; a merge that reads the stream once more adds no warning.
void IndexWorker::Impl::tellUnread(const Want& want) {
  uint32_t stream = want.stream;
  if (stream >= reader->streams().size()) {
    const size_t input = (want.channel - want.stream) / indexers.size();
    stream = reader->merges()[stream - reader->streams().size()].inputs[input];
    const StreamIndexer* fed = ours(stream);
    if (fed == nullptr || !fed->isDriver(indexers[want.stream]->driver().input(input))) return;
  }
  WarningLog::Telling telling(reader->warnings(), stream + 1);
  reader->warnings().add(files.files()[want.file].path, want.offset, std::to_string(want.runBytes) + " bytes",
                         "nothing that can be read");
}

void IndexWorker::Impl::took(uint32_t stream, uint64_t bytes) {
  if (!isDirty(stream)) dirty.push_back(stream);
  if (indexers[stream]->done()) {
    leaveExchange(stream);
    lookAt(stream);
    // What was asked for before the user cancelled may still come: the unit is not in `unitsLeft` then.
    if (auto at = std::find(unitsLeft.begin(), unitsLeft.end(), stream); at != unitsLeft.end()) unitsLeft.erase(at);
  } else {
    ++turn;
  }
  if (unitsLeft.empty()) tellChanges();
  bytesSincePiece += bytes;
  if (bytesSincePiece >= kBytesPerMessage || dirty.size() >= 256 || unitsLeft.empty()) sendPiece();
}

bool IndexWorker::step(uint64_t pieceBytes) {
  Want wanted;
  bool worked = stepJob();
  if (!want(wanted, pieceBytes)) return worked;
  const PieceReader::Piece piece =
      impl_->pieces.read(impl_->files, wanted.file, wanted.offset, wanted.size, wanted.channel);
  provide(wanted, piece.data, piece.lasting);
  return true;
}

bool IndexWorker::add(const FileSet& given) {
  Impl& me = *impl_;
  if (!me.reader || given.empty()) return false;
  const FileSet files = unpackedNames(given);
  // A trace with its program is opened, though the program may name something here as well.
  if (!splitTraces(files, false).traces.empty()) return false;
  std::vector<NameId> renamed;
  if (!me.reader->addFiles(files, renamed)) return false;
  me.added.push_back(files);
  WireWriter out = me.message(FromWorker::Named);
  out(renamedNames(me.reader->names(), renamed), me.reader->info());
  me.outgoing.push_back(out.take());
  return true;
}

std::string IndexWorker::whyNotBeside(const FileSet& files) const {
  return tp::whyNotBeside(impl_->files, files, besideOptions(impl_->how, true));
}

void IndexWorker::look() {
  if (impl_->reader) impl_->tellChanges(true);
}

void IndexWorker::receive(Bytes message) {
  Impl& me = *impl_;
  if (!me.reader) return;
  WireReader in(message);
  switch (in.get<ToWorker>()) {
    case ToWorker::Cancel:
      me.unitsLeft.clear();
      me.sendPiece();
      break;
    case ToWorker::Detail:
      me.detail(in.get<DetailRequest>());
      break;
    case ToWorker::Describe:
      me.describe(in.read<DescribeRequest>());
      break;
    case ToWorker::Ask:
      me.jobs.ask(in, *me.reader);
      break;
    case ToWorker::GiveUp:
      me.jobs.giveUp(in.get<JobKind>());
      break;
    case ToWorker::Look:
      me.tellChanges(true);
      break;
    case ToWorker::Restore:
      me.restorer = std::make_unique<UnitRestorer>(*me.reader, me.owner, me.share);
      me.restored(me.restorer->begin(in));
      break;
    case ToWorker::Unit:
      if (me.restorer) me.restored(me.restorer->take(in));
      break;
    case ToWorker::Restored:
      if (me.restorer && me.restored(me.restorer->finish(me.indexers))) me.endRestore();
      break;
  }
}

// Returns whether it went well.
bool IndexWorker::Impl::restored(bool well) {
  if (well) return true;
  restorer.reset();
  return fail({"", kNoOffset, "the kept index does not fit the trace"});
}

void IndexWorker::Impl::endRestore() {
  restorer.reset();
  WireWriter out = message(FromWorker::Piece);
  out.put(uint32_t{0});
  outgoing.push_back(out.take());
}

void IndexWorker::Impl::detail(const DetailRequest& request) {
  StreamIndexer* indexer = ours(request.stream);
  std::vector<LaneMarks> lanes;
  bool whole = true;
  if (indexer != nullptr && request.chunk < indexer->chunks().size()) {
    WarningLog::Quiet quiet(reader->warnings());
    int level = std::clamp(request.level, 0, kLevels - 1);
    lanes = chunkMarks(*reader, request.stream, files, *indexer, request.chunk, level, whole);
  }
  tellChanges();
  WireWriter out = message(FromWorker::Detail);
  out(request, whole || changes.empty(), lanes);
  outgoing.push_back(out.take());
}

void IndexWorker::Impl::describe(const DescribeRequest& request) {
  StreamIndexer* indexer = ours(request.stream);
  DescribedMark described;
  if (indexer != nullptr) {
    WarningLog::Quiet quiet(reader->warnings());
    described = describeMark(*reader, files, *indexer, request);
  }
  tellChanges();
  WireWriter out = message(FromWorker::Description);
  out(request.id, request.stream, described);
  outgoing.push_back(out.take());
}

bool IndexWorker::stepJob() {
  Impl& me = *impl_;
  if (!me.reader) return false;
  std::optional<JobTurns::Answer> answer;
  {
    WarningLog::Quiet quiet(me.reader->warnings());
    answer = me.jobs.step({*me.reader, me.files, me.how, me.indexers, me.rowTimes, me.added}, me.unitsLeft.empty());
  }
  if (!answer) return false;
  me.tellChanges();
  WireWriter out = me.message(FromWorker::Answer);
  out(AnswerHead{answer->id, answer->kind, answer->done, answer->progress});
  out.append(answer->bytes);
  me.outgoing.push_back(out.take());
  return true;
}

bool IndexWorker::waits() const {
  return impl_->waits;
}

bool IndexWorker::take(std::vector<std::byte>& message) {
  if (impl_->outgoing.empty()) return false;
  message = std::move(impl_->outgoing.front());
  impl_->outgoing.pop_front();
  return true;
}

}  // namespace tp
