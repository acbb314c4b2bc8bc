#include "core/formats/ftrace/layout.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <limits>

#include "core/text/number_text.h"

namespace tp::ftrace {
namespace {

using Form = FieldForm;

constexpr size_t kSlot = 8;  // bytes of each field
constexpr size_t kMaxSymbols = size_t{1} << 20;
// Where the addresses begin that names get, and how far they are apart.
constexpr uint64_t kFirstAddress = 0xffff'ff00'0000'0000, kAddressStep = 16;

struct Known {
  std::string_view event;  // a * at the end stands for any text
  Layout layout;
};

// Sources: include/trace/events/*.h of the kernel, and kernel/trace/trace_entries.h for "ftrace".
const std::vector<Known>& knownLayouts() {
  static const std::vector<Known> kKnown = {
      {"sched_switch",
       {"sched",
        {{"prev_comm", Form::Text},
         {"prev_pid"},
         {"prev_prio"},
         {"prev_state", Form::State},
         {"next_comm", Form::Text},
         {"next_pid"},
         {"next_prio"}}}},
      {"sched_waking", {"sched", {{"comm", Form::Text}, {"pid"}, {"prio"}, {"target_cpu"}}}},
      {"sched_wakeup", {"sched", {{"comm", Form::Text}, {"pid"}, {"prio"}, {"target_cpu"}}}},
      {"sched_wakeup_new", {"sched", {{"comm", Form::Text}, {"pid"}, {"prio"}, {"target_cpu"}}}},
      {"sched_migrate_task", {"sched", {{"pid"}, {"dest_cpu"}}}},
      {"sched_process_fork", {"sched", {{"child_comm", Form::Text}, {"child_pid"}}}},
      {"sched_process_exec", {"sched", {{"pid"}, {"old_pid"}}}},
      {"sched_process_exit", {"sched", {{"pid"}}}},
      {"sched_*", {"sched", {}}},
      {"task_newtask", {"task", {{"pid"}, {"comm", Form::Text}, {"clone_flags", Form::Hex}}}},
      {"task_rename", {"task", {{"pid"}, {"newcomm", Form::Text}}}},
      {"cpu_idle", {"power", {{"state"}, {"cpu_id"}}}},
      {"cpu_frequency", {"power", {{"state"}, {"cpu_id"}}}},
      {"irq_handler_entry", {"irq", {{"irq"}, {"name", Form::Text}}}},
      {"irq_handler_exit", {"irq", {{"irq"}}}},
      {"softirq_*", {"irq", {{"vec"}}}},
      {"ipi_entry", {"ipi", {{"reason", Form::Text}}}},
      {"ipi_exit", {"ipi", {}}},
      {"ipi_*", {"ipi", {}}},
      {"csd_function_entry", {"csd", {{"func", Form::Symbol}}}},
      {"csd_*", {"csd", {}}},
      {"hrtimer_expire_entry", {"timer", {{"function", Form::Symbol}}}},
      {"hrtimer_*", {"timer", {}}},
      {"nmi_handler", {"nmi", {{"delta_ns"}}}},
      {"sys_enter", {"raw_syscalls", {{"id"}}}},
      {"sys_exit", {"raw_syscalls", {{"id"}, {"ret"}}}},
      {"sys_enter_*", {"syscalls", {}}},
      {"sys_exit_*", {"syscalls", {{"ret"}}}},
      {"funcgraph_entry", {"ftrace", {{"func", Form::Symbol}, {"depth"}}, Layout::Special::GraphEntry}},
      {"funcgraph_exit",
       {"ftrace", {{"func", Form::Symbol}, {"depth"}, {"calltime"}, {"rettime"}}, Layout::Special::GraphExit}},
      {"function", {"ftrace", {{"ip", Form::Symbol}}}},
      {"print", {"ftrace", {{"buf", Form::Text}}}},
      {"bprint", {"ftrace", {}}},
      {"bputs", {"ftrace", {}}},
      {"raw_data", {"ftrace", {}}},
      {"func_repeats", {"ftrace", {}}},
      {"kernel_stack", {"ftrace", {}, Layout::Special::Stack}},
      {"user_stack", {"ftrace", {}, Layout::Special::UserStack}},
      {"tlb_flush", {"tlb", {}}},
      {"kmalloc", {"kmem", {{"bytes_alloc"}}}},
      {"kmalloc_node", {"kmem", {{"bytes_alloc"}}}},
      {"kmem_cache_alloc", {"kmem", {{"bytes_alloc"}}}},
      {"kmem_cache_alloc_node", {"kmem", {{"bytes_alloc"}}}},
      {"kmem_cache_free", {"kmem", {}}},
      {"kfree", {"kmem", {}}},
      {"mm_page_alloc", {"kmem", {{"order"}}}},
      {"mm_page_free", {"kmem", {}}},
      {"mm_page_free_batched", {"kmem", {}}},
      {"rss_stat", {"kmem", {}}},
      {"block_rq_issue", {"block", {{"dev", Form::Device}, {"sector"}}}},
      {"block_rq_complete", {"block", {{"dev", Form::Device}, {"sector"}}}},
      {"block_*", {"block", {}}},
  };
  return kKnown;
}

// arch/x86/include/asm/trace/irq_vectors.h: their names end in _entry and _exit.
constexpr std::string_view kVectors[] = {
    "local_timer",   "spurious_apic",        "error_apic",     "x86_platform_ipi",    "irq_work",    "reschedule",
    "call_function", "call_function_single", "threshold_apic", "deferred_error_apic", "thermal_apic"};

bool isVector(std::string_view event) {
  return std::any_of(std::begin(kVectors), std::end(kVectors), [&](std::string_view vector) {
    const std::string_view rest = event.substr(std::min(vector.size(), event.size()));
    return event.substr(0, vector.size()) == vector && (rest == "_entry" || rest == "_exit");
  });
}

bool fits(std::string_view pattern, std::string_view event) {
  if (pattern.back() != '*') return pattern == event;
  pattern.remove_suffix(1);
  return event.size() > pattern.size() && event.substr(0, pattern.size()) == pattern;
}

// The bits of prev_state, by their letters (TASK_STATE_TO_CHAR_STR, and the table in the event's format).
constexpr std::string_view kStates =
    R"(, __print_flags(REC->prev_state, "|", { 0x0001, "S" }, { 0x0002, "D" }, { 0x0004, "T" }, { 0x0008, "t" }, )"
    R"({ 0x0010, "X" }, { 0x0020, "Z" }, { 0x0040, "P" }, { 0x0080, "I" }))";

// Returns the bits of prev_state. Tools that know older kernels say W, x and K for some of them.
int64_t stateOf(std::string_view text) {
  if (const Number number = numberIn(text); number.kind != Number::Kind::None) return number.whole;
  constexpr int64_t kPreempted = 0x100;
  int64_t bits = 0;
  for (char c : text) {
    switch (c) {
      case 'S':
        bits |= 0x01;
        break;
      case 'D':
      case 'K':
        bits |= 0x02;
        break;
      case 'T':
        bits |= 0x04;
        break;
      case 't':
        bits |= 0x08;
        break;
      case 'X':
      case 'x':
        bits |= 0x10;
        break;
      case 'Z':
        bits |= 0x20;
        break;
      case 'P':
        bits |= 0x40;
        break;
      case 'I':
      case 'W':
        bits |= 0x80;
        break;
      case '+':
        bits |= kPreempted;
        break;
      default:
        break;
    }
  }
  return bits;
}

// As MKDEV() of the kernel makes it.
int64_t deviceOf(std::string_view text) {
  constexpr int kMinorBits = 20;
  uint64_t major = 0, minor = 0;
  if (!takeNumber(text, major) || text.empty()) return 0;
  text.remove_prefix(1);
  takeNumber(text, minor);
  return static_cast<int64_t>(major << kMinorBits | (minor & ((1u << kMinorBits) - 1)));
}

// Returns whether it is an address, not the name of a function such as "add".
bool isAddress(std::string_view text, uint64_t& address) {
  constexpr size_t kLeastDigits = 6;
  const bool likely = text.substr(0, 2) == "0x" ||
                      (text.size() >= kLeastDigits && text.find_first_of("0123456789") != std::string_view::npos);
  return (likely || text == "0") && hexIn(text, address);
}

uint64_t addressOf(std::string_view text, const Symbols& symbols) {
  if (const uint64_t known = symbols.find(functionIn(text)); known != 0) return known;
  uint64_t address = 0;
  return isAddress(text, address) ? address : 0;
}

// What stands for a number that is not told: no CPU, else none that makes sense.
int64_t missing(std::string_view field) {
  constexpr std::string_view kCpu = "cpu";
  const bool isCpu = field.size() >= kCpu.size() && field.substr(field.size() - kCpu.size()) == kCpu;
  return isCpu ? -1 : std::numeric_limits<int64_t>::min();
}

int64_t numberOf(std::string_view field, std::string_view value) {
  const Number number = numberIn(value);
  return number.kind == Number::Kind::None ? missing(field) : number.whole;
}

class Bytewise {
 public:
  explicit Bytewise(std::vector<std::byte>& out) : out_(out) {}
  template <class T>
  void put(size_t at, T value) {
    if (out_.size() < at + sizeof value) out_.resize(at + sizeof value);
    std::memcpy(out_.data() + at, &value, sizeof value);  // all hosts are little endian, as such records are
  }
  // Appends the text with a zero behind it, and stores its place and length.
  void putText(size_t at, std::string_view text, size_t most) {
    text = text.substr(0, most);
    const size_t begin = out_.size();
    out_.resize(begin + text.size() + 1);
    if (!text.empty()) std::memcpy(out_.data() + begin, text.data(), text.size());
    put<uint16_t>(at, static_cast<uint16_t>(begin));
    put<uint16_t>(at + 2, static_cast<uint16_t>(text.size() + 1));
  }

 private:
  std::vector<std::byte>& out_;
};

}  // namespace

Layout layoutFor(std::string_view event, const std::vector<Argument>& arguments) {
  for (const Known& known : knownLayouts())
    if (fits(known.event, event)) return known.layout;
  if (isVector(event)) return {"irq_vectors", {}};
  if (!arguments.empty() && arguments[0].name == "__probe_ip") return {"", {{"__probe_ip", Form::Symbol}}};
  if (!arguments.empty() && arguments[0].name == "__probe_func")
    return {"", {{"__probe_func", Form::Symbol}, {"__probe_ret_ip", Form::Symbol}}};
  return {};
}

std::string formatText(std::string_view event, uint32_t id, const Layout& layout, bool hasFlags) {
  std::string text = "name: " + std::string(event) + "\nID: " + std::to_string(id) + "\nformat:\n";
  const auto field = [&](std::string_view declaration, size_t at, size_t size, bool isSigned) {
    text += "\tfield:";
    text += declaration;
    text += ";\toffset:" + std::to_string(at) + ";\tsize:" + std::to_string(size) +
            ";\tsigned:" + (isSigned ? "1" : "0") + ";\n";
  };
  field("unsigned short common_type", kTypeAt, 2, false);
  if (hasFlags) {
    field("unsigned char common_flags", kFlagsAt, 1, false);
    field("unsigned char common_preempt_count", kPreemptCountAt, 1, false);
  }
  field("int common_pid", kPidAt, 4, true);
  field("__data_loc char[] common_text", kTextAt, 4, false);
  size_t at = kFieldsAt;
  for (const LayoutField& one : layout.fields) {
    const bool isText = one.form == Form::Text;
    const bool isAddress = one.form == Form::Symbol;
    field((isText      ? "__data_loc char[] "
           : isAddress ? "unsigned long "
                       : "long ") +
              std::string(one.name),
          at, isText ? 4 : kSlot, !isText && !isAddress);
    at += kSlot;
  }
  if (layout.special == Layout::Special::UserStack) {
    field("int tgid", kTgidAt, 4, true);
    field("unsigned long caller[]", at, 0, false);
  } else if (layout.special == Layout::Special::Stack) {
    field("int size", at, 4, true);
    field("unsigned long caller[]", at + kSlot, 0, false);
  }
  text += "\nprint fmt: \"%s";
  text += event == "sched_switch" ? "%s" : "";
  text += "\", __get_str(common_text)";
  if (event == "sched_switch") text += kStates;
  text += "\n";
  return text;
}

uint64_t Symbols::add(std::string_view name) {
  name = functionIn(name);
  if (name.empty()) return 0;
  if (const uint64_t known = find(name); known != 0) return known;
  // What is a number already needs none, and a name with a space would not be read back.
  uint64_t number = 0;
  if (isAddress(name, number) || addresses_.size() >= kMaxSymbols ||
      name.find_first_of(" \t$") != std::string_view::npos)
    return 0;
  const uint64_t address = kFirstAddress + addresses_.size() * kAddressStep;
  addresses_.emplace(name, address);
  return address;
}

uint64_t Symbols::find(std::string_view name) const {
  const auto found = addresses_.find(std::string(name));
  return found != addresses_.end() ? found->second : 0;
}

std::string Symbols::text() const {
  std::string out;
  for (const auto& [name, address] : addresses_) {
    appendHex(out, address);
    out += " t ";
    out += name;
    out += '\n';
  }
  return out;
}

Time encode(const RecordParts& parts, const Layout& layout, const Symbols& symbols, std::vector<std::byte>& out) {
  const Line& line = *parts.line;
  const size_t fields = kFieldsAt + layout.fields.size() * kSlot;
  out.assign(fields, std::byte{0});
  Bytewise bytes(out);
  bytes.put<uint16_t>(kTypeAt, parts.type);
  bytes.put<uint8_t>(kFlagsAt, line.flags);
  bytes.put<uint8_t>(kPreemptCountAt, line.preemptCount);
  bytes.put<int32_t>(kPidAt, static_cast<int32_t>(line.tid));
  bytes.put<uint32_t>(kLineAt, parts.lineAt);
  bytes.put<uint32_t>(kLineSizeAt, parts.lineSize);
  bytes.put<int32_t>(kTgidAt, static_cast<int32_t>(line.tgid));
  std::memcpy(out.data() + kCommAt, line.comm.data(), std::min(line.comm.size(), kCommSize));
  using Special = Layout::Special;
  Time end = -1;
  if (layout.special == Special::GraphEntry || layout.special == Special::GraphExit) {
    GraphCall call;
    const bool told = readGraphCall(parts.text, call);
    // Of an end without a name, the innermost call is the one that ends.
    const bool unnamed = layout.special == Special::GraphExit && call.function.empty();
    bytes.put<uint64_t>(kFieldsAt, unnamed ? ~uint64_t{0} : addressOf(call.function, symbols));
    bytes.put<int64_t>(kFieldsAt + kSlot, call.depth);
    if (layout.special == Special::GraphExit && call.ns >= 0) {
      bytes.put<int64_t>(kFieldsAt + 2 * kSlot, line.time - std::min<Time>(call.ns, line.time));
      bytes.put<int64_t>(kFieldsAt + 3 * kSlot, line.time);
    }
    if (told && call.leaf && call.ns >= 0) end = clampTime(line.time + call.ns);
  } else if (layout.special == Special::Stack || layout.special == Special::UserStack) {
    size_t at = kFieldsAt;
    const size_t frames = std::min(parts.frames.size(), kMaxFrames);
    if (layout.special == Special::Stack) {
      bytes.put<uint64_t>(at, frames);
      at += kSlot;
    }
    for (size_t i = 0; i < frames; ++i) bytes.put<uint64_t>(at + i * kSlot, addressOf(parts.frames[i], symbols));
    bytes.put<uint64_t>(at + frames * kSlot, ~uint64_t{0});
  } else {
    constexpr size_t kMaxOfField = 1024;
    size_t at = kFieldsAt;
    for (const LayoutField& field : layout.fields) {
      const std::string_view value = valueOf(*parts.arguments, field.name);
      uint64_t hex = 0;
      switch (field.form) {
        case Form::Number:
          bytes.put<int64_t>(at, numberOf(field.name, value));
          break;
        case Form::Hex:
          bytes.put<uint64_t>(at, hexIn(value, hex) ? hex : 0);
          break;
        case Form::Text:
          bytes.putText(at, value, kMaxOfField);
          break;
        case Form::State:
          bytes.put<int64_t>(at, stateOf(value));
          break;
        case Form::Symbol:
          bytes.put<uint64_t>(at, addressOf(value, symbols));
          break;
        case Form::Device:
          bytes.put<int64_t>(at, deviceOf(value));
          break;
      }
      at += kSlot;
    }
  }
  bytes.putText(kTextAt, parts.text, kMaxText);
  return end;
}

}  // namespace tp::ftrace
