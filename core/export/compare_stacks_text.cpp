#include <algorithm>
#include <numeric>

#include "core/export/compare_limit.h"
#include "core/export/compare_parts.h"
#include "core/export/compare_stacks.h"
#include "core/export/csv_text.h"
#include "core/export/folded_stacks.h"
#include "core/text/number_text.h"
#include "core/text/visible_text.h"
#include "core/trace/time_text.h"

namespace tp {
namespace {

constexpr size_t kWidth = 15;
constexpr size_t kRows = 100;  // of the text

uint64_t size(int64_t number) {
  return number < 0 ? -static_cast<uint64_t>(number) : static_cast<uint64_t>(number);
}

const char* kindOf(const ComparedStack& one) {
  return one.added() ? "new" : one.vanished() ? "vanished" : one.known() ? "both" : "not known";
}

// The figures that JSON and CSV have of each side.
struct SideFigure {
  const char* key;
  int64_t (*of)(const StackFigures&);
};
constexpr SideFigure kSideFigures[] = {
    {"total", [](const StackFigures& f) { return f.total; }},
    {"self", [](const StackFigures& f) { return f.self; }},
    {"untold", [](const StackFigures& f) { return f.untold; }},
    {"calls", [](const StackFigures& f) { return static_cast<int64_t>(f.calls); }},
    {"open", [](const StackFigures& f) { return static_cast<int64_t>(f.open); }},
    {"atMost", [](const StackFigures& f) { return f.atMost; }},
};

// The figures that they have of the change.
struct ChangeFigure {
  const char* key;
  int64_t (*of)(const ComparedStack&);
};
constexpr ChangeFigure kChangeFigures[] = {
    {"change", [](const ComparedStack& s) { return s.selfChange(); }},
    {"untoldChange", [](const ComparedStack& s) { return s.untoldChange(); }},
    {"totalChange", [](const ComparedStack& s) { return s.totalChange(); }},
    {"callsChange", [](const ComparedStack& s) { return static_cast<int64_t>(s.b.calls - s.a.calls); }},
};

// The stacks that differ, those with the largest change of self time first.
struct ChangedStacks {
  std::vector<uint32_t> stacks;  // as many as were asked for
  size_t all = 0;                // how many there are
};

ChangedStacks changedStacks(const StackComparison& compared, size_t most = ~size_t{0}) {
  struct Key {
    uint64_t self, total;
    uint32_t stack;
  };
  std::vector<Key> keys;
  for (uint32_t i = 1; i < compared.stacks.size(); ++i) {
    const ComparedStack& one = compared.stacks[i];
    if (one.differs()) keys.push_back({size(one.selfChange()), size(one.totalChange()), i});
  }
  const size_t shown = std::min(most, keys.size());
  // Stacks lie level by level, so that callers come before their callees where all else is equal.
  std::partial_sort(keys.begin(), keys.begin() + static_cast<ptrdiff_t>(shown), keys.end(),
                    [](const Key& x, const Key& y) {
                      if (x.self != y.self) return x.self > y.self;
                      return x.total != y.total ? x.total > y.total : x.stack < y.stack;
                    });
  ChangedStacks out;
  out.all = keys.size();
  for (size_t i = 0; i < shown; ++i) out.stacks.push_back(keys[i].stack);
  return out;
}

// The frames of a stack, the outermost first.
std::vector<uint32_t> pathOf(const StackComparison& compared, uint32_t stack) {
  std::vector<uint32_t> path;
  for (uint32_t at = stack; at != 0; at = compared.stacks[at].parent) path.push_back(at);
  std::reverse(path.begin(), path.end());
  return path;
}

std::string foldedPath(const StackComparison& compared, uint32_t stack) {
  std::string out;
  for (const uint32_t at : pathOf(compared, stack))
    (out += out.empty() ? "" : ";") += foldedFrame(compared.nameOf(at).name);
  return out;
}

int64_t untoldOf(const StackComparison& compared, StackFigures ComparedStack::*side) {
  return std::accumulate(compared.stacks.begin(), compared.stacks.end(), int64_t{0},
                         [&](int64_t sum, const ComparedStack& stack) { return plus(sum, (stack.*side).untold); });
}

void sideObject(JsonWriter& json, const StackComparison& compared, const ComparedSide& side,
                StackFigures ComparedStack::*figures) {
  json.beginObject();
  sideMembers(json, side);
  json.member("total", (compared.root().*figures).total);
  json.member("untold", untoldOf(compared, figures));
  json.endObject();
}

void sideLine(std::string& out, const char* name, const ComparedSide& side, const StackFigures& root) {
  const std::string unit = " " + unitText(side.clock);
  out += sideHead(name, side) + ": " + std::to_string(root.total) + unit + " in all calls";
  if (const std::string within = withinText(side); !within.empty()) out += ", " + within;
  out += '\n';
}

std::string selfText(const StackFigures& figures, Foot& foot) {
  if (figures.met) return std::to_string(figures.self);
  if (figures.atMost == 0) return "-";
  return foot.sign("\u2264", "before a time: the side does not tell the stack, and has at most so much of it") +
         std::to_string(figures.atMost);
}

// "main > cook > stir", with no more than the innermost frames of a deep stack.
std::string stackText(const StackComparison& compared, uint32_t stack, Foot& foot) {
  constexpr size_t kFrames = 8;
  const std::vector<uint32_t> path = pathOf(compared, stack);
  std::string out;
  if (path.size() > kFrames) out = "(" + std::to_string(path.size() - kFrames) + " more) > ";
  for (size_t i = path.size() - std::min(path.size(), kFrames); i < path.size(); ++i) {
    const ComparedName& name = compared.nameOf(path[i]);
    if (name.guessed()) out += foot.sign("~", kGuessedName);
    appendVisible(out, name.name);
    out += otherNameText(name.before, name.by);
    if (!name.inlinedInto.empty())
      out +=
          std::string(" (") +
          foot.sign("~inlined", "a guess: one side has the function within its callers; what it called is beside it") +
          " into " + visibleText(name.inlinedInto) + ")";
    if (i + 1 < path.size()) out += " > ";
  }
  return out;
}

void appendStack(std::string& out, const StackComparison& compared, uint32_t stack, Foot& foot) {
  const ComparedStack& one = compared.stacks[stack];
  const char* bound = one.known() ? "" : foot.sign("?", "before a change: a bound, as a side does not tell the stack");
  appendRight(out, bound + changeText(one.selfChange()), kWidth);
  for (const StackFigures* side : {&one.a, &one.b}) appendRight(out, selfText(*side, foot), kWidth);
  for (const StackFigures* side : {&one.a, &one.b}) appendRight(out, std::to_string(side->calls), 11);
  appendRight(out, changeText(one.totalChange()), kWidth);
  out += one.added() ? "  new: " : one.vanished() ? "  vanished: " : "  ";
  out += stackText(compared, stack, foot) + '\n';
}

// A row for what is no stack of the table.
void appendRest(std::string& out, int64_t a, int64_t b, const std::string& what) {
  appendRight(out, changeText(minus(b, a)), kWidth);
  for (const int64_t side : {a, b}) appendRight(out, std::to_string(side), kWidth);
  out.append(2 * 11 + kWidth, ' ');
  out += "  " + what + '\n';
}

}  // namespace

std::string comparisonJson(const StackComparison& compared, std::optional<double> limit) {
  std::string out;
  JsonWriter json(out, JsonWriter::Spacing::Spaced);
  json.beginObject();
  json.member("by", "stack");
  json.member("unit", unitText(compared.sideA.clock));
  sideObject(json.key("a"), compared, compared.sideA, &ComparedStack::a);
  sideObject(json.key("b"), compared, compared.sideB, &ComparedStack::b);
  json.member("change", compared.change());
  limitMembers(json, compared.root().a.total, compared.root().b.total, limit, lackText(compared));
  json.member("least", compared.least);
  const ChangedStacks changed = changedStacks(compared);
  json.member("same", static_cast<uint64_t>(compared.stacks.size() - 1 - changed.all));
  json.key("changes").objects(changed.stacks, [&](uint32_t stack) {
    const ComparedStack& one = compared.stacks[stack];
    json.key("stack").beginArray();
    for (const uint32_t at : pathOf(compared, stack)) json.value(compared.nameOf(at).name);
    json.endArray();
    const ComparedName& name = compared.nameOf(stack);
    if (!name.before.empty()) json.member("before", name.before);
    if (name.guessed()) json.member("guessedBy", guessedBy(name.by));
    if (!name.inlinedInto.empty()) json.member("inlinedInto", name.inlinedInto);
    json.member("kind", kindOf(one));
    for (const ChangeFigure& figure : kChangeFigures) json.member(figure.key, figure.of(one));
    sideObjects(json, one, [&](const StackFigures& side) {
      for (const SideFigure& figure : kSideFigures) json.member(figure.key, figure.of(side));
    });
  });
  json.endObject();
  return out += '\n';
}

std::string comparisonCsv(const StackComparison& compared) {
  std::string out = "stack,before,kind";
  appendFigureTitles(out, kChangeFigures, kSideFigures);
  out += ",guessedBy,inlinedInto\n";
  for (const uint32_t stack : changedStacks(compared).stacks) {
    const ComparedStack& one = compared.stacks[stack];
    appendCsvText(out, foldedPath(compared, stack));
    appendCsvText(out += ',', compared.nameOf(stack).before);
    (out += ',') += kindOf(one);
    for (const ChangeFigure& figure : kChangeFigures) appendDecimal(out += ',', figure.of(one));
    for (const StackFigures* side : {&one.a, &one.b})
      for (const SideFigure& figure : kSideFigures) appendDecimal(out += ',', figure.of(*side));
    const ComparedName& name = compared.nameOf(stack);
    (out += ',') += name.guessed() ? guessedBy(name.by) : "";
    appendCsvText(out += ',', name.inlinedInto);
    out += '\n';
  }
  return out;
}

std::string comparisonFolded(const StackComparison& compared) {
  std::string out, line;
  struct Step {
    uint32_t stack;
    size_t length;  // of the callers' part of the line
  };
  std::vector<Step> left;
  auto put = [&](int64_t a, int64_t b) {
    if (a == 0 && b == 0) return;
    out += line;
    appendDecimal(out += ' ', a);
    appendDecimal(out += ' ', b);
    out += '\n';
  };
  std::vector<std::string> frames;
  for (const ComparedName& name : compared.functions) frames.push_back(foldedFrame(name.name));
  auto enter = [&](uint32_t stack) {
    const ComparedStack& caller = compared.stacks[stack];
    const size_t length = line.size();
    if (caller.a.untold != 0 || caller.b.untold != 0) {
      (line += length > 0 ? ";" : "") += kNotToldApart;
      put(caller.a.untold, caller.b.untold);
      line.resize(length);
    }
    for (uint32_t i = caller.callees; i-- > 0;) left.push_back({caller.child + i, length});
  };
  enter(0);
  while (!left.empty()) {
    const Step step = left.back();
    left.pop_back();
    const ComparedStack& one = compared.stacks[step.stack];
    line.resize(step.length);
    (line += step.length > 0 ? ";" : "") += frames[one.function];
    put(one.a.self, one.b.self);
    enter(step.stack);
  }
  return out;
}

std::string comparisonReport(const StackComparison& compared, std::optional<double> limit) {
  std::string out;
  const ComparedStack& root = compared.root();
  sideLine(out, "A", compared.sideA, root.a);
  sideLine(out, "B", compared.sideB, root.b);
  out += missingText("A", compared.sideA) + missingText("B", compared.sideB);
  const ChangedStacks changed = changedStacks(compared, kRows);
  const size_t same = compared.stacks.size() - 1 - changed.all;
  const std::string lack = lackText(compared);
  if (!lack.empty()) out += lack + "\n";
  if (compared.same()) {
    if (compared.stacks.size() > 1) out += "nothing differs\n";
  } else {
    out += "time " + changeText(compared.change()) + " (" + grownText(root.a.total, root.b.total) + ")\n\n";
    for (const char* title : {"change of self", "self A", "self B"}) appendRight(out, title, kWidth);
    for (const char* title : {"calls A", "calls B"}) appendRight(out, title, 11);
    appendRight(out, "total change", kWidth);
    out += "  stack\n";
    Foot foot;
    // What is neither in the rows nor untold.
    int64_t a = minus(root.a.total, untoldOf(compared, &ComparedStack::a));
    int64_t b = minus(root.b.total, untoldOf(compared, &ComparedStack::b));
    for (const uint32_t stack : changed.stacks) {
      appendStack(out, compared, stack, foot);
      a = minus(a, compared.stacks[stack].a.self);
      b = minus(b, compared.stacks[stack].b.self);
    }
    const size_t more = changed.all - changed.stacks.size();
    if (more > 0 || a != 0)
      appendRest(out, a, b, "in all other stacks, of which " + countText(more) + (more == 1 ? " differs" : " differ"));
    a = untoldOf(compared, &ComparedStack::a), b = untoldOf(compared, &ComparedStack::b);
    if (a != 0 || b != 0)
      appendRest(out, a, b,
                 "in stacks that are not told apart" +
                     (compared.least > 0 ? ", each of less than " + std::to_string(compared.least) + " on both sides"
                                         : std::string()));
    out += "\nthe changes add up to that of the time; stacks have their outermost call first\n" + foot.text() +
           countText(same, "stack") + (same == 1 ? " is" : " are") + " the same on both sides\n";
  }
  if (limit) out += limitText("time", root.a.total, root.b.total, *limit, lack);
  return out;
}

}  // namespace tp
