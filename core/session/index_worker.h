// IndexWorker is the decoding side of a session: it opens the files for itself, indexes its share of the streams, and
// answers requests. It is single-threaded; natively, each thread of the pool has one, in the page, each Web Worker.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "core/decode/unpack_exchange.h"
#include "core/io/byte_source.h"
#include "core/io/file_set.h"
#include "core/joint/join_options.h"

namespace tp {

// Of IndexWorker::keepWithin(), where nobody asks for another one.
inline constexpr uint64_t kIndexBudget = uint64_t{512} << 20;

class IndexWorker {
 public:
  // What to read next for the indexing pass: up to `size` bytes of file number `file` from `offset`, one piece of a run
  // that goes on for `runBytes` (a hint whether streaming pays).
  struct Want {
    uint32_t stream = 0;   // as for makeDriver()
    uint32_t channel = 0;  // the same for consecutive pieces of one run
    size_t file = 0;       // index in FileSet::files()
    uint64_t offset = 0;
    uint64_t size = 0;
    uint64_t runBytes = 0;
  };

  IndexWorker();
  ~IndexWorker();
  IndexWorker(const IndexWorker&) = delete;
  IndexWorker& operator=(const IndexWorker&) = delete;

  // How functions are stored. Must be called before open().
  void keepFunctions(FunctionIdentity how) { functions_ = how; }
  // How many bytes the resident marks of a trace may take, but for a little of each stream: what would take more is
  // decoded again when it is looked at. Must be the same for all workers of a session, and be called before open().
  void keepWithin(uint64_t bytes) { budget_ = bytes; }
  // Opens the trace, and takes the streams and merges that assignStreams() gives to `share` of `shares`. All workers of
  // a session must get the same files. The outgoing messages have the results, including a failure. `options` selects
  // among several traces, and says how they lie beside each other. `exchange` is shared by the workers of a session
  // that run in one process, else null; it must outlive the worker.
  void open(FileSet files, uint32_t share, uint32_t shares, const JoinOptions& options = {},
            UnpackExchange* exchange = nullptr);
  // As open(), but indexes nothing: the session has the index, and sends what belongs to it (Session::beginKept()).
  void openKept(FileSet files, uint32_t share, uint32_t shares, const JoinOptions& options = {});
  // As open(), for files that the front end found it can't open: the outgoing messages have the error.
  void refuse(const Error& error);
  // Returns the files that were given, with archives replaced by their contents. Want::file is an index in these.
  const FileSet& files() const;

  // Adds files that were dropped on the open trace; the outgoing messages have what they add. Returns false if they do
  // not belong to the trace. All workers of a session must get the same files.
  bool add(const FileSet& files);

  // Returns why these files can't be laid beside what is open, as whyNotBeside() has it (core/joint/open_traces.h).
  std::string whyNotBeside(const FileSet& files) const;

  // Compares the files with what they were when they were opened; the outgoing messages have what has changed.
  void look();

  // Takes a message of Session (WorkerPort::post). The outgoing messages have the answers.
  void receive(Bytes message);

  // The indexing pass, driven by the caller: while want() returns true, read what it asks for, and provide() it. Any
  // non-empty part may be given. An empty one says that nothing can be read there: it ends that run with a warning, and
  // if the file's source says that the file has changed, that is reported as well. `lasting`: the bytes stay valid as
  // long as the files do.
  bool want(Want& out, uint64_t pieceBytes = uint64_t{1} << 20);
  void provide(const Want& want, Bytes data, bool lasting = false);

  // Works for a step on a question (ToWorker::Ask) that may be answered before the index is done, or on any question
  // when it is. Returns false if there is none. For front ends that call want() and provide(); step() does it by
  // itself.
  bool stepJob();

  // As want() and provide(), reading the files by itself: one piece of one stream, and a step of a job. Returns false
  // if nothing is left to do.
  bool step(uint64_t pieceBytes = uint64_t{1} << 20);
  // After step() returned false: returns whether that is because another worker has to catch up. There will be more to
  // do soon.
  bool waits() const;

  // Moves the oldest outgoing message to `message`, for Session::receive(). Returns false if there is none.
  bool take(std::vector<std::byte>& message);

 private:
  struct Impl;
  FunctionIdentity functions_ = FunctionIdentity::Apart;
  uint64_t budget_ = kIndexBudget;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tp
