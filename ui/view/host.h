// What the platform does for the views.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/joint/join_options.h"
#include "core/session/sql/sql_messages.h"

namespace tp::ui {

// A function is empty if the platform can't do it.
struct Host {
  std::function<void()> openFiles;
  std::function<void()> openDirectory;
  std::function<void(const JoinOptions&)> reopen;  // opens the open files with other options; ends in App::beginOpen()
  std::function<void()> openAgain;                 // opens the open files as they are now; ends in App::beginOpen()
  std::function<void(bool directory)> addTrace;    // asks the user for files or a directory to open beside the trace
  std::function<void(int)> openSample;             // takes a position in `samples`
  std::vector<std::string> samples;                // names of the sample traces; empty: there are none
  // Stores JSON that is passed to App::loadSettings() the next time.
  std::function<void(const std::string&)> saveSettings;
  // Writes a file for the user. beginFile() takes the suggested name and returns the actual one; empty: there is
  // nowhere to write. putFile() appends a part. endFile() completes the file, or discards it if not `whole`; it returns
  // why the file could not be written, or an empty text if it was or if failures are reported later.
  std::function<std::string(const std::string& name)> beginFile;
  std::function<void(std::string_view part)> putFile;
  std::function<std::string(bool whole)> endFile;
  std::function<void(const std::string& name)> takePicture;  // saves the next frame as a PNG file
  // Asks a question about the open trace, whose replies come to App::receiveSql(). stopSql() takes its id: no further
  // reply is wanted. Questions about a trace that is not open any more are dropped.
  std::function<void(const SqlRequest&)> askSql;
  std::function<void(uint32_t id)> stopSql;
  std::string address;  // URL of the page without a fragment; empty: there is none
};

}  // namespace tp::ui
