// Files and folders that are being written are removed when somebody ends the program meanwhile, by Ctrl+C or kill.
#pragma once

#include <mutex>
#include <string>
#include <utility>

namespace tp::native {

// Marks a path as unfinished as long as it lives.
class Unfinished {
 public:
  Unfinished() = default;
  explicit Unfinished(std::string path);
  ~Unfinished() { finish(); }
  Unfinished(Unfinished&& other) noexcept : path_(std::move(other.path_)) { other.path_.clear(); }
  Unfinished& operator=(Unfinished&& other) noexcept;
  Unfinished(const Unfinished&) = delete;
  Unfinished& operator=(const Unfinished&) = delete;

  // The path is complete or no longer there. Waits for ever if a signal is ending the program.
  void finish();

 private:
  std::string path_;  // empty: none is marked
};

// While the lock is held, no signal removes what is unfinished: who makes a file and marks it holds it. A thread that
// asks for it while a signal is ending the program waits for ever.
std::unique_lock<std::recursive_mutex> holdUnfinished();

// To be called before there are other threads, by a program that starts no others: from then on SIGINT, SIGTERM and
// SIGHUP, where they are not ignored, remove what is unfinished and end the program as they would have done. Does
// nothing on Windows.
void removeUnfinishedOnSignals();

}  // namespace tp::native
