// The fields of events, as filters and columns use them. They come from the metadata or a facility's description.
#pragma once

#include <memory>
#include <unordered_map>

#include "core/decode/row_schema.h"
#include "core/formats/lttng/payload.h"
#include "core/formats/lttng/symbols.h"

namespace tp::lttng {

class MarkerSchema final : public RowSchema {
 public:
  // How a trace stores, and LTTV shows, its events.
  struct Manner {
    Endian endian = Endian::Little;
    bool decimalOnly = false;
    bool firstInHeader = false;  // RowBytes::inHeader is the first field.
  };

  // `marker` and `symbols` outlive this object. The marker's fields are known. `name` is the marker's.
  MarkerSchema(const Marker& marker, std::string_view name, const Manner& manner, SymbolTables& symbols);

  RowValue read(size_t field, const RowBytes& of, std::string& room) const override;
  RowValue element(size_t field, uint64_t number, const RowBytes& of) const override;
  void print(const RowBytes& of, std::string& out) const override;

 private:
  bool find(size_t field, const RowBytes& of, FieldValue& out) const;

  const Marker& marker_;
  const Manner manner_;
  SymbolTables& symbols_;
};

// The schemas of all markers of a trace, made when they are first needed. Markers must keep their addresses.
class MarkerSchemas {
 public:
  const MarkerSchema& of(const Marker& marker, std::string_view name, const MarkerSchema::Manner& manner,
                         SymbolTables& symbols) {
    std::unique_ptr<MarkerSchema>& schema = schemas_[&marker];
    if (!schema) schema = std::make_unique<MarkerSchema>(marker, name, manner, symbols);
    return *schema;
  }

 private:
  std::unordered_map<const Marker*, std::unique_ptr<MarkerSchema>> schemas_;
};

}  // namespace tp::lttng
