#include "core/tables/made_table.h"
#include "core/tables/whole_tables.h"

namespace tp {
namespace {

using Type = TableColumn::Type;

constexpr TableColumn kBoundsColumns[] = {
    {"start_ts", Type::Integer, 0, "when the first thing is drawn; NULL if nothing is"},
    {"end_ts", Type::Integer, 0, "when the last thing ends"},
};
constexpr TableColumn kMetadataColumns[] = {
    {"name", Type::Text, 0, "what is told"},
    {"int_value", Type::Integer, 0, "if it is a number"},
    {"str_value", Type::Text, 0, "if it is a text"},
};
constexpr TableColumn kStatsColumns[] = {
    {"name", Type::Text, 0, "lost_places, lost_records, warnings, records"},
    {"idx", Type::Integer, TableColumn::kLimits, "track.id, if it is of a track"},
    {"severity", Type::Text, 0, "data_loss, error, info"},
    {"value", Type::Integer, 0, "how many"},
    {"at_least", Type::Integer, 0, "1 if the trace does not say how many records were lost at each place, else 0"},
};
constexpr TableColumn kWarningColumns[] = {
    {"file", Type::Text, 0, "the file"},
    {"offset", Type::Integer, 0, "the place in it, in bytes"},
    {"expected", Type::Text, 0, "what was expected there"},
    {"found", Type::Text, 0, "what was found"},
};

void makeBounds(TableTrace& trace, MadeRows& rows) {
  const TraceIndex& index = trace.facts().index();
  if (index.begin() <= index.end()) {
    rows.number(index.begin()).number(index.end());
  } else {
    rows.null().null();
  }
}

void makeMetadata(TableTrace& trace, MadeRows& rows) {
  const TraceInfo& info = trace.facts().index().info();
  auto put = [&](std::string_view name, std::string_view value) { rows.text(name).null().text(value); };
  auto count = [&](std::string_view name, int64_t value) { rows.text(name).number(value).null(); };
  put("format", info.format);
  put("version", info.version);
  put("clock", info.clock.name);
  count("clock_is_ns", info.clock.isNs ? 1 : 0);
  if (!info.clock.isNs && info.clock.nsNum != 0) {
    count("clock_ns_num", static_cast<int64_t>(info.clock.nsNum));
    count("clock_ns_den", static_cast<int64_t>(info.clock.nsDen));
  }
  if (info.clock.hasWallOffset) count("clock_wall_offset_ns", info.clock.wallOffsetNs);
  if (info.cpus > 0) count("cpus", info.cpus);
  for (const auto& [name, value] : info.metadata) put(name, value);
  for (const TracePart& part : info.parts)
    put("trace " + std::to_string(part.number), part.name + ", " + part.format + " version " + part.version +
                                                    ", clock " + part.clock.name + ": " + part.alignment);
}

void makeStats(TableTrace& trace, MadeRows& rows) {
  const TraceIndex& index = trace.facts().index();
  auto put = [&](std::string_view name, std::optional<int64_t> track, std::string_view severity, uint64_t value,
                 bool atLeast) {
    rows.text(name).number(track).text(severity).number(static_cast<int64_t>(value)).number(atLeast ? 1 : 0);
  };
  put("records", std::nullopt, "info", index.records(), false);
  put("warnings", std::nullopt, "error", index.warningCount(), false);
  for (const TrackLosses& one : index.losses()) {
    const TrackPlace* place = trace.numbers().of(one.track);
    std::optional<int64_t> track;
    if (place != nullptr) track = place->track;
    put("lost_places", track, "data_loss", one.places, false);
    put("lost_records", track, "data_loss", one.records, !one.counted);
  }
}

void makeWarnings(TableTrace& trace, MadeRows& rows) {
  for (const Warning& one : trace.facts().index().warnings()) {
    rows.text(one.file);
    rows.number(one.offset == kNoOffset ? std::nullopt : std::optional(static_cast<int64_t>(one.offset)));
    rows.text(one.expected).text(one.found);
  }
}

}  // namespace

std::vector<std::unique_ptr<Table>> makeInfoTables(TableTrace& trace) {
  std::vector<std::unique_ptr<Table>> tables;
  auto add = [&](std::string_view name, std::string_view about, std::span<const TableColumn> columns,
                 void (*make)(TableTrace&, MadeRows&)) {
    tables.push_back(
        std::make_unique<MadeTable>(name, about, columns, [&trace, make](MadeRows& rows) { make(trace, rows); }));
  };
  add("trace_bounds", "From when to when the trace lasts.", kBoundsColumns, makeBounds);
  add("metadata", "What is known of the trace as a whole, as `tracepane info` prints it.", kMetadataColumns,
      makeMetadata);
  add("stats", "What is missing in the trace, and how much is there.", kStatsColumns, makeStats);
  add("warning", "What is wrong with the files: the first thousand, of as many as stats has.", kWarningColumns,
      makeWarnings);
  return tables;
}

}  // namespace tp
