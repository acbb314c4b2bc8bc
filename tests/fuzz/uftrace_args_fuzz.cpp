// Specifications of arguments, as an info file has them, and a payload by them: "SPECIFICATION\nPAYLOAD".
#include "core/formats/uftrace/arg_text.h"

using namespace tp;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  size_t line = text.find('\n');
  std::string_view spec = text.substr(0, line);
  Bytes payload;
  if (line != std::string_view::npos) payload = Bytes(reinterpret_cast<const std::byte*>(data), size).subspan(line + 1);

  uftrace::InfoFile info;
  info.present = true;
  info.lines = {{"argspec", std::string(spec)}, {"argauto", std::string(spec)}, {"auto-args", "1"}};
  uftrace::ArgRules rules(info);
  uftrace::Enums enums;
  enums.add("enum e {A,B=5}");
  uftrace::ArgList list = rules.byUser({"main", 0, false, false}, false, rules.automatic("main", false));
  uftrace::mergeArgs(list, rules.automatic("main", false));
  uftrace::mergeArgs(list, uftrace::parseArgList(spec, 8));
  for (Endian endian : {Endian::Little, Endian::Big}) {
    bool known = false;
    (void)uftrace::payloadSize(list, payload, endian, known);
    std::string out;
    std::vector<ShownValue> values;
    uftrace::appendArguments(out, values, list, payload, endian, enums, [](uint64_t) { return std::string_view("f"); });
    for (const ShownValue& one : values)
      if (one.begin > one.end || one.end > out.size()) __builtin_trap();
  }
  return 0;
}
