// The memory maps of the traced processes. They turn an address in a user stack into a file and an offset in it.
// Source: trace-cmd.dat.v7(5), option PROCMAPS; that its numbers are hexadecimal is not written there, but seen in
// files.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tp::tracecmd {

class ProcessMaps {
 public:
  // `options` has the text of one option per process.
  explicit ProcessMaps(const std::vector<std::string>& options);

  // Returns "libc.so.6+0x1234"; empty if no mapping covers the address.
  std::string find(int64_t process, uint64_t address) const;
  std::vector<int64_t> processes() const;

 private:
  struct Mapping {
    uint64_t begin = 0;
    uint64_t end = 0;
    uint64_t fileBegin = 0;  // Address of the file's first mapping.
    std::string path;
  };
  std::map<int64_t, std::vector<Mapping>> processes_;
};

}  // namespace tp::tracecmd
