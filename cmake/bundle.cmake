# Fills DIST from the built MODULES, the page's own files under SOURCE, and FONTS;
# LIBDWARF is the folder with the licences of that.
file(REMOVE_RECURSE ${DIST})
file(MAKE_DIRECTORY ${DIST})
file(COPY ${SOURCE}/web/ DESTINATION ${DIST})
foreach(module app worker-core sql-core)
  file(COPY ${MODULES}/${module}.js ${MODULES}/${module}.wasm DESTINATION ${DIST})
endforeach()
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

# A page can't list a folder: each sample comes with the list of its files.
file(GLOB samples RELATIVE ${SOURCE}/assets/samples ${SOURCE}/assets/samples/*/data)
set(manifest "[\n")
set(comma "")
foreach(sample ${samples})
  get_filename_component(name ${sample} DIRECTORY)
  file(COPY ${SOURCE}/assets/samples/${sample}/ DESTINATION ${DIST}/samples/${name})
  file(READ ${SOURCE}/assets/samples/${name}/title.txt title)
  string(STRIP "${title}" title)
  file(GLOB_RECURSE files RELATIVE ${SOURCE}/assets/samples/${sample} ${SOURCE}/assets/samples/${sample}/*)
  list(JOIN files "\", \"" list)
  string(APPEND manifest "${comma}  {\"name\": \"${name}\", \"title\": \"${title}\", \"files\": [\"${list}\"]}")
  set(comma ",\n")
endforeach()
file(MAKE_DIRECTORY ${DIST}/samples)
file(WRITE ${DIST}/samples/manifest.json "${manifest}\n]\n")

# What the service worker keeps a copy of: all that the page needs to start. Who may embed it is for its host to change.
file(GLOB_RECURSE files RELATIVE ${DIST} ${DIST}/*)
set(hashes "")
foreach(path ${files})
  if(path MATCHES "^(offline\\.js|embed\\.json|LICENSE|.*-LICENSE\\.txt|samples/.*/.*)$")
    continue()
  endif()
  file(SHA256 ${DIST}/${path} hash)
  string(APPEND hashes "  '${path}': '${hash}',\n")
endforeach()
file(READ ${DIST}/offline.js script)
string(REPLACE "const FILES = {};" "const FILES = {\n${hashes}};" script "${script}")
file(WRITE ${DIST}/offline.js "${script}")
