#include "native/window/program.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

namespace tp::native {
namespace {

// Programs that are started do not inherit it.
bool openPipe(int (&ends)[2]) {
#ifdef __APPLE__
  if (pipe(ends) != 0) return false;
  for (int end : ends) fcntl(end, F_SETFD, FD_CLOEXEC);
  return true;
#else
  return pipe2(ends, O_CLOEXEC) == 0;
#endif
}

}  // namespace

int startProgram(const std::vector<std::string>& words) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  // Both ends are closed when the program has started.
  int ends[2];
  if (!openPipe(ends)) return errno;
  const pid_t child = fork();
  if (child == 0) {
    // The grandchild belongs to nobody, so that it leaves no process behind that has to be waited for.
    const pid_t grandchild = fork();
    if (grandchild != 0) _exit(grandchild < 0 ? 1 : 0);
    execvp(arguments[0], arguments.data());
    const int why = errno;
    const bool told = write(ends[1], &why, sizeof why) == static_cast<ssize_t>(sizeof why);
    _exit(told ? 127 : 126);
  }
  const int failed = child < 0 ? errno : 0;
  close(ends[1]);
  int why = failed;
  if (child > 0) {
    waitpid(child, nullptr, 0);
    if (read(ends[0], &why, sizeof why) != static_cast<ssize_t>(sizeof why)) why = 0;
  }
  close(ends[0]);
  return why;
}

}  // namespace tp::native
