// Interned strings: slices, threads and events refer to their names by number.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tp {

using NameId = uint32_t;
// The empty string, in every table.
inline constexpr NameId kNoName = 0;

// What a function is called. Overloads, instances of a template and lambdas share `text` or `brief`; by `exact` each
// address of a symbol table is a function of its own.
struct FunctionName {
  std::string_view text;       // as the reference tool prints it
  std::string_view brief;      // the qualified name alone
  std::string_view signature;  // the full declaration
  std::string_view exact;      // the same, and what tells it from others of that declaration
};

// How a table keeps functions.
enum class FunctionIdentity : uint8_t {
  Merged,      // by their text: one for all that share it, as the reference tools count
  Apart,       // each for itself
  Signatures,  // each for itself, and view() is the full declaration
};

// Grows only; an id and every view that it stood for live as long as the table. Not thread-safe.
class NameTable {
 public:
  NameTable();
  NameTable(const NameTable&) = delete;
  NameTable& operator=(const NameTable&) = delete;

  // Before any function is interned.
  void keepFunctions(FunctionIdentity how) { how_ = how; }
  FunctionIdentity functions() const { return how_; }

  NameId intern(std::string_view text);
  NameId intern(const FunctionName& function);
  // What another table has under an id.
  NameId take(const NameTable& from, NameId id);
  // The id stands for another text from now on, the old one for the id as before: whoever knows a thing by its old name
  // means the same thing.
  void rename(NameId id, std::string_view text);
  void rename(NameId id, const FunctionName& function);
  void renameLike(NameId id, const NameTable& from, NameId theirs);

  // The empty string for an id that is not in the table.
  std::string_view view(NameId id) const { return id < views_.size() ? views_[id] : std::string_view{}; }
  // Of what is no function that is kept for itself, these four are view().
  std::string_view brief(NameId id) const { return isFunction(id) ? functions_[id].brief : view(id); }
  std::string_view signature(NameId id) const { return isFunction(id) ? functions_[id].signature : view(id); }
  std::string_view exact(NameId id) const { return isFunction(id) ? functions_[id].exact : view(id); }
  // As long as needed to tell the function from the others of this table: its brief name, else its full declaration,
  // else what is exact. `full`: not the brief name.
  std::string_view told(NameId id, bool full = false) const;
  // By what is shown in tables, and by what is exact where that is the same.
  bool before(NameId a, NameId b) const;
  bool isFunction(NameId id) const { return id < functions_.size() && !functions_[id].exact.empty(); }
  // Whether any function has a shorter name than its declaration.
  bool shortened() const { return shortened_; }
  FunctionName function(NameId id) const { return isFunction(id) ? functions_[id] : FunctionName{}; }

  // The id of a text that is already there, or kNoName. Of functions that share it, the first by their exact names.
  NameId find(std::string_view text) const;
  NameId size() const { return static_cast<NameId>(views_.size()); }
  size_t memoryBytes() const;

 private:
  // Small tables take little: each block is twice as large as the one before.
  static constexpr size_t kFirstBlock = 512;
  static constexpr size_t kLargestBlock = 64 * 1024;

  using Ids = std::unordered_map<std::string_view, NameId>;
  using Counts = std::unordered_map<std::string_view, uint32_t>;

  std::string_view store(std::string_view text);
  void keep(NameId id, const FunctionName& function);
  void alias(std::string_view text, NameId id);

  FunctionIdentity how_ = FunctionIdentity::Merged;
  std::vector<std::unique_ptr<char[]>> blocks_;
  size_t block_ = 0;  // bytes of the last block
  size_t used_ = 0;   // of these
  size_t stored_ = 0;
  std::vector<std::string_view> views_;
  Ids ids_;
  std::vector<FunctionName> functions_;  // by id, as far as there are any
  Ids byExact_, aliases_;                // of functions
  Counts briefs_, signatures_;           // how many functions have each
  bool shortened_ = false;
};

}  // namespace tp
