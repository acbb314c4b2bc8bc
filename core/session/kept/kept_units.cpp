#include "core/session/kept/kept_units.h"

#include <algorithm>

namespace tp {

void KeptUnits::add(const std::vector<DecodedFacts>& facts) {
  decoded.resize(std::max(decoded.size(), facts.size()));
  for (size_t i = 0; i < facts.size(); ++i) decoded[i].add(facts[i]);
}

std::vector<std::byte> writeIndex(const TraceIndex& index, const KeptUnits& units) {
  NumberMap numbers;
  WireWriter out;
  // Most of it are marks, which are written as they are.
  out.reserve(static_cast<size_t>(index.memoryBytes() + index.memoryBytes() / 16));
  index.write(out, numbers);
  std::vector<DecodedFacts> decoded = units.decoded;
  for (DecodedFacts& facts : decoded) {
    std::vector<NameId>& calls = facts.systemCalls;
    std::sort(calls.begin(), calls.end(), [&](NameId a, NameId b) { return numbers.to(a) < numbers.to(b); });
    calls.erase(std::unique(calls.begin(), calls.end()), calls.end());
  }
  WireWriter rest(numbers);
  rest(decoded, units.units);
  out.append(rest.take());
  return out.take();
}

bool readIndex(Bytes bytes, TraceIndex& index, KeptUnits& units) {
  WireReader in(bytes);
  if (!index.read(in)) return false;
  in(units);
  return in.complete() && units.units.size() == index.streams().size() &&
         (units.units.empty() || units.units.rbegin()->first < index.streams().size());
}

}  // namespace tp
