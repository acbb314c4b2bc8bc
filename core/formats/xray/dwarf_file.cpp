#include "core/formats/xray/dwarf_file.h"

#include <dwarf.h>

#include <algorithm>

#include "core/formats/xray/dwarf_access.h"

namespace tp::xray {
namespace {

// A damaged file may make libdwarf keep 2 KB a unit, and take 250 bytes for each byte of a line table while that is
// read.
constexpr bool kPage = sizeof(size_t) == 4;
constexpr size_t kMostUnits = kPage ? 50000 : 100000;
constexpr size_t kMostRanges = size_t{1} << 20;
constexpr uint64_t kMostTable = uint64_t{kPage ? 2 : 4} << 20;

struct Attribute {
  Dwarf_Attribute value = nullptr;

  ~Attribute() {
    if (value != nullptr) dwarf_dealloc_attribute(value);
  }
};

struct Die {
  Dwarf_Die value = nullptr;

  ~Die() {
    if (value != nullptr) dwarf_dealloc_die(value);
  }
};

}  // namespace

class DwarfFile::Reader {
 public:
  explicit Reader(std::shared_ptr<ByteSource> program);
  ~Reader();
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  const DebugSections& sections() const { return sections_; }
  std::vector<Range> ranges();
  std::vector<Line> lines(uint64_t unit, std::span<const uint64_t> addresses, std::string& problem);

 private:
  void addRanges(const Die& die, std::vector<Range>& out);
  void addListedRanges(const Die& die, uint64_t unit, uint64_t base, std::vector<Range>& out);
  bool tableFits(const Die& die, std::string& problem);
  bool addressOf(Dwarf_Line line, uint64_t& address);
  std::string placeOf(Dwarf_Line line, std::string_view compiledIn);
  // For the next call of libdwarf: what the last one said is forgotten.
  Dwarf_Error* error();

  DebugSections sections_;
  Dwarf_Obj_Access_Interface_a access_;
  Dwarf_Debug dbg_ = nullptr;
  Dwarf_Error error_ = nullptr;
};

DwarfFile::Reader::Reader(std::shared_ptr<ByteSource> program)
    : sections_(std::move(program)), access_(dwarfAccess(sections_)) {
  if (sections_.list().empty()) return;
  if (dwarf_object_init_b(&access_, nullptr, nullptr, DW_GROUPNUMBER_ANY, &dbg_, error()) != DW_DLV_OK) dbg_ = nullptr;
}

DwarfFile::Reader::~Reader() {
  error();
  if (dbg_ != nullptr) dwarf_object_finish(dbg_);
}

Dwarf_Error* DwarfFile::Reader::error() {
  if (error_ != nullptr) dwarf_dealloc_error(dbg_, error_);
  error_ = nullptr;
  return &error_;
}

std::vector<DwarfFile::Range> DwarfFile::Reader::ranges() {
  std::vector<Range> out;
  if (dbg_ == nullptr) return out;
  for (size_t units = 0; units < kMostUnits && out.size() < kMostRanges; ++units) {
    Die die;
    Dwarf_Unsigned length = 0, typeOffset = 0, next = 0;
    Dwarf_Off abbreviations = 0;
    Dwarf_Half version = 0, addressSize = 0, lengthSize = 0, extensionSize = 0, type = 0;
    Dwarf_Sig8 signature{};
    constexpr Dwarf_Bool kInfo = 1;
    if (dwarf_next_cu_header_e(dbg_, kInfo, &die.value, &length, &version, &abbreviations, &addressSize, &lengthSize,
                               &extensionSize, &signature, &typeOffset, &next, &type, error()) != DW_DLV_OK)
      break;
    if (type == DW_UT_compile || type == DW_UT_skeleton) addRanges(die, out);
  }
  std::sort(out.begin(), out.end(),
            [](const Range& a, const Range& b) { return a.begin != b.begin ? a.begin < b.begin : a.end < b.end; });
  return out;
}

void DwarfFile::Reader::addRanges(const Die& die, std::vector<Range>& out) {
  Dwarf_Off unit = 0;
  if (dwarf_dieoffset(die.value, &unit, error()) != DW_DLV_OK) return;
  Dwarf_Addr low = 0, high = 0;
  Dwarf_Half form = 0;
  Dwarf_Form_Class kind = DW_FORM_CLASS_UNKNOWN;
  bool based = dwarf_lowpc(die.value, &low, error()) == DW_DLV_OK;
  if (based && dwarf_highpc_b(die.value, &high, &form, &kind, error()) == DW_DLV_OK) {
    if (kind == DW_FORM_CLASS_CONSTANT) high += low;
    if (low > 0 && high > low) out.push_back({low, high, unit});
  }
  addListedRanges(die, unit, based ? low : 0, out);
}

void DwarfFile::Reader::addListedRanges(const Die& die, uint64_t unit, uint64_t base, std::vector<Range>& out) {
  Attribute attribute;
  Dwarf_Half version = 0, offsetSize = 0, form = 0;
  if (dwarf_attr(die.value, DW_AT_ranges, &attribute.value, error()) != DW_DLV_OK ||
      dwarf_whatform(attribute.value, &form, error()) != DW_DLV_OK ||
      dwarf_get_version_of_die(die.value, &version, &offsetSize) != DW_DLV_OK)
    return;
  auto add = [&](uint64_t begin, uint64_t end) {
    if (begin > 0 && end > begin && out.size() < kMostRanges) out.push_back({begin, end, unit});
  };
  Dwarf_Unsigned at = 0;
  bool index = form == DW_FORM_rnglistx;
  if ((index ? dwarf_formudata(attribute.value, &at, error()) : dwarf_global_formref(attribute.value, &at, error())) !=
      DW_DLV_OK)
    return;
  if (version >= 5) {
    Dwarf_Rnglists_Head head = nullptr;
    Dwarf_Unsigned count = 0, offset = 0;
    if (dwarf_rnglists_get_rle_head(attribute.value, form, at, &head, &count, &offset, error()) != DW_DLV_OK) return;
    for (Dwarf_Unsigned i = 0; i < count; ++i) {
      unsigned entryLength = 0, entry = 0;
      Dwarf_Unsigned raw1 = 0, raw2 = 0, begin = 0, end = 0;
      Dwarf_Bool unavailable = 0;
      if (dwarf_get_rnglists_entry_fields_a(head, i, &entryLength, &entry, &raw1, &raw2, &unavailable, &begin, &end,
                                            error()) != DW_DLV_OK)
        break;
      bool addresses = entry != DW_RLE_end_of_list && entry != DW_RLE_base_address && entry != DW_RLE_base_addressx;
      if (addresses && unavailable == 0) add(begin, end);
    }
    dwarf_dealloc_rnglists_head(head);
    return;
  }
  Dwarf_Ranges* list = nullptr;
  Dwarf_Signed count = 0;
  Dwarf_Off offset = 0;
  if (dwarf_get_ranges_b(dbg_, at, die.value, &offset, &list, &count, nullptr, error()) != DW_DLV_OK) return;
  for (Dwarf_Signed i = 0; i < count; ++i) {
    if (list[i].dwr_type == DW_RANGES_ADDRESS_SELECTION)
      base = list[i].dwr_addr2;
    else if (list[i].dwr_type == DW_RANGES_ENTRY)
      add(base + list[i].dwr_addr1, base + list[i].dwr_addr2);
  }
  dwarf_dealloc_ranges(dbg_, list, count);
}

// libdwarf takes all of a table apart at once.
bool DwarfFile::Reader::tableFits(const Die& die, std::string& problem) {
  Attribute attribute;
  Dwarf_Off at = 0;
  if (dwarf_attr(die.value, DW_AT_stmt_list, &attribute.value, error()) != DW_DLV_OK ||
      dwarf_global_formref(attribute.value, &at, error()) != DW_DLV_OK)
    return false;
  for (size_t i = 0; i < sections_.list().size(); ++i) {
    if (sections_.list()[i].name != ".debug_line") continue;
    Bytes bytes = sections_.load(i);
    if (at > bytes.size()) return false;
    Cursor cursor(bytes.subspan(static_cast<size_t>(at)), sections_.endian());
    constexpr uint32_t kWide = 0xffffffff;
    uint64_t length = cursor.u32();
    if (length == kWide) length = cursor.u64();
    if (cursor.failed() || length > bytes.size() - static_cast<size_t>(at)) return false;
    if (length > kMostTable)
      problem = "a line table of " + std::to_string(length >> 20) + " MB, where at most " +
                std::to_string(kMostTable >> 20) + " MB are read";
    return length <= kMostTable;
  }
  return false;
}

// False for a row that ends a sequence, which is past its code.
bool DwarfFile::Reader::addressOf(Dwarf_Line line, uint64_t& address) {
  Dwarf_Bool end = 0;
  Dwarf_Addr at = 0;
  if (dwarf_lineendsequence(line, &end, error()) != DW_DLV_OK || end != 0 ||
      dwarf_lineaddr(line, &at, error()) != DW_DLV_OK)
    return false;
  address = at;
  return true;
}

std::string DwarfFile::Reader::placeOf(Dwarf_Line line, std::string_view compiledIn) {
  Dwarf_Unsigned number = 0;
  char* file = nullptr;
  if (dwarf_lineno(line, &number, error()) != DW_DLV_OK || number == 0 ||
      dwarf_linesrc(line, &file, error()) != DW_DLV_OK)
    return {};
  std::string_view path = file;
  bool within = !compiledIn.empty() && path.size() > compiledIn.size() + 1 && path[compiledIn.size()] == '/' &&
                path.substr(0, compiledIn.size()) == compiledIn;
  if (within) path.remove_prefix(compiledIn.size() + 1);
  if (path.substr(0, 2) == "./") path.remove_prefix(2);
  std::string place(path);
  dwarf_dealloc(dbg_, file, DW_DLA_STRING);
  return place + ":" + std::to_string(number);
}

std::vector<DwarfFile::Line> DwarfFile::Reader::lines(uint64_t unit, std::span<const uint64_t> addresses,
                                                      std::string& problem) {
  std::vector<Line> out;
  Die die;
  constexpr Dwarf_Bool kInfo = 1;
  if (dbg_ == nullptr || dwarf_offdie_b(dbg_, unit, kInfo, &die.value, error()) != DW_DLV_OK ||
      !tableFits(die, problem))
    return out;
  char* directory = nullptr;
  if (dwarf_die_text(die.value, DW_AT_comp_dir, &directory, error()) != DW_DLV_OK) directory = nullptr;
  Dwarf_Unsigned version = 0;
  Dwarf_Small tables = 0;
  Dwarf_Line_Context context = nullptr;
  if (dwarf_srclines_b(die.value, &version, &tables, &context, error()) != DW_DLV_OK) return out;
  Dwarf_Line* rows = nullptr;
  Dwarf_Signed count = 0;
  if (dwarf_srclines_from_linecontext(context, &rows, &count, error()) != DW_DLV_OK) count = 0;
  // Code that the linker has dropped begins at 0; its rows may lie where other code is.
  bool fresh = true, dropped = false;
  for (Dwarf_Signed i = 0; i < count && out.size() < addresses.size(); ++i) {
    uint64_t address = 0;
    bool code = addressOf(rows[i], address);
    if (fresh) dropped = code && address == 0;
    fresh = !code;
    if (!code || dropped || !std::binary_search(addresses.begin(), addresses.end(), address)) continue;
    // Of rows of one address the first is the function's. The last is what debuggers go by, but of a program that is
    // optimised that is the sled, which is of no line.
    if (!out.empty() && out.back().address == address) continue;
    std::string place = placeOf(rows[i], directory != nullptr ? directory : "");
    if (!place.empty()) out.push_back({address, std::move(place)});
  }
  dwarf_srclines_dealloc_b(context);
  return out;
}

DwarfFile::DwarfFile(std::shared_ptr<ByteSource> program) : reader_(std::make_unique<Reader>(std::move(program))) {}

DwarfFile::~DwarfFile() = default;

const std::string& DwarfFile::problem() const {
  return reader_->sections().problem();
}

std::vector<DwarfFile::Range> DwarfFile::ranges() {
  return reader_->ranges();
}

std::vector<DwarfFile::Line> DwarfFile::lines(uint64_t unit, std::span<const uint64_t> addresses,
                                              std::string& problem) {
  return reader_->lines(unit, addresses, problem);
}

}  // namespace tp::xray
