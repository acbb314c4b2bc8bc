#include "native/output/row_spool.h"

#include <cerrno>
#include <cstring>

namespace tp::native {
namespace {

// The bytes of a cell's number or, of a text, its length.
template <class T>
void append(std::string& out, T value) {
  static_assert(sizeof value == sizeof(int64_t));
  char bytes[sizeof value];
  std::memcpy(bytes, &value, sizeof value);
  out.append(bytes, sizeof value);
}

}  // namespace

void RowSpool::Close::operator()(std::FILE* file) const {
  std::fclose(file);
}

bool RowSpool::fail() {
  error_ = "temporary file: " + std::string(std::strerror(errno != 0 ? errno : EIO));
  return false;
}

// A row is the length of its bytes, and then for each cell its kind and, unless it is NULL, a number or a text behind
// its length.
bool RowSpool::add(std::span<const Cell> cells) {
  errno = 0;
  if (!file_) file_.reset(std::tmpfile());
  if (!file_) return fail();
  packed_.assign(sizeof(uint64_t), '\0');
  for (const Cell& cell : cells) {
    packed_ += static_cast<char>(cell.kind);
    if (cell.kind == Cell::Kind::Integer) append(packed_, cell.integer);
    if (cell.kind == Cell::Kind::Real) append(packed_, cell.real);
    if (cell.kind != Cell::Kind::Text) continue;
    append(packed_, uint64_t{cell.text.size()});
    packed_ += cell.text;
  }
  const uint64_t length = packed_.size() - sizeof length;
  std::memcpy(packed_.data(), &length, sizeof length);
  if (std::fwrite(packed_.data(), 1, packed_.size(), file_.get()) != packed_.size()) return fail();
  ++rows_;
  return true;
}

bool RowSpool::rewind() {
  errno = 0;
  cells_.resize(width_);
  return !file_ || (error_.empty() && std::fflush(file_.get()) == 0 && std::fseek(file_.get(), 0, SEEK_SET) == 0) ||
         fail();
}

bool RowSpool::read(void* to, size_t size) {
  errno = 0;
  return std::fread(to, 1, size, file_.get()) == size || fail();
}

std::span<const Cell> RowSpool::next() {
  if (rows_ == 0) return {};
  --rows_;
  uint64_t length = 0;
  if (!read(&length, sizeof length)) return {};
  packed_.resize(length);
  if (!read(packed_.data(), length)) return {};
  const char* at = packed_.data();
  auto take = [&at](auto& value) {
    std::memcpy(&value, at, sizeof value);
    at += sizeof value;
  };
  for (Cell& cell : cells_) {
    cell = {};
    take(cell.kind);
    if (cell.kind == Cell::Kind::Integer) take(cell.integer);
    if (cell.kind == Cell::Kind::Real) take(cell.real);
    if (cell.kind != Cell::Kind::Text) continue;
    uint64_t size = 0;
    take(size);
    cell.text = {at, size};
    at += size;
  }
  return cells_;
}

}  // namespace tp::native
