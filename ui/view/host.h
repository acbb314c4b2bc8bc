// What the platform does for the views.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/joint/join_options.h"

namespace tp::ui {

// Any of the functions may be empty: the platform can't do it.
struct Host {
  std::function<void()> openFiles;
  std::function<void()> openDirectory;
  std::function<void(const JoinOptions&)> reopen;        // what is open, in another way: ends in App::beginOpen()
  std::function<void()> openAgain;                       // what is open, as its files are by now: as reopen()
  std::function<void(bool directory)> addTrace;          // asks for files or a directory that are to lie beside it
  std::function<void(int)> openSample;                   // 0 or 1
  std::vector<std::string> samples;                      // their names; empty: there are none
  std::function<void(const std::string&)> saveSettings;  // JSON, for App::loadSettings() next time
  // A file for the person: begun under a name (the answer says what it is called in the end; empty: it can't be),
  // filled part after part, and ended; whole, or not to be kept: why it could not be written, empty where it was or
  // where that is told later.
  std::function<std::string(const std::string& name)> beginFile;
  std::function<void(std::string_view part)> putFile;
  std::function<std::string(bool whole)> endFile;
  std::function<void(const std::string& name)> takePicture;  // of the next frame, as a PNG file
  std::string address;                                       // of the page, without a fragment; empty: there is none
};

}  // namespace tp::ui
