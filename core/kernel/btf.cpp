#include "core/kernel/btf.h"

#include <algorithm>
#include <cstring>

namespace tp::kernel {
namespace {

constexpr uint16_t kMagic = 0xeb9f;
// Size in bytes of the header and of what all types begin with.
constexpr size_t kHeader = 24, kTypeHead = 12;
// A type that is wrapped in more qualifiers and other names refers to itself.
constexpr int kMaxWrapped = 64;

enum Kind : uint32_t {
  kInt = 1,
  kPointer,
  kArray,
  kStruct,
  kUnion,
  kEnum,
  kForward,
  kTypedef,
  kVolatile,
  kConst,
  kRestrict,
  kFunction,
  kPrototype,
  kVariable,
  kSection,
  kFloat,
  kDeclTag,
  kTypeTag,
  kEnum64,
};

// By kind; the names that the kernel prints for arguments which it does not take apart.
constexpr std::string_view kNames[] = {"UNKNOWN", "INT",     "PTR",      "ARRAY",    "STRUCT",   "UNION", "ENUM",
                                       "FWD",     "TYPEDEF", "VOLATILE", "CONST",    "RESTRICT", "FUNC",  "FUNC_PROTO",
                                       "VAR",     "DATASEC", "FLOAT",    "DECL_TAG", "TYPE_TAG", "ENUM64"};

// Returns how many bytes follow the head of a type; nullopt for a kind that is not known.
std::optional<size_t> bytesAfter(uint32_t kind, uint32_t entries) {
  switch (kind) {
    case kInt:
    case kVariable:
    case kDeclTag:
      return 4;
    case kArray:
      return 12;
    case kStruct:
    case kUnion:
    case kSection:
    case kEnum64:
      return size_t{12} * entries;
    case kEnum:
    case kPrototype:
      return size_t{8} * entries;
    case kPointer:
    case kForward:
    case kTypedef:
    case kVolatile:
    case kConst:
    case kRestrict:
    case kFunction:
    case kFloat:
    case kTypeTag:
      return 0;
    default:
      return std::nullopt;
  }
}

std::optional<Endian> endianOf(Bytes data) {
  for (const Endian endian : {Endian::Little, Endian::Big}) {
    Cursor in(data, endian);
    const bool is = in.u16() == kMagic && in.u8() == 1;
    in.skip(1);
    if (is && in.u32() >= kHeader && !in.failed()) return endian;
  }
  return std::nullopt;
}

// Returns the part of `data` that begins at `from` + `offset`, as far as it is there.
Bytes partOf(Bytes data, uint64_t from, uint64_t offset, uint64_t size) {
  const uint64_t at = from + offset;
  if (at >= data.size()) return {};
  return data.subspan(static_cast<size_t>(at), static_cast<size_t>(std::min<uint64_t>(size, data.size() - at)));
}

}  // namespace

bool isBtf(Bytes data) {
  return endianOf(data).has_value();
}

std::string_view Btf::text(uint32_t offset) const {
  if (offset >= strings_.size()) return {};
  const std::string_view all = asText(strings_.subspan(offset));
  const size_t end = all.find('\0');
  return end == std::string_view::npos ? std::string_view() : all.substr(0, end);
}

std::optional<Btf::Type> Btf::typeAt(size_t at) const {
  Cursor in(types_, endian_);
  in.seek(at);
  Type out;
  out.name = in.u32();
  out.info = in.u32();
  out.typeOrSize = in.u32();
  out.at = in.position();
  if (in.failed()) return std::nullopt;
  return out;
}

std::optional<Btf::Type> Btf::type(uint32_t id) const {
  if (id == 0 || id > starts_.size()) return std::nullopt;
  return typeAt(starts_[id - 1]);
}

// Types follow one another; where one is cut or of a kind that is not known, those after it are not known either.
void Btf::load() {
  loaded_ = true;
  const std::optional<Endian> endian = endianOf(data_);
  if (!endian) return;
  endian_ = *endian;
  Cursor in(data_, endian_);
  in.skip(4);
  const uint32_t header = in.u32(), typesAt = in.u32(), typesSize = in.u32(), stringsAt = in.u32();
  const uint32_t stringsSize = in.u32();
  if (in.failed()) return;
  types_ = partOf(data_, header, typesAt, typesSize);
  strings_ = partOf(data_, header, stringsAt, stringsSize);
  for (size_t at = 0; types_.size() - at >= kTypeHead;) {
    const std::optional<Type> one = typeAt(at);
    const std::optional<size_t> more = one ? bytesAfter(one->kind(), one->entries()) : std::nullopt;
    if (!more || *more > types_.size() - one->at) break;
    if (one->kind() == kFunction) functions_.push_back({one->name, one->typeOrSize});
    starts_.push_back(static_cast<uint32_t>(at));
    at = one->at + *more;
  }
  std::stable_sort(functions_.begin(), functions_.end(),
                   [this](const Function& a, const Function& b) { return text(a.name) < text(b.name); });
}

// Returns a type without its qualifiers and other names.
std::optional<Btf::Type> Btf::unqualified(uint32_t id) const {
  for (int i = 0; i < kMaxWrapped; ++i) {
    const std::optional<Type> out = type(id);
    if (!out) return std::nullopt;
    switch (out->kind()) {
      case kTypedef:
      case kVolatile:
      case kConst:
      case kRestrict:
      case kTypeTag:
        id = out->typeOrSize;
        continue;
      default:
        return out;
    }
  }
  return std::nullopt;
}

Parameter Btf::parameter(std::string_view name, uint32_t id) const {
  Parameter out;
  out.name = name;
  if (id == 0) {
    out.form = Parameter::Form::Variable;
    return out;
  }
  const std::optional<Type> of = unqualified(id);
  if (!of) return out;
  constexpr uint32_t kSigned = 1, kMaxBits = 64;
  switch (of->kind()) {
    case kPointer:
      out.form = Parameter::Form::Pointer;
      return out;
    case kInt: {
      Cursor in(types_, endian_);
      in.seek(of->at);
      const uint32_t encoded = in.u32();
      out.form = (encoded >> 24 & kSigned) != 0 ? Parameter::Form::Signed : Parameter::Form::Unsigned;
      out.firstBit = encoded >> 16 & 0xff;
      out.bits = encoded & 0xff;
      break;
    }
    case kEnum:
    case kEnum64:
      // The kernel prints these as signed numbers.
      out.form = Parameter::Form::Signed;
      out.bits = std::min<uint32_t>(of->typeOrSize, 8) * 8;
      break;
    default:
      out.form = Parameter::Form::Whole;
      out.kind = of->kind() < std::size(kNames) ? kNames[of->kind()] : kNames[0];
      if (of->kind() == kStruct || of->kind() == kUnion || of->kind() == kFloat) out.size = of->typeOrSize;
      return out;
  }
  if (out.bits == 0 || out.bits > kMaxBits || out.firstBit >= kMaxBits) out.form = Parameter::Form::Unknown;
  return out;
}

std::optional<std::vector<Parameter>> Btf::find(std::string_view function) {
  if (!loaded_) load();
  auto before = [this](const Function& one, std::string_view name) { return text(one.name) < name; };
  auto first = std::lower_bound(functions_.begin(), functions_.end(), function, before);
  auto is = [&](auto at) { return at != functions_.end() && text(at->name) == function; };
  if (!is(first)) return std::nullopt;
  for (auto other = first + 1; is(other); ++other)
    if (other->prototype != first->prototype) return std::nullopt;
  const std::optional<Type> prototype = type(first->prototype);
  if (!prototype || prototype->kind() != kPrototype) return std::nullopt;
  std::vector<Parameter> out;
  Cursor in(types_, endian_);
  in.seek(prototype->at);
  for (uint32_t i = 0; i < prototype->entries() && !in.failed(); ++i) {
    const uint32_t name = in.u32(), of = in.u32();
    out.push_back(parameter(text(name), of));
  }
  return out;
}

}  // namespace tp::kernel
