#include "native/output/program_path.h"

#include <system_error>

#if __has_include(<sys/auxv.h>)
#include <sys/auxv.h>
#endif

namespace tp::native {

std::filesystem::path programPath() {
  std::error_code failure;
  std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", failure);
#if __has_include(<sys/auxv.h>)
  // Where /proc is not mounted, the kernel still tells what it was asked to run.
  const auto* asked = reinterpret_cast<const char*>(getauxval(AT_EXECFN));
  if (failure && asked != nullptr) program = std::filesystem::canonical(asked, failure);
#endif
  return failure ? std::filesystem::path() : program;
}

}  // namespace tp::native
