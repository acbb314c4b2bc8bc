// What was mapped where in the traced processes: an address in a user stack becomes a file and an offset in it.
// Source: trace-cmd.dat.v7(5), option PROCMAPS; that its numbers are hexadecimal is only to be seen.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tp::tracecmd {

class ProcessMaps {
 public:
  // One option's text for each process.
  explicit ProcessMaps(const std::vector<std::string>& options);

  // "libc.so.6 + 0x1234"; empty where nothing is known to lie there.
  std::string find(int64_t process, uint64_t address) const;
  std::vector<int64_t> processes() const;

 private:
  struct Mapping {
    uint64_t begin = 0;
    uint64_t end = 0;
    uint64_t fileBegin = 0;  // of the file's first mapping
    std::string path;
  };
  std::map<int64_t, std::vector<Mapping>> processes_;
};

}  // namespace tp::tracecmd
