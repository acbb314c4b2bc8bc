// The file `info` of a data directory as it is to be believed: its byte order is that of the records.
#pragma once

#include "core/formats/uftrace/directory.h"
#include "core/formats/uftrace/info_file.h"

namespace tp::uftrace {

// Returns an Error if there is an info file that can't be read. Without one, what uftrace writes by default is assumed.
Result<InfoFile> readInfo(const FileSet& files, const Directory& place, WarningLog& warnings);

}  // namespace tp::uftrace
