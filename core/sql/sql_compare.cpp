#include "core/sql/sql_compare.h"

#include <sqlite3.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "core/analysis/compare/change_figures.h"
#include "core/analysis/compare/compared_class.h"
#include "core/analysis/compare/function_pairs.h"
#include "core/sql/sql_value.h"

namespace tp {
namespace {

// What each row has before its figures.
struct WordColumn {
  const char* name;
  const char* type;
  Cell (*of)(const FunctionChange&);
};
constexpr WordColumn kWords[] = {
    {"name", "TEXT", [](const FunctionChange& one) { return Cell::of(std::string_view(one.name)); }},
    {"before", "TEXT",
     [](const FunctionChange& one) { return !one.before.empty() ? Cell::of(std::string_view(one.before)) : Cell(); }},
    {"kind", "TEXT", [](const FunctionChange& one) { return Cell::of(std::string_view(kindOf(one))); }},
    {"guessed", "INTEGER", [](const FunctionChange& one) { return Cell::of(int64_t{one.guessed()}); }},
    {"noise", "INTEGER", [](const FunctionChange& one) { return Cell::of(int64_t{one.noise()}); }},
    {"off_cpu", "INTEGER", [](const FunctionChange& one) { return Cell::of(int64_t{one.offCpu}); }},
};

// What was guessed and what has moved, behind the figures.
struct FoundColumn {
  std::string_view name, type;
  bool (*has)(const FunctionChange&);
  std::string (*text)(const FunctionChange&);  // null: it is a figure
  int64_t (*figure)(const FunctionChange&) = nullptr;
};
bool hasMoved(const FunctionChange& one) {
  return one.moved.time != 0;
}
constexpr FoundColumn kFound[] = {
    {"guessed_by", "TEXT", [](const FunctionChange& one) { return one.guessed(); },
     [](const FunctionChange& one) { return std::string(guessedBy(one.by)); }},
    {"inlined_into", "TEXT", [](const FunctionChange& one) { return !one.inlinedInto.empty(); },
     [](const FunctionChange& one) { return namesOf(one.inlinedInto); }},
    {"inlined", "TEXT", [](const FunctionChange& one) { return !one.inlined.empty(); },
     [](const FunctionChange& one) { return namesOf(one.inlined); }},
    {"inlined_change", "INTEGER", [](const FunctionChange& one) { return !one.inlined.empty(); }, nullptr,
     [](const FunctionChange& one) { return sumOf(one.inlined); }},
    {"moved", "INTEGER", hasMoved, nullptr, [](const FunctionChange& one) { return one.moved.time; }},
    {"moved_from", "TEXT", hasMoved, [](const FunctionChange& one) { return namesOf(one.moved.from); }},
    {"moved_to", "TEXT", hasMoved, [](const FunctionChange& one) { return namesOf(one.moved.to); }},
};

// "byCalls": "by_calls".
std::string columnName(std::string_view key) {
  std::string name;
  for (const char c : key) {
    const bool upper = c >= 'A' && c <= 'Z';
    if (upper) name += '_';
    name += upper ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return name;
}

class ChangeRows final : public TableFunctionRows {
 public:
  ChangeRows(std::shared_ptr<const FunctionComparison> found, SqlBudget& budget)
      : found_(std::move(found)), budget_(budget) {}

  int next(std::string&) override {
    if (next_ >= found_->changes.size()) return SQLITE_DONE;
    ++next_;
    return budget_.row() ? SQLITE_INTERRUPT : SQLITE_ROW;
  }
  void column(size_t number, sqlite3_context* out) override {
    const FunctionChange& one = found_->changes[next_ - 1];
    const size_t figures = std::size(kWords) + std::size(kChangeFigures) + 2 * std::size(kSideFigures);
    if (number < figures) return setResult(out, cell(one, number));
    const FoundColumn& found = kFound[number - figures];
    if (!found.has(one)) return setResult(out, Cell());
    if (found.text == nullptr) return setResult(out, Cell::of(found.figure(one)));
    const std::string text = found.text(one);
    setResult(out, Cell::of(std::string_view(text)));
  }

 private:
  static Cell cell(const FunctionChange& one, size_t number) {
    if (number < std::size(kWords)) return kWords[number].of(one);
    number -= std::size(kWords);
    std::optional<int64_t> figure;
    if (number < std::size(kChangeFigures)) {
      figure = kChangeFigures[number].of(one);
    } else {
      number -= std::size(kChangeFigures);
      const SideFigure& of = kSideFigures[number % std::size(kSideFigures)];
      figure = of.of(number < std::size(kSideFigures) ? one.a : one.b);
    }
    return figure ? Cell::of(*figure) : Cell();
  }

  const std::shared_ptr<const FunctionComparison> found_;
  size_t next_ = 0;  // behind the current row
  SqlBudget& budget_;
};

bool isNull(sqlite3_value* value) {
  return value == nullptr || sqlite3_value_type(value) == SQLITE_NULL;
}

}  // namespace

CompareFunctions::CompareFunctions(TableTrace& trace, SqlBudget& budget) : trace_(trace), budget_(budget) {
  for (const WordColumn& word : kWords) columns_.push_back({word.name, word.type});
  for (const ChangeFigure& figure : kChangeFigures) columns_.push_back({columnName(figure.key), "INTEGER"});
  for (const char* side : {"_a", "_b"})
    for (const SideFigure& figure : kSideFigures) columns_.push_back({columnName(figure.key) + side, "INTEGER"});
  for (const FoundColumn& found : kFound) columns_.push_back({std::string(found.name), std::string(found.type)});
}

std::optional<uint32_t> CompareFunctions::traceOf(const std::string& argument, sqlite3_value* value,
                                                  std::string& error) const {
  if (isNull(value)) return kEveryTrace;
  const std::vector<TracePart>& parts = trace_.facts().index().info().parts;
  const bool byNumber = sqlite3_value_type(value) == SQLITE_INTEGER;
  const auto* text = reinterpret_cast<const char*>(sqlite3_value_text(value));
  const std::string told(text != nullptr ? text : "");
  // No two have the same name.
  for (const TracePart& part : parts)
    if (byNumber ? int64_t{part.number} == sqlite3_value_int64(value) : part.name == told) return part.number;
  error = name_ + ": " + argument + ": ";
  if (parts.empty()) error += "one trace is open: give NULL, and a range";
  for (const TracePart& part : parts)
    error += (&part == &parts.front() ? "there is no trace " + told + ": there is " : ", ") +
             std::to_string(part.number) + " (" + part.name + ")";
  return std::nullopt;
}

std::optional<CompareFunctions::Side> CompareFunctions::sideOf(size_t number, sqlite3_value** arguments,
                                                               std::string& error) const {
  const std::optional<uint32_t> trace = traceOf(arguments_[number], arguments[number], error);
  if (!trace) return std::nullopt;
  Side side;
  side.trace = *trace;
  sqlite3_value *from = arguments[2 + 2 * number], *to = arguments[3 + 2 * number];
  if (isNull(from) && isNull(to)) return side;
  side.begin = clampTime(isNull(from) ? std::numeric_limits<Time>::min() : sqlite3_value_int64(from));
  side.end = clampTime(isNull(to) ? std::numeric_limits<Time>::max() : sqlite3_value_int64(to));
  if (side.begin <= side.end) return side;
  error = name_ + ": " + arguments_[2 + 2 * number] + " is behind " + arguments_[3 + 2 * number];
  return std::nullopt;
}

std::unique_ptr<TableFunctionRows> CompareFunctions::call(sqlite3_value** arguments, int& status, std::string& error) {
  status = SQLITE_ERROR;
  std::array<Side, 2> sides;
  for (size_t i = 0; i < 2; ++i) {
    const std::optional<Side> side = sideOf(i, arguments, error);
    if (!side) return nullptr;
    sides[i] = *side;
  }
  if (!found_ || sides != sides_) {
    found_.reset();
    std::array<SideFunctions, 2> functions;
    const auto count = [&](const FunctionsWanted& wanted) {
      for (size_t i = 0; i < 2; ++i)
        functions[i] = trace_.facts().compared(sides[i].trace, sides[i].begin, sides[i].end, wanted);
    };
    const bool oneTrace = sides[0].trace == sides[1].trace;
    FunctionsWanted wanted;
    wanted.outermost = !oneTrace;
    count(wanted);
    wanted.onlyClass = comparedClass(std::array{functions[0].trackClass, functions[1].trackClass}, oneTrace);
    if (wanted.onlyClass) count(wanted);
    // Parts of one trace are of one program, in which no function has two names.
    wanted.callers = !oneTrace && lackPartners(functions[0], functions[1], {});
    if (wanted.callers) count(wanted);
    // Counts that were given up are not whole.
    if (budget_.spend(0)) {
      status = SQLITE_INTERRUPT;
      return nullptr;
    }
    found_ = std::make_shared<const FunctionComparison>(compareFunctions(functions[0], functions[1]));
    sides_ = sides;
  }
  return std::make_unique<ChangeRows>(found_, budget_);
}

}  // namespace tp
