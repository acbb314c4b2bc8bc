// What a verb takes from the command line. It is told here, and read when the verb is given: what is passed by
// reference has to live until then.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "native/cli/arguments.h"

namespace CLI {
class App;
}

namespace tp::cli {

class VerbOptions {
 public:
  // `verb` must outlive it.
  explicit VerbOptions(CLI::App& verb) : verb_(verb) {}

  // What several verbs take, by the same names.
  void traces(TraceArguments& traces);
  // Traces, of which there need not be any, among other arguments.
  void tracesAndMore(TraceArguments& traces, const char* about);
  // Two traces, each of which is opened by itself; the path of the second may be left out, and is empty then.
  void oneOrTwoTraces(TraceArguments& a, TraceArguments& b);
  void signatures(TraceArguments& traces);
  // `side`: what is before the names, "a-" for "--a-from", if the verb takes several ranges.
  void range(TimeRange& range, const std::string& side = {});
  void firstTime(TimeRange& range, const char* about, const std::string& side = {});
  void tids(std::vector<int64_t>& tids, const std::string& side = {});
  void filter(std::string& filter);
  void columns(std::vector<std::string>& columns);
  void compression(std::string& compression);

  // What one verb takes. `name`: "--limit", "-o,--output".
  void flag(const char* name, bool& given, const char* about, const char* unlike = nullptr);
  // One of the choices, if there are any.
  void text(const char* name, std::string& value, const char* about, std::vector<std::string> choices = {});
  void positive(const char* name, int64_t& value, const char* about);
  void notNegative(const char* name, double& value, const char* about);
  template <class T>
  void number(const char* name, T& value, const char* about);
  template <class T, class Limit>
  void number(const char* name, T& value, const char* about, Limit least, Limit most);
  // One value each time that the option is given; in the second, several with commas between.
  void list(const char* name, std::vector<std::string>& values, const char* about);
  template <class T>
  void commaList(const char* name, std::vector<T>& values, const char* about);
  // One of the choices and, if the option is given once more with a number, the last time of the range.
  void textOrLastTime(const char* name, std::string& value, TimeRange& range, const char* about,
                      std::vector<std::string> choices);

  // Leaves an option out of the help.
  void hide(const char* name);

  // Call when everything is read. Returns false, having complained, if what was given makes no sense.
  bool settle();

 private:
  void traceOptions(TraceArguments& traces);
  void openOptions(TraceArguments& traces);

  CLI::App& verb_;
  std::vector<std::function<bool()>> last_;  // what settle() does
};

}  // namespace tp::cli
