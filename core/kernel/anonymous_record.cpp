#include "core/kernel/anonymous_record.h"

#include <algorithm>

namespace tp::kernel {
namespace {

bool isProcessName(const Field& field) {
  return std::string_view(field.name).ends_with("comm");
}

// Copies what lies at [offset, offset + size) of `from` to the same place.
void keep(Bytes from, std::span<std::byte> to, size_t offset, size_t size) {
  if (offset > from.size()) return;
  std::copy_n(from.begin() + static_cast<ptrdiff_t>(offset), std::min(size, from.size() - offset),
              to.begin() + static_cast<ptrdiff_t>(offset));
}

void keepText(const Field& field, Endian endian, Pseudonyms& names, Bytes from, std::span<std::byte> to) {
  const Bytes bytes = fieldBytes(field, from, endian);
  if (bytes.empty()) return;
  const size_t offset = static_cast<size_t>(bytes.data() - from.data());
  std::span<std::byte> text = to.subspan(offset, bytes.size());
  if (isProcessName(field)) {
    const std::string& name = names.process(fieldText(field, from, endian));
    if (name.size() < text.size()) return replaceText(text, name);
  }
  std::copy(bytes.begin(), bytes.end(), text.begin());
  blankText(text);
}

void keepField(const Field& field, Endian endian, Pseudonyms& names, Bytes from, std::span<std::byte> to) {
  // What trace_printk() and markers write may be anything.
  const bool isFree = field.name == "buf" || field.elementSize <= 1;
  const bool isPlaced = field.form == Field::Form::DataLoc || field.form == Field::Form::RelLoc;
  if (isPlaced || field.form == Field::Form::Number) keep(from, to, field.offset, field.size);
  if (field.form == Field::Form::Number) return;
  if (field.isChar) return keepText(field, endian, names, from, to);
  if (isFree) return;
  const Bytes bytes = fieldBytes(field, from, endian);
  if (!bytes.empty()) keep(from, to, static_cast<size_t>(bytes.data() - from.data()), bytes.size());
}

}  // namespace

void anonymiseRecord(const EventFormat* format, Endian endian, uint32_t common, Pseudonyms& names,
                     std::span<std::byte> record) {
  const std::vector<std::byte> before(record.begin(), record.end());
  std::fill(record.begin(), record.end(), std::byte{0});
  keep(before, record, 0, common);
  if (format == nullptr) return;
  for (const Field& field : format->common) keep(before, record, field.offset, field.size);
  for (const Field& field : format->fields) keepField(field, endian, names, before, record);
}

}  // namespace tp::kernel
