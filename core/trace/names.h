// Interned strings: slices, threads and events refer to their names by a number.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/io/table_number.h"

namespace tp {

// The names of a function. Overloads, instances of a template and lambdas may share `text` or `brief`; `exact` is
// different for each address of a symbol table. intern() copies them.
struct FunctionName {
  std::string_view text;       // as the reference tool prints it
  std::string_view brief;      // the qualified name only
  std::string_view signature;  // the full declaration
  std::string_view exact;      // the declaration, and what distinguishes it from equal ones
};

// How a table stores functions.
enum class FunctionIdentity : uint8_t {
  Merged,      // by their text: one id for all that share it, as the reference tools count
  Apart,       // each by itself
  Signatures,  // each by itself, and view() is the full declaration
};

// Never shrinks: an id, and every view that was returned for it, is valid as long as the table. Not thread-safe.
class NameTable {
 public:
  NameTable();
  NameTable(const NameTable&) = delete;
  NameTable& operator=(const NameTable&) = delete;

  // Must be called before any function is interned.
  void keepFunctions(FunctionIdentity how) { how_ = how; }
  FunctionIdentity functions() const { return how_; }

  // Returns the id of the text or function, which is added if it is new.
  NameId intern(std::string_view text);
  NameId intern(const FunctionName& function);
  // Interns what another table has under an id.
  NameId take(const NameTable& from, NameId id);
  // Changes the text of an id. The old text still finds the id, so that those who know it by its old name get the same
  // one.
  void rename(NameId id, std::string_view text);
  void rename(NameId id, const FunctionName& function);
  void renameLike(NameId id, const NameTable& from, NameId theirs);

  // Returns the empty string for an id that is not in the table.
  std::string_view view(NameId id) const { return id < views_.size() ? views_[id] : std::string_view{}; }
  // For ids that are no functions stored by themselves, these four return view().
  std::string_view brief(NameId id) const { return isFunction(id) ? functions_[id].brief : view(id); }
  std::string_view signature(NameId id) const { return isFunction(id) ? functions_[id].signature : view(id); }
  std::string_view exact(NameId id) const { return isFunction(id) ? functions_[id].exact : view(id); }
  // Returns the shortest name that distinguishes the function from the others of this table: its brief name, its full
  // declaration or its exact name. With `full`, never the brief name.
  std::string_view told(NameId id, bool full = false) const;
  // Orders by view(), then by the exact name.
  bool before(NameId a, NameId b) const;
  // Whether the id is a function that is stored by itself.
  bool isFunction(NameId id) const { return id < functions_.size() && !functions_[id].exact.empty(); }
  // Whether the brief name of any function differs from its declaration.
  bool shortened() const { return shortened_; }
  FunctionName function(NameId id) const { return isFunction(id) ? functions_[id] : FunctionName{}; }

  // Returns the id of a text in the table, or kNoName. If several functions share the text, returns the one with the
  // least exact name.
  NameId find(std::string_view text) const;
  // Returns the ids that read as this one: itself and, where names have changed, those that have become equal.
  std::vector<NameId> sameAs(NameId id) const;
  uint32_t size() const { return static_cast<uint32_t>(views_.size()); }
  // An estimate, in bytes.
  size_t memoryBytes() const;

 private:
  // Each block is twice as large as the one before, so that small tables take little.
  static constexpr size_t kFirstBlock = 512;
  static constexpr size_t kLargestBlock = 64 * 1024;

  using Ids = std::unordered_map<std::string_view, NameId>;
  using Counts = std::unordered_map<std::string_view, uint32_t>;

  std::string_view store(std::string_view text);
  void keep(NameId id, const FunctionName& function);
  void alias(std::string_view text, NameId id);

  FunctionIdentity how_ = FunctionIdentity::Merged;
  std::vector<std::unique_ptr<char[]>> blocks_;
  size_t block_ = 0;  // size of the last block in bytes
  size_t used_ = 0;   // bytes of it in use
  size_t stored_ = 0;
  std::vector<std::string_view> views_;
  Ids ids_;
  std::vector<FunctionName> functions_;  // by id; not longer than needed
  Ids byExact_, aliases_;                // of functions
  Counts briefs_, signatures_;           // how many functions have each
  bool shortened_ = false;
  bool renamed_ = false;
};

}  // namespace tp
