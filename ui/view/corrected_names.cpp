#include "ui/view/corrected_names.h"

#include <algorithm>
#include <unordered_map>

#include "core/link/link_limits.h"
#include "ui/view/compared.h"

namespace tp::ui {
namespace {

template <class Value>
void keepLast(std::vector<Value>& values) {
  if (values.size() > kMaxLinked) values.erase(values.begin());
}

void forget(NameCorrections& said, const std::string& name) {
  std::erase_if(said.same, [&](const auto& pair) { return pair.first == name || pair.second == name; });
  std::erase(said.apart, name);
}

}  // namespace

void saySame(Context& c, const std::string& a, const std::string& b) {
  NameCorrections& said = compareView(c).how.names;
  for (const std::string& name : {a, b}) forget(said, name);
  said.same.emplace_back(a, b);
  keepLast(said.same);
  c.moreToCome = true;
}

void sayApart(Context& c, const std::string& name) {
  NameCorrections& said = compareView(c).how.names;
  forget(said, name);
  said.apart.push_back(name);
  keepLast(said.apart);
  c.moreToCome = true;
}

void forgetSaid(Context& c, const std::string& name) {
  forget(compareView(c).how.names, name);
  c.moreToCome = true;
}

bool isSaid(Context& c, const std::string& name) {
  const NameCorrections& said = compareView(c).how.names;
  return std::find(said.apart.begin(), said.apart.end(), name) != said.apart.end() ||
         std::any_of(said.same.begin(), said.same.end(),
                     [&](const auto& pair) { return pair.first == name || pair.second == name; });
}

LinkNames linkNames(const NameCorrections& said) {
  LinkNames link;
  for (const auto& [a, b] : said.same) link.same.emplace_back(labelHash(a), labelHash(b));
  for (const std::string& name : said.apart) link.apart.push_back(labelHash(name));
  return link;
}

NameCorrections linkedNames(const LinkNames& link, const NameTable& names) {
  std::unordered_map<uint32_t, std::string> met;
  for (const auto& [a, b] : link.same) met[a], met[b];
  for (const uint32_t name : link.apart) met[name];
  NameCorrections said;
  if (met.empty()) return said;
  for (NameId name = 0; name < names.size(); ++name)
    if (const auto at = met.find(labelHash(names.view(name))); at != met.end()) at->second = names.view(name);
  for (const auto& [a, b] : link.same)
    if (!met[a].empty() && !met[b].empty()) said.same.emplace_back(met[a], met[b]);
  for (const uint32_t name : link.apart)
    if (!met[name].empty()) said.apart.push_back(met[name]);
  return said;
}

}  // namespace tp::ui
