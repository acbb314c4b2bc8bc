#include "core/formats/perf/record_schema.h"

#include "core/formats/perf/record_fields.h"
#include "core/formats/perf/shared.h"
#include "core/text/number_text.h"

namespace tp::perf {
namespace {

RowValue numberValue(uint64_t number, RowValue::Kind kind = RowValue::Kind::Unsigned, uint8_t size = 8) {
  RowValue value;
  value.kind = kind;
  value.size = size;
  value.number = number;
  return value;
}

RowValue textValue(std::string_view text) {
  RowValue value;
  value.kind = RowValue::Kind::Text;
  value.text = text;
  return value;
}

// Some bytes of a record, as its fields need them; those of a record of this type with nothing in it.
std::vector<RecordField> fieldsOf(uint32_t type, Endian endian) {
  std::vector<RecordField> out;
  RecordHeader header;
  header.type = type;
  readRecordFields({}, header, 0, endian, out);
  return out;
}

std::vector<RowSchema::Entry> entriesOf(uint32_t type, Endian endian) {
  std::vector<RowSchema::Entry> out;
  for (const RecordField& field : fieldsOf(type, endian)) out.push_back({std::string(field.name), false});
  return out;
}

}  // namespace

const SampleSchema::Own SampleSchema::kOwn[] = {
    {What::Period, "period", ~uint64_t{0}},
    {What::Ip, "ip", kBitIp | kBitCallchain},
    {What::Symbol, "symbol", kBitIp | kBitCallchain},
    {What::File, "file", kBitIp | kBitCallchain},
    {What::Addr, "addr", kBitAddr},
    {What::Stack, "stack", kBitCallchain},
    {What::Frames, "frames", kBitCallchain},
    {What::Chain, "chain", kBitCallchain},
    {What::RawSize, "raw_size", kBitRaw},
    {What::Branches, "branches", kBitBranches},
    {What::StackSize, "stack_size", kBitUserStack},
    {What::Weight, "weight", kBitWeight | kBitWeightStruct},
    {What::DataSource, "data_src", kBitDataSource},
    {What::Transaction, "transaction", kBitTransaction},
    {What::PhysAddr, "phys_addr", kBitPhysAddr},
    {What::Cgroup, "cgroup", kBitCgroup},
    {What::DataPageSize, "data_page_size", kBitDataPageSize},
    {What::CodePageSize, "code_page_size", kBitCodePageSize},
    {What::AuxSize, "aux_size", kBitAux},
};

std::string SampleSchema::systemOf(const Shared& shared, size_t event) {
  const EventAttr& attr = shared.file.events.at(event);
  const tracecmd::Event* tracepoint = shared.tracepoints.of(attr);
  if (tracepoint != nullptr) return tracepoint->format.system;
  const size_t colon = attr.isTracepoint() ? attr.name.find(':') : std::string::npos;
  return colon != std::string::npos ? attr.name.substr(0, colon) : "perf";
}

// What a tracepoint has by itself goes before what perf adds.
std::vector<RowSchema::Entry> SampleSchema::entriesOf(Shared& shared, size_t event) {
  const EventAttr& attr = shared.file.events.at(event);
  std::vector<Entry> out;
  if (const tracecmd::Event* tracepoint = shared.tracepoints.of(attr); tracepoint != nullptr)
    out = shared.tracepoints.schema(*tracepoint).fields();
  // Beside the fields of a tracepoint, where it was and how many it stands for say little.
  const bool beside = !out.empty();
  for (const Own& own : kOwn)
    if ((attr.sampleType & own.bits) != 0)
      out.push_back({std::string(own.name), beside && own.what != What::Stack && own.what != What::Frames});
  return out;
}

SampleSchema::SampleSchema(Shared& shared, size_t event)
    : RowSchema(systemOf(shared, event), entriesOf(shared, event)),
      shared_(shared),
      attr_(shared.file.events.at(event)),
      tracepoint_(shared.tracepoints.of(attr_)) {
  for (const Own& own : kOwn)
    if ((attr_.sampleType & own.bits) != 0) own_.push_back(own.what);
  ofTracepoint_ = fields().size() - own_.size();
}

bool SampleSchema::sampleOf(const RowBytes& of, Sample& out) const {
  return of.payload.size() >= kHeaderSize && readSample(of.payload, attr_, shared_.file.endian, out, nullptr);
}

std::vector<Frame> SampleSchema::frames(const RowBytes& of, const Sample& sample) const {
  std::vector<Frame> out;
  eachFrame(sample, attr_, readHeader(of.payload.data(), shared_.file.endian).misc, shared_.file.endian,
            [&](const Frame& frame) { out.push_back(frame); });
  return out;
}

// What the decoder that described the record knows; null if there is none any more.
const Processes* SampleSchema::processesOf(const RowBytes& of) const {
  return of.inHeader < shared_.contexts.size() ? shared_.contexts[static_cast<size_t>(of.inHeader)].processes : nullptr;
}

void SampleSchema::appendStack(const RowBytes& of, std::string_view between, std::string& out) const {
  Sample sample;
  const Processes* processes = processesOf(of);
  if (processes == nullptr || !sampleOf(of, sample)) return;
  bool first = true;
  for (const Frame& frame : frames(of, sample)) {
    if (!first) out += between;
    first = false;
    out += shared_.reader.names().view(shared_.symbols.nameOf(*processes, sample.pid, frame));
  }
}

RowValue SampleSchema::periodOf(const RowBytes& of, const Sample& sample) const {
  const auto context = static_cast<size_t>(of.inHeader);
  const bool ofMember = context < shared_.contexts.size() && shared_.contexts[context].period;
  const uint64_t period = ofMember ? *shared_.contexts[context].period : sample.period;
  return period == 0 ? RowValue() : numberValue(period);
}

RowValue SampleSchema::own(What what, const RowBytes& of, const Sample& sample, std::string& room) const {
  using enum What;
  switch (what) {
    case Period:
      return periodOf(of, sample);
    case Addr:
      return numberValue(sample.addr, RowValue::Kind::Address);
    case Chain:
      return listValue(sample.chain.size() / 8, room, [&](uint64_t i) {
        return numberValue(loadUnchecked<uint64_t>(sample.chain.data() + i * 8, shared_.file.endian),
                           RowValue::Kind::Address);
      });
    case Stack:
      room.clear();
      appendStack(of, ";", room);
      return textValue(room);
    case RawSize:
      return numberValue(sample.raw.size());
    case Branches:
      return numberValue(sample.branches);
    case StackSize:
      return numberValue(sample.stackSize);
    case Weight:
      return numberValue(sample.weight);
    case DataSource:
      return numberValue(sample.dataSource, RowValue::Kind::Address);
    case Transaction:
      return numberValue(sample.transaction, RowValue::Kind::Address);
    case PhysAddr:
      return numberValue(sample.physAddr, RowValue::Kind::Address);
    case Cgroup:
      return numberValue(sample.cgroup);
    case DataPageSize:
      return numberValue(sample.dataPageSize);
    case CodePageSize:
      return numberValue(sample.codePageSize);
    case AuxSize:
      return numberValue(sample.auxSize);
    default:
      break;
  }
  const std::vector<Frame> all = frames(of, sample);
  if (what == Frames) return numberValue(all.size());
  if (all.empty()) return {};
  if (what == Ip) return numberValue(all.front().address, RowValue::Kind::Address);
  const Processes* processes = processesOf(of);
  if (processes == nullptr) return {};
  if (what == File) {
    const std::string_view file = shared_.symbols.fileOf(*processes, sample.pid, all.front());
    return file.empty() ? RowValue() : textValue(file);
  }
  return textValue(shared_.reader.names().view(shared_.symbols.nameOf(*processes, sample.pid, all.front())));
}

RowValue SampleSchema::read(size_t field, const RowBytes& of, std::string& room) const {
  Sample sample;
  if (!sampleOf(of, sample)) return {};
  if (field < ofTracepoint_)
    return shared_.tracepoints.schema(*tracepoint_).read(field, {sample.raw, 0, of.time}, room);
  return own(own_[field - ofTracepoint_], of, sample, room);
}

RowValue SampleSchema::element(size_t field, uint64_t number, const RowBytes& of) const {
  Sample sample;
  if (!sampleOf(of, sample)) return {};
  if (field < ofTracepoint_)
    return shared_.tracepoints.schema(*tracepoint_).element(field, number, {sample.raw, 0, of.time});
  if (own_[field - ofTracepoint_] != What::Chain || number >= sample.chain.size() / 8) return {};
  return numberValue(loadUnchecked<uint64_t>(sample.chain.data() + number * 8, shared_.file.endian),
                     RowValue::Kind::Address);
}

std::string SampleSchema::symbol(uint64_t number) const {
  return tracepoint_ != nullptr ? shared_.tracepoints.schema(*tracepoint_).symbol(number) : std::string();
}

void SampleSchema::print(const RowBytes& of, std::string& out) const {
  Sample sample;
  if (!sampleOf(of, sample)) return;
  if (tracepoint_ != nullptr)
    return shared_.tracepoints.schema(*tracepoint_, sample.raw).print({sample.raw, 0, of.time}, out);
  std::string room;
  for (size_t i = 0; i < own_.size(); ++i) {
    if (own_[i] == What::Chain || own_[i] == What::Stack) continue;
    const RowValue value = own(own_[i], of, sample, room);
    if (value.kind == RowValue::Kind::None) continue;
    if (!out.empty() && out.back() != ' ') out += ' ';
    out.append(fields()[ofTracepoint_ + i].name).append("=");
    appendNamed(out, value);
  }
}

RecordSchema::RecordSchema(const Shared& shared, uint32_t type)
    : RowSchema("perf", perf::entriesOf(type, shared.file.endian)), shared_(shared) {}

bool RecordSchema::fieldsOf(const RowBytes& of, RecordHeader& header, std::vector<RecordField>& out) const {
  if (of.payload.size() < kHeaderSize) return false;
  const Endian endian = shared_.file.endian;
  header = readHeader(of.payload.data(), endian);
  size_t trailer = 0;
  if (header.type < kFirstOfTool) {
    const size_t event = shared_.file.events.eventOf(of.payload, header, endian);
    if (event != EventTable::kNone) trailer = readTrailer(of.payload, shared_.file.events.at(event), endian).size;
  }
  readRecordFields(of.payload, header, trailer, endian, out);
  return true;
}

RowValue RecordSchema::read(size_t field, const RowBytes& of, std::string& room) const {
  std::vector<RecordField> all;
  RecordHeader header;
  if (!fieldsOf(of, header, all) || field >= all.size()) return {};
  switch (all[field].kind) {
    case RecordField::Kind::Text:
      return textValue(all[field].text);
    case RecordField::Kind::Hex:
      if (all[field].bytes.empty()) return {};
      room.clear();
      for (const std::byte one : all[field].bytes) appendHex(room, static_cast<uint64_t>(one), 2);
      return textValue(room);
    case RecordField::Kind::Signed:
      return numberValue(all[field].number, RowValue::Kind::Signed);
    case RecordField::Kind::Address:
      return numberValue(all[field].number, RowValue::Kind::Address);
    default:
      return numberValue(all[field].number);
  }
}

void RecordSchema::print(const RowBytes& of, std::string& out) const {
  std::vector<RecordField> all;
  RecordHeader header;
  if (fieldsOf(of, header, all)) printRecord(header, all, out);
}

std::string_view recordName(uint32_t type) {
  static constexpr std::string_view kNames[] = {"",
                                                "MMAP",
                                                "LOST",
                                                "COMM",
                                                "EXIT",
                                                "THROTTLE",
                                                "UNTHROTTLE",
                                                "FORK",
                                                "READ",
                                                "SAMPLE",
                                                "MMAP2",
                                                "AUX",
                                                "ITRACE_START",
                                                "LOST_SAMPLES",
                                                "SWITCH",
                                                "SWITCH_CPU_WIDE",
                                                "NAMESPACES",
                                                "KSYMBOL",
                                                "BPF_EVENT",
                                                "CGROUP",
                                                "TEXT_POKE",
                                                "AUX_OUTPUT_HW_ID",
                                                "CALLCHAIN_DEFERRED"};
  constexpr uint32_t kStat = 76, kStatRound = 77;
  if (type < std::size(kNames)) return kNames[type];
  return type == kStat ? "STAT" : type == kStatRound ? "STAT_ROUND" : std::string_view();
}

}  // namespace tp::perf
