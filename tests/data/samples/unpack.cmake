# Unpacks ARCHIVE into FOLDER unless that holds what the archive does already: cmake -DARCHIVE=... -DFOLDER=... -P unpack.cmake
# Builds that run at once wait for each other.
cmake_minimum_required(VERSION 3.25)

get_filename_component(parent ${FOLDER} DIRECTORY)
# What lies behind a link belongs to somebody else, and would be removed.
if(IS_SYMLINK ${parent} OR IS_SYMLINK ${FOLDER})
  message(FATAL_ERROR "${FOLDER} is behind a link: remove the link, and the recorded traces are unpacked in its place")
endif()
file(MAKE_DIRECTORY ${parent})
file(LOCK ${FOLDER}.lock GUARD PROCESS)
set(stamp ${FOLDER}.unpacked)
file(SHA256 ${ARCHIVE} wanted)
set(found)
if(EXISTS ${stamp} AND EXISTS ${FOLDER})
  file(READ ${stamp} found)
endif()
if(NOT found STREQUAL wanted)
  file(REMOVE_RECURSE ${FOLDER})
  file(REMOVE ${stamp})
  file(MAKE_DIRECTORY ${FOLDER})
  execute_process(COMMAND ${CMAKE_COMMAND} -E tar xf ${ARCHIVE} --touch WORKING_DIRECTORY ${FOLDER}
    COMMAND_ERROR_IS_FATAL ANY)
endif()
file(WRITE ${stamp} ${wanted})
