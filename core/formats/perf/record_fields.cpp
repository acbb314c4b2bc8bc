#include "core/formats/perf/record_fields.h"

#include <algorithm>

#include "core/text/number_text.h"

namespace tp::perf {
namespace {

using Kind = RecordField::Kind;

constexpr uint32_t kStat = 76, kStatRound = 77;
constexpr uint16_t kExec = 1 << 13, kOut = 1 << 13, kPreempted = 1 << 14, kHasBuildId = 1 << 14;

class FieldReading {
 public:
  FieldReading(Bytes record, const RecordHeader& header, size_t trailer, Endian endian, std::vector<RecordField>& out)
      : cursor_(record.first(record.size() - std::min(record.size(), trailer)), endian), header_(header), out_(out) {
    cursor_.skip(kHeaderSize);
  }

  void read() {
    switch (header_.type) {
      case kMmap:
        threads();
        return mapping(false);
      case kMmap2:
        threads();
        return mapping(true);
      case kComm:
        threads();
        flag("exec", kExec);
        return text("new_comm");
      case kFork:
      case kExit:
        return tasks();
      case kLost:
        number("id");
        return number("lost");
      case kLostSamples:
        return number("lost");
      case kThrottle:
      case kUnthrottle:
        cursor_.u64();
        number("id");
        return number("stream_id");
      case kSwitch:
      case kSwitchCpuWide:
        flag("out", kOut);
        flag("preempted", kPreempted);
        if (header_.type == kSwitch) return;
        signedHalf("next_prev_pid");
        return signedHalf("next_prev_tid");
      case kNamespaces:
        threads();
        return number("namespaces");
      case kKsymbol:
        number("addr", Kind::Address);
        half("len");
        out_.push_back({"ksym_type", Kind::Unsigned, cursor_.u16()});
        out_.push_back({"gone", Kind::Unsigned, cursor_.u16()});
        return text("symbol");
      case kRead:
        threads();
        return number("value");
      case kItraceStart:
        return threads();
      case kBpfEvent:
        out_.push_back({"bpf_type", Kind::Unsigned, cursor_.u16()});
        out_.push_back({"bpf_flags", Kind::Unsigned, cursor_.u16()});
        return half("bpf_id");
      case kTextPoke:
        number("addr", Kind::Address);
        out_.push_back({"old_len", Kind::Unsigned, cursor_.u16()});
        out_.push_back({"new_len", Kind::Unsigned, cursor_.u16()});
        return;
      case kCgroup:
        number("cgroup");
        return text("path");
      case kAux:
        number("aux_offset", Kind::Address);
        number("aux_size", Kind::Address);
        return number("flags", Kind::Address);
      case kStat:
        number("id");
        signedHalf("stat_cpu");
        signedHalf("stat_thread");
        number("value");
        number("enabled");
        return number("running");
      case kStatRound:
        return number("round_type");
      default:
        return;
    }
  }

 private:
  void number(std::string_view name, Kind kind = Kind::Unsigned) { out_.push_back({name, kind, cursor_.u64()}); }
  void half(std::string_view name, Kind kind = Kind::Unsigned) { out_.push_back({name, kind, cursor_.u32()}); }
  void signedHalf(std::string_view name) {
    out_.push_back({name, Kind::Signed, static_cast<uint64_t>(int64_t{cursor_.i32()})});
  }
  void flag(std::string_view name, uint16_t bit) {
    out_.push_back({name, Kind::Unsigned, uint64_t{(header_.misc & bit) != 0}});
  }
  void text(std::string_view name) {
    const std::string_view rest = asText(cursor_.bytes(cursor_.remaining()));
    out_.push_back({name, Kind::Text, 0, rest.substr(0, rest.find('\0'))});
  }
  void threads() {
    signedHalf("task_pid");
    signedHalf("task_tid");
  }
  void tasks() {
    RecordField pid{"task_pid", Kind::Signed, static_cast<uint64_t>(int64_t{cursor_.i32()})};
    RecordField parent{"parent_pid", Kind::Signed, static_cast<uint64_t>(int64_t{cursor_.i32()})};
    out_.push_back(pid);
    signedHalf("task_tid");
    out_.push_back(parent);
    signedHalf("parent_tid");
  }
  void mapping(bool second) {
    number("addr", Kind::Address);
    number("len", Kind::Address);
    number("pgoff", Kind::Address);
    if (second) {
      const bool byId = (header_.misc & kHasBuildId) != 0;
      const Bytes identity = cursor_.bytes(24);
      Cursor file(byId ? Bytes() : identity, cursor_.endian());
      out_.push_back({"maj", Kind::Unsigned, file.u32()});
      out_.push_back({"min", Kind::Unsigned, file.u32()});
      out_.push_back({"ino", Kind::Unsigned, file.u64()});
      out_.push_back({"ino_generation", Kind::Unsigned, file.u64()});
      RecordField id{"build_id", Kind::Hex};
      constexpr size_t kBefore = 4, kMost = 20;
      if (byId && identity.size() == 24)
        id.bytes = identity.subspan(kBefore, std::min(kMost, static_cast<size_t>(identity[0])));
      out_.push_back(id);
      half("prot");
      half("flags");
    }
    text("filename");
  }

  Cursor cursor_;
  const RecordHeader& header_;
  std::vector<RecordField>& out_;
};

void appendHash(std::string& out, uint64_t number) {
  if (number != 0) out += "0x";
  appendHex(out, number);
}

void printMapping(const RecordHeader& header, const std::vector<RecordField>& of, std::string& out) {
  constexpr uint16_t kData = 1 << 13;
  out.append("[0x").append(hexText(of[2].number)).append("(");
  appendHash(out, of[3].number);
  out += ") @ ";
  appendHash(out, of[4].number);
  if (header.type == kMmap) {
    out.append("]: ").append((header.misc & kData) != 0 ? "r " : "x ").append(of[5].text);
    return;
  }
  out += ' ';
  if (!of[9].bytes.empty()) {
    for (const std::byte one : of[9].bytes) appendHex(out, static_cast<uint64_t>(one), 2);
  } else {
    appendHex(out, of[5].number, 2);
    out += ':';
    appendHex(out, of[6].number, 2);
    out.append(" ").append(std::to_string(of[7].number)).append(" ").append(std::to_string(of[8].number));
  }
  const uint64_t prot = of[10].number;
  out += "]: ";
  out += (prot & 1) != 0 ? 'r' : '-';
  out += (prot & 2) != 0 ? 'w' : '-';
  out += (prot & 4) != 0 ? 'x' : '-';
  out += (of[11].number & 1) != 0 ? 's' : 'p';
  out.append(" ").append(of[12].text);
}

void appendSigned(std::string& out, const RecordField& field) {
  out += std::to_string(static_cast<int64_t>(field.number));
}

// "12/34"
void appendIds(std::string& out, const RecordField& pid, const RecordField& tid, char between) {
  appendSigned(out, pid);
  out += between;
  appendSigned(out, tid);
}

}  // namespace

void readRecordFields(Bytes record, const RecordHeader& header, size_t trailer, Endian endian,
                      std::vector<RecordField>& out) {
  out.clear();
  FieldReading(record, header, trailer, endian, out).read();
}

void printRecord(const RecordHeader& header, const std::vector<RecordField>& of, std::string& out) {
  switch (header.type) {
    case kMmap:
    case kMmap2:
      appendIds(out, of[0], of[1], '/');
      out += ": ";
      return printMapping(header, of, out);
    case kComm:
      if (of[2].number != 0) out += "exec: ";
      out.append(of[3].text).append(":");
      return appendIds(out, of[0], of[1], '/');
    case kFork:
    case kExit:
      out += '(';
      appendIds(out, of[0], of[1], ':');
      out += "):(";
      appendIds(out, of[2], of[3], ':');
      out += ')';
      return;
    case kSwitch:
    case kSwitchCpuWide:
      out += of[0].number == 0 ? "in" : of[1].number != 0 ? "out, preempted" : "out";
      if (header.type == kSwitch) return;
      out += of[0].number == 0 ? ", before: " : ", next: ";
      return appendIds(out, of[2], of[3], '/');
    default:
      break;
  }
  for (const RecordField& field : of) {
    if (&field != &of.front()) out += ' ';
    out.append(field.name).append("=");
    if (field.kind == Kind::Text) {
      out += field.text;
    } else if (field.kind == Kind::Address) {
      appendHash(out, field.number);
    } else if (field.kind == Kind::Signed) {
      appendSigned(out, field);
    } else {
      out += std::to_string(field.number);
    }
  }
}

}  // namespace tp::perf
