// The decoding side of a session: opens the files for itself, indexes its share of the streams, and answers requests
// for details. Single-threaded; natively one lives in each thread of the pool, in the page in each Web Worker.
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

class IndexWorker {
 public:
  // What to read next for the indexing pass: up to `size` bytes of file number `file` from `offset`, one piece of a run
  // that goes on for `runBytes` (a hint whether streaming pays).
  struct Want {
    uint32_t stream = 0;   // as for makeDriver()
    uint32_t channel = 0;  // the same for all pieces of one run after another
    size_t file = 0;       // position in FileSet::files()
    uint64_t offset = 0;
    uint64_t size = 0;
    uint64_t runBytes = 0;
  };

  IndexWorker();
  ~IndexWorker();
  IndexWorker(const IndexWorker&) = delete;
  IndexWorker& operator=(const IndexWorker&) = delete;

  // Recognises and opens the trace, and takes every stream that falls to `share` of `shares`. All workers of a session
  // get the same files. What comes of it, a failure too, is in the outgoing messages.
  // `options`: which of several traces among the files, and how they lie beside each other.
  // `exchange`: of all workers of the session, where they are of one process; outlives the worker.
  void open(FileSet files, uint32_t share, uint32_t shares, const JoinOptions& options = {},
            UnpackExchange* exchange = nullptr);
  // The same for files that can't be opened, which a front end has found out: that is told in the outgoing messages.
  void refuse(const Error& error);
  // Those given, with what is in archives in the place of these: what Want::file counts in.
  const FileSet& files() const;

  // Files that were dropped on the open trace: what they add appears in the outgoing messages. False where they do not
  // belong to it. All workers of a session get the same.
  bool add(const FileSet& files);

  // Compares the files with what they were when they were opened; what has changed is told in the outgoing messages.
  void look();

  // A message of Session (WorkerPort::post). Answers appear in the outgoing messages.
  void receive(Bytes message);

  // The indexing pass, pushed: while want() is true, read what it asks for and provide() it. Any non-empty part may be
  // given; an empty one says that nothing can be read there, and ends that run with a warning. Where the file's source
  // says that it has changed, that is told as well. `lasting`: the bytes stay valid as long as the files do.
  bool want(Want& out, uint64_t pieceBytes = uint64_t{1} << 20);
  void provide(const Want& want, Bytes data, bool lasting = false);

  // Works on a part of what was asked (ToWorker::Ask) and may be answered before the index is done, or of anything
  // where it is; false where there is nothing of that kind. For front ends that push; step() does it by itself.
  bool stepJob();

  // The same as want() and provide(), reading by itself: one piece of one stream, and a part of a job. False when there
  // is nothing left to do.
  bool step(uint64_t pieceBytes = uint64_t{1} << 20);
  // After step() had nothing to do: whether that is because another worker has to catch up. Soon there will be more.
  bool waits() const;

  // The oldest message for Session::receive() not taken yet; false where there is none.
  bool take(std::vector<std::byte>& message);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tp
