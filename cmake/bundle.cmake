# Fills DIST from the built MODULES, the page's own files under SOURCE, and FONTS;
# LIBDWARF is the folder with the licences of that.
file(REMOVE_RECURSE ${DIST})
file(MAKE_DIRECTORY ${DIST})
file(COPY ${SOURCE}/web/ DESTINATION ${DIST})
foreach(module app worker-core sql-core)
  file(COPY ${MODULES}/${module}.js ${MODULES}/${module}.wasm DESTINATION ${DIST})
endforeach()
# What an index that the page keeps is made by, so that another build does not read it.
file(SHA256 ${DIST}/app.wasm app)
file(SHA256 ${DIST}/worker-core.wasm worker)
string(SHA256 build "${app} ${worker}")
file(READ ${DIST}/index.html page)
string(REPLACE "name=\"tracepane-build\" content=\"\"" "name=\"tracepane-build\" content=\"${build}\"" page "${page}")
file(WRITE ${DIST}/index.html "${page}")
file(COPY ${FONTS}/ DESTINATION ${DIST}/fonts)
file(COPY ${SOURCE}/LICENSE DESTINATION ${DIST})

# The LGPL asks for its text beside the program, and the files under the BSD licence for theirs, which is in each of them.
file(READ ${LIBDWARF}/LIBDWARFCOPYRIGHT copyright)
file(READ ${LIBDWARF}/dwarf_tsearchhash.c bsd)
string(FIND "${bsd}" "*/" end)
string(SUBSTRING "${bsd}" 0 ${end} bsd)
string(REPLACE "/* " "" bsd "${bsd}")
file(READ ${LIBDWARF}/LGPL.txt lgpl)
file(WRITE ${DIST}/libdwarf-LICENSE.txt "worker-core.wasm and sql-core.wasm contain libdwarf, under the GNU Lesser General Public License \
2.1, and files of it under the two-clause BSD licence. How it is built from its sources, of which none is changed, is in \
the repository of this page.\n\n${copyright}\n\n${bsd}\n\n${lgpl}")

# The samples that assets/samples/samples.json lists. A page can't list a folder: the manifest has the files of each.
file(READ ${SOURCE}/assets/samples/samples.json samples)
string(JSON count LENGTH "${samples}")
math(EXPR last "${count} - 1")
foreach(i RANGE ${last})
  string(JSON name GET "${samples}" ${i} name)
  string(JSON from GET "${samples}" ${i} files)
  string(JSON archive ERROR_VARIABLE none GET "${samples}" ${i} archive)
  string(JSON beside ERROR_VARIABLE alone GET "${samples}" ${i} beside)
  set(folder ${DIST}/samples/${name})
  file(MAKE_DIRECTORY ${folder})
  if(none)
    file(COPY ${SOURCE}/${from} DESTINATION ${folder})
  else()
    # A file of a recording that the tests have, too, perhaps with the program that was recorded.
    if(alone)
      set(beside)
    endif()
    execute_process(COMMAND ${CMAKE_COMMAND} -E tar xf ${SOURCE}/${archive} ${from} ${beside} WORKING_DIRECTORY ${folder}
      COMMAND_ERROR_IS_FATAL ANY)
    foreach(path ${from} ${beside})
      get_filename_component(file ${path} NAME)
      file(RENAME ${folder}/${path} ${folder}/${file})
    endforeach()
    get_filename_component(around ${from} DIRECTORY)
    file(REMOVE_RECURSE ${folder}/${around})
  endif()
  file(GLOB_RECURSE files RELATIVE ${folder} ${folder}/*)
  list(JOIN files "\", \"" list)
  string(JSON samples SET "${samples}" ${i} files "[\"${list}\"]")
  if(NOT none)
    string(JSON samples REMOVE "${samples}" ${i} archive)
  endif()
  if(NOT alone)
    string(JSON samples REMOVE "${samples}" ${i} beside)
  endif()
endforeach()
file(WRITE ${DIST}/samples/manifest.json "${samples}\n")

# The manual. The packages that it is made by belong to the system's own Python.
find_program(python NAMES python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(python NAMES python3 REQUIRED)
execute_process(COMMAND ${CMAKE_COMMAND} -E env PYTHONPATH=${SOURCE} PYTHONDONTWRITEBYTECODE=1 ${python}
  ${SOURCE}/tools/manual/make.py ${DIST}/help RESULT_VARIABLE failed)
if(failed)
  message(FATAL_ERROR "The manual could not be made. It takes the packages python3-markdown, python3-lunr and libjs-lunr.")
endif()

# What the page makes reports of. It works without, and says so.
execute_process(COMMAND ${CMAKE_COMMAND} -E env PYTHONPATH=${SOURCE} PYTHONDONTWRITEBYTECODE=1 ${python}
  -m tools.packagers.page_frame ${DIST} RESULT_VARIABLE failed)
if(failed)
  message(STATUS "There is no one-file.html in the page.")
endif()

# What the service worker keeps a copy of: all that the page needs to start. Who may embed it is for its host to change; pages of
# the manual are kept when they are read.
file(GLOB_RECURSE files RELATIVE ${DIST} ${DIST}/*)
set(hashes "")
foreach(path ${files})
  if(path MATCHES "^(offline\\.js|embed\\.json|LICENSE|.*-LICENSE\\.txt|samples/.*/.*|help/.*)$")
    continue()
  endif()
  file(SHA256 ${DIST}/${path} hash)
  string(APPEND hashes "  '${path}': '${hash}',\n")
endforeach()
file(READ ${DIST}/offline.js script)
string(REPLACE "const FILES = {};" "const FILES = {\n${hashes}};" script "${script}")
file(WRITE ${DIST}/offline.js "${script}")
