#include "core/formats/xray/dwarf_file.h"

#include <dwarf.h>

#include <algorithm>

#include "core/formats/xray/dwarf_access.h"
#include "core/formats/xray/dwarf_memory.h"

namespace tp::xray {
namespace {

// A damaged file may list any number of ranges.
constexpr size_t kMaxRanges = size_t{1} << 20;
constexpr Dwarf_Bool kInfo = 1;

}  // namespace

// All calls of libdwarf are made within guarded(), and may be left by longjmp() whenever they take memory. So nothing
// there may own what has to be destroyed. What libdwarf has handed out is returned to it if it would pile up; the rest
// is freed with the account.
class DwarfFile::Reader {
 public:
  Reader(std::shared_ptr<ByteSource> program, size_t memory);
  ~Reader() { tpDwarfDrop(&account_); }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  const std::string& problem() const { return problem_; }
  std::vector<Range> ranges();
  std::vector<Line> lines(uint64_t unit, std::span<const uint64_t> addresses, std::string& problem,
                          std::string& folder);

 private:
  template <class Work>
  bool guarded(Work work);
  bool open();
  std::string refusal() const;

  bool ok(int result);
  void addRanges(std::vector<Range>& out);
  void addRanges(Dwarf_Die die, std::vector<Range>& out);
  void addListedRanges(Dwarf_Die die, uint64_t unit, uint64_t base, std::vector<Range>& out);
  void addNewRanges(Dwarf_Attribute attribute, Dwarf_Half form, Dwarf_Unsigned at, uint64_t unit,
                    std::vector<Range>& out);
  void addLines(uint64_t unit, std::span<const uint64_t> addresses, std::vector<Line>& out, std::string& folder);
  bool addressOf(Dwarf_Line line, uint64_t& address);
  void addLine(uint64_t address, Dwarf_Line line, std::string_view compiledIn, std::vector<Line>& out);

  DebugSections sections_;
  Dwarf_Obj_Access_Interface_a access_;
  TpDwarfAccount account_;
  std::string problem_;
  Dwarf_Debug dbg_ = nullptr;
  Dwarf_Error error_ = nullptr;
};

DwarfFile::Reader::Reader(std::shared_ptr<ByteSource> program, size_t memory)
    : sections_(std::move(program)), access_(dwarfAccess(sections_)), problem_(sections_.problem()) {
  account_ = {};
  account_.limit = memory;
}

// Returns false if the work was cut off; everything that libdwarf has allocated is freed then.
template <class Work>
bool DwarfFile::Reader::guarded(Work work) {
  if (tpDwarfCall(
          &account_, [](void* argument) { (*static_cast<Work*>(argument))(); }, &work) != 0)
    return true;
  tpDwarfDrop(&account_);
  dbg_ = nullptr;
  error_ = nullptr;
  return false;
}

// Opens the program, also again after work was cut off.
bool DwarfFile::Reader::open() {
  if (dbg_ != nullptr) return true;
  if (sections_.list().empty()) return false;
  account_.refused = 0;
  bool opened = false;
  bool whole = guarded(
      [&] { opened = ok(dwarf_object_init_b(&access_, nullptr, nullptr, DW_GROUPNUMBER_ANY, &dbg_, &error_)); });
  if (!whole) problem_ = refusal();
  return whole && opened;
}

std::string DwarfFile::Reader::refusal() const {
  return "it would take more than " + std::to_string(account_.limit >> 20) + " MB of memory";
}

// libdwarf's errors are not used, and would pile up.
bool DwarfFile::Reader::ok(int result) {
  if (result == DW_DLV_ERROR && error_ != nullptr) dwarf_dealloc_error(dbg_, error_);
  error_ = nullptr;
  return result == DW_DLV_OK;
}

std::vector<DwarfFile::Range> DwarfFile::Reader::ranges() {
  std::vector<Range> out;
  if (!open()) return out;
  if (!guarded([&] { addRanges(out); })) problem_ = refusal();
  std::sort(out.begin(), out.end(),
            [](const Range& a, const Range& b) { return a.begin != b.begin ? a.begin < b.begin : a.end < b.end; });
  return out;
}

void DwarfFile::Reader::addRanges(std::vector<Range>& out) {
  while (out.size() < kMaxRanges) {
    Dwarf_Die die = nullptr;
    Dwarf_Unsigned length = 0, typeOffset = 0, next = 0;
    Dwarf_Off abbreviations = 0;
    Dwarf_Half version = 0, addressSize = 0, lengthSize = 0, extensionSize = 0, type = 0;
    Dwarf_Sig8 signature{};
    if (!ok(dwarf_next_cu_header_e(dbg_, kInfo, &die, &length, &version, &abbreviations, &addressSize, &lengthSize,
                                   &extensionSize, &signature, &typeOffset, &next, &type, &error_)))
      return;
    if (type == DW_UT_compile || type == DW_UT_skeleton) addRanges(die, out);
    dwarf_dealloc_die(die);
  }
}

void DwarfFile::Reader::addRanges(Dwarf_Die die, std::vector<Range>& out) {
  Dwarf_Off unit = 0;
  if (!ok(dwarf_dieoffset(die, &unit, &error_))) return;
  Dwarf_Addr low = 0, high = 0;
  Dwarf_Half form = 0;
  Dwarf_Form_Class kind = DW_FORM_CLASS_UNKNOWN;
  bool based = ok(dwarf_lowpc(die, &low, &error_));
  if (based && ok(dwarf_highpc_b(die, &high, &form, &kind, &error_))) {
    if (kind == DW_FORM_CLASS_CONSTANT) high += low;
    if (low > 0 && high > low) out.push_back({low, high, unit});
  }
  addListedRanges(die, unit, based ? low : 0, out);
}

void DwarfFile::Reader::addListedRanges(Dwarf_Die die, uint64_t unit, uint64_t base, std::vector<Range>& out) {
  Dwarf_Attribute attribute = nullptr;
  if (!ok(dwarf_attr(die, DW_AT_ranges, &attribute, &error_))) return;
  Dwarf_Half version = 0, offsetSize = 0, form = 0;
  Dwarf_Unsigned at = 0;
  bool good = ok(dwarf_whatform(attribute, &form, &error_)) && ok(dwarf_get_version_of_die(die, &version, &offsetSize));
  if (good && form == DW_FORM_rnglistx)
    good = ok(dwarf_formudata(attribute, &at, &error_));
  else if (good)
    good = ok(dwarf_global_formref(attribute, &at, &error_));
  if (good && version >= 5) addNewRanges(attribute, form, at, unit, out);
  dwarf_dealloc_attribute(attribute);
  Dwarf_Ranges* list = nullptr;
  Dwarf_Signed count = 0;
  Dwarf_Off offset = 0;
  if (!good || version >= 5 || !ok(dwarf_get_ranges_b(dbg_, at, die, &offset, &list, &count, nullptr, &error_))) return;
  for (Dwarf_Signed i = 0; i < count && out.size() < kMaxRanges; ++i) {
    uint64_t begin = base + list[i].dwr_addr1, end = base + list[i].dwr_addr2;
    if (list[i].dwr_type == DW_RANGES_ADDRESS_SELECTION)
      base = list[i].dwr_addr2;
    else if (list[i].dwr_type == DW_RANGES_ENTRY && begin > 0 && end > begin)
      out.push_back({begin, end, unit});
  }
  dwarf_dealloc_ranges(dbg_, list, count);
}

// The ranges of DWARF 5.
void DwarfFile::Reader::addNewRanges(Dwarf_Attribute attribute, Dwarf_Half form, Dwarf_Unsigned at, uint64_t unit,
                                     std::vector<Range>& out) {
  Dwarf_Rnglists_Head head = nullptr;
  Dwarf_Unsigned count = 0, offset = 0;
  if (!ok(dwarf_rnglists_get_rle_head(attribute, form, at, &head, &count, &offset, &error_))) return;
  for (Dwarf_Unsigned i = 0; i < count && out.size() < kMaxRanges; ++i) {
    unsigned entryLength = 0, entry = 0;
    Dwarf_Unsigned raw1 = 0, raw2 = 0, begin = 0, end = 0;
    Dwarf_Bool unavailable = 0;
    if (!ok(dwarf_get_rnglists_entry_fields_a(head, i, &entryLength, &entry, &raw1, &raw2, &unavailable, &begin, &end,
                                              &error_)))
      break;
    bool addresses = entry != DW_RLE_end_of_list && entry != DW_RLE_base_address && entry != DW_RLE_base_addressx;
    if (addresses && unavailable == 0 && begin > 0 && end > begin) out.push_back({begin, end, unit});
  }
  dwarf_dealloc_rnglists_head(head);
}

std::vector<DwarfFile::Line> DwarfFile::Reader::lines(uint64_t unit, std::span<const uint64_t> addresses,
                                                      std::string& problem, std::string& folder) {
  std::vector<Line> out;
  if (!open()) return out;
  if (!guarded([&] { addLines(unit, addresses, out, folder); })) problem = refusal();
  return out;
}

void DwarfFile::Reader::addLines(uint64_t unit, std::span<const uint64_t> addresses, std::vector<Line>& out,
                                 std::string& folder) {
  Dwarf_Die die = nullptr;
  if (!ok(dwarf_offdie_b(dbg_, unit, kInfo, &die, &error_))) return;
  char* directory = nullptr;
  if (!ok(dwarf_die_text(die, DW_AT_comp_dir, &directory, &error_))) directory = nullptr;
  if (directory != nullptr) folder = directory;
  Dwarf_Unsigned version = 0;
  Dwarf_Small tables = 0;
  Dwarf_Line_Context context = nullptr;
  bool good = ok(dwarf_srclines_b(die, &version, &tables, &context, &error_));
  Dwarf_Line* rows = nullptr;
  Dwarf_Signed count = 0;
  if (!good || !ok(dwarf_srclines_from_linecontext(context, &rows, &count, &error_))) count = 0;
  // Code that the linker has dropped begins at address 0; its rows may cover the addresses of other code.
  bool fresh = true, dropped = false;
  for (Dwarf_Signed i = 0; i < count && out.size() < addresses.size(); ++i) {
    uint64_t address = 0;
    bool code = addressOf(rows[i], address);
    if (fresh) dropped = code && address == 0;
    fresh = !code;
    if (!code || dropped || !std::binary_search(addresses.begin(), addresses.end(), address)) continue;
    // The first row of an address is that of the function. Debuggers use the last one, but in an optimised program that
    // is the sled, which has no line.
    if (out.empty() || out.back().address != address)
      addLine(address, rows[i], directory != nullptr ? directory : std::string_view{}, out);
  }
  if (good) dwarf_srclines_dealloc_b(context);
  dwarf_dealloc_die(die);
}

// Returns false for a row that ends a sequence, which is behind its code.
bool DwarfFile::Reader::addressOf(Dwarf_Line line, uint64_t& address) {
  Dwarf_Bool end = 0;
  Dwarf_Addr at = 0;
  if (!ok(dwarf_lineendsequence(line, &end, &error_)) || end != 0 || !ok(dwarf_lineaddr(line, &at, &error_)))
    return false;
  address = at;
  return true;
}

void DwarfFile::Reader::addLine(uint64_t address, Dwarf_Line line, std::string_view compiledIn,
                                std::vector<Line>& out) {
  Dwarf_Unsigned number = 0;
  char* file = nullptr;
  if (!ok(dwarf_lineno(line, &number, &error_)) || number == 0 || !ok(dwarf_linesrc(line, &file, &error_))) return;
  std::string_view path = file;
  bool within = !compiledIn.empty() && path.size() > compiledIn.size() + 1 && path[compiledIn.size()] == '/' &&
                path.substr(0, compiledIn.size()) == compiledIn;
  if (within) path.remove_prefix(compiledIn.size() + 1);
  if (path.substr(0, 2) == "./") path.remove_prefix(2);
  out.push_back({address, std::string(path) + ":" + std::to_string(number)});
  dwarf_dealloc(dbg_, file, DW_DLA_STRING);
}

DwarfFile::DwarfFile(std::shared_ptr<ByteSource> program, size_t memory)
    : reader_(std::make_unique<Reader>(std::move(program), memory)) {}

DwarfFile::~DwarfFile() = default;

const std::string& DwarfFile::problem() const {
  return reader_->problem();
}

std::vector<DwarfFile::Range> DwarfFile::ranges() {
  return reader_->ranges();
}

std::vector<DwarfFile::Line> DwarfFile::lines(uint64_t unit, std::span<const uint64_t> addresses, std::string& problem,
                                              std::string& folder) {
  return reader_->lines(unit, addresses, problem, folder);
}

}  // namespace tp::xray
