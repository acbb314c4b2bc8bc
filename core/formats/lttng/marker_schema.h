// The fields of events as filters and columns see them, by what the metadata or a facility says of them.
#pragma once

#include <memory>
#include <unordered_map>

#include "core/decode/row_schema.h"
#include "core/formats/lttng/payload.h"
#include "core/formats/lttng/symbols.h"

namespace tp::lttng {

class MarkerSchema final : public RowSchema {
 public:
  // How a trace writes and LTTV shows its events.
  struct Manner {
    Endian endian = Endian::Little;
    bool decimalOnly = false;
    bool firstInHeader = false;  // RowBytes::inHeader is the first field
  };

  // Marker and symbols outlive this; the marker is known.
  MarkerSchema(const Marker& marker, const Manner& manner, SymbolTables& symbols);

  RowValue read(size_t field, const RowBytes& of, std::string& room) const override;
  RowValue element(size_t field, uint64_t number, const RowBytes& of) const override;
  void print(const RowBytes& of, std::string& out) const override;

 private:
  bool find(size_t field, const RowBytes& of, FieldValue& out) const;

  const Marker& marker_;
  const Manner manner_;
  SymbolTables& symbols_;
};

// Of all markers of a trace, made as their events come by.
class MarkerSchemas {
 public:
  const MarkerSchema& of(const Marker& marker, const MarkerSchema::Manner& manner, SymbolTables& symbols) {
    std::unique_ptr<MarkerSchema>& schema = schemas_[&marker];
    if (!schema) schema = std::make_unique<MarkerSchema>(marker, manner, symbols);
    return *schema;
  }

 private:
  std::unordered_map<const Marker*, std::unique_ptr<MarkerSchema>> schemas_;
};

}  // namespace tp::lttng
