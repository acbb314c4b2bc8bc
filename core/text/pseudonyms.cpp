#include "core/text/pseudonyms.h"

#include <algorithm>

namespace tp {
namespace {

constexpr char kBlank = 'x';

}  // namespace

const std::string& Pseudonyms::of(Of kind, std::string_view name) {
  const char letter = static_cast<char>(kind);
  auto& names = names_[letter];
  if (auto found = names.find(name); found != names.end()) return found->second;
  return names.emplace(std::string(name), letter + std::to_string(names.size() + 1)).first->second;
}

const std::string& Pseudonyms::process(std::string_view comm) {
  if (auto found = process_.find(comm); found != process_.end()) return found->second;
  return of(Of::Process, comm);
}

void replaceText(std::span<std::byte> text, std::string_view name) {
  std::fill(text.begin(), text.end(), std::byte{0});
  const size_t size = std::min(text.size(), name.size());
  std::transform(name.begin(), name.begin() + size, text.begin(), [](char c) { return static_cast<std::byte>(c); });
}

void blankText(std::span<std::byte> text) {
  for (std::byte& byte : text)
    if (byte != std::byte{0}) byte = static_cast<std::byte>(kBlank);
}

std::string blankedText(std::string_view text) {
  return std::string(text.size(), kBlank);
}

}  // namespace tp
