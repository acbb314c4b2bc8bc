// What the platform does for the views.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/joint/join_options.h"
#include "core/session/sql/sql_messages.h"
#include "ui/base/canvas.h"

namespace tp::ui {

// A file of sources, as the debugging information names it.
struct SourceWanted {
  std::string path;
  std::string folder;  // that a relative path begins in; empty: not known
  std::string chosen;  // the user's folder of sources (Settings::sources)
};
// What was found of it.
struct SourceFound {
  std::string wanted;   // SourceWanted::path
  std::string path;     // of the file that was found
  std::string bytes;    // its first ones
  uint64_t size = 0;    // of the whole file, in bytes
  std::string problem;  // why there is none, for the user: a sentence without a full stop; else empty
};

// A sample trace, as the landing page offers it.
struct SampleOffer {
  std::string title;
  std::string format;  // which recorder it is of
  std::string about;   // a sentence on what to look for
};

// A function is empty if the platform can't do it.
struct Host {
  std::function<void()> openFiles;
  std::function<void()> openDirectory;
  std::function<void(const JoinOptions&)> reopen;  // opens the open files with other options; ends in App::beginOpen()
  std::function<void()> openAgain;                 // opens the open files as they are now; ends in App::beginOpen()
  std::function<void(bool directory)> addTrace;    // asks the user for files or a directory to open beside the trace
  std::function<void(int)> openSample;             // takes a position in `samples`
  std::vector<SampleOffer> samples;                // empty: there are none
  // Names of what was opened before and can be opened again, the last one first; openRecent() takes a position in it.
  std::vector<std::string> recent;
  std::function<void(int)> openRecent;
  std::function<void()> clearIndexes;  // removes all indexes that are kept
  std::function<void()> clearRecent;   // empties `recent`, for later visits as well
  // Opens the manual beside the window. Returns why it could not, for the user; else an empty text.
  std::function<std::string()> openManual;
  // Stores JSON that is passed to App::loadSettings() the next time.
  std::function<void(const std::string&)> saveSettings;
  // Writes a file for the user. beginFile() takes the suggested name and returns the actual one; empty: there is
  // nowhere to write. putFile() appends a part. endFile() completes the file, or discards it if not `whole`; it returns
  // why the file could not be written, or an empty text if it was or if failures are reported later.
  std::function<std::string(const std::string& name)> beginFile;
  std::function<void(std::string_view part)> putFile;
  std::function<std::string(bool whole)> endFile;
  // Brings the page as one file, into which a report is put. Ends in App::receivePage(), at once or later.
  std::function<void()> readPage;
  // Saves an area of the next frame as a PNG file; an area without a width stands for all of it.
  std::function<void(const std::string& name, const Rect& area)> takePicture;
  // Looks for a file of sources. Ends in App::receiveSource(), at once or later.
  std::function<void(const SourceWanted&)> findSource;
  std::function<void()> chooseSources;  // asks for the folder of the sources; ends in App::sourcesChosen()
  // Opens a line of a file that findSource() has found in an editor: that of the template, or if it is empty the one
  // that the system names. Returns why it could not; else an empty text.
  std::function<std::string(const std::string& file, uint32_t line, const std::string& editor)> openEditor;
  // Asks a question about the open trace, whose replies come to App::receiveSql(). stopSql() takes its id: no further
  // reply is wanted. Questions about a trace that is not open any more are dropped.
  std::function<void(const SqlRequest&)> askSql;
  std::function<void(uint32_t id)> stopSql;
  std::string address;  // URL of the page without a fragment; empty: there is none
};

}  // namespace tp::ui
