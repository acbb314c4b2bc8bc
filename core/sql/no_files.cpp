// What SQLite needs of a system where there is none, as in the page: no files, but the time and random bytes.
#ifdef __EMSCRIPTEN__
#include <sqlite3.h>

#include <chrono>
#include <cstring>
#include <random>

namespace {

int open(sqlite3_vfs*, sqlite3_filename, sqlite3_file* file, int, int*) {
  file->pMethods = nullptr;
  return SQLITE_CANTOPEN;
}
int remove(sqlite3_vfs*, const char*, int) {
  return SQLITE_IOERR_DELETE;
}
int access(sqlite3_vfs*, const char*, int, int* result) {
  *result = 0;
  return SQLITE_OK;
}
int fullPath(sqlite3_vfs*, const char*, int size, char* out) {
  if (size > 0) *out = '\0';
  return SQLITE_CANTOPEN;
}
int randomness(sqlite3_vfs*, int size, char* out) {
  std::random_device device;
  for (int i = 0; i < size; ++i) out[i] = static_cast<char>(device());
  return size;
}
int sleep(sqlite3_vfs*, int) {
  return 0;
}
// Milliseconds of the Julian calendar.
int now(sqlite3_vfs*, sqlite3_int64* out) {
  constexpr sqlite3_int64 kUnixEpoch = 210866760000000;
  const auto since = std::chrono::system_clock::now().time_since_epoch();
  *out = kUnixEpoch + std::chrono::duration_cast<std::chrono::milliseconds>(since).count();
  return SQLITE_OK;
}
int nowInDays(sqlite3_vfs* vfs, double* out) {
  sqlite3_int64 time = 0;
  now(vfs, &time);
  *out = static_cast<double>(time) / 86400000.0;
  return SQLITE_OK;
}
int lastError(sqlite3_vfs*, int, char*) {
  return 0;
}

}  // namespace

// SQLite calls it once, and keeps a pointer to what it registers.
extern "C" int sqlite3_os_init() {
  static sqlite3_vfs vfs = {};
  vfs.iVersion = 2;
  vfs.szOsFile = sizeof(sqlite3_file);
  vfs.mxPathname = 256;
  vfs.zName = "none";
  vfs.xOpen = open;
  vfs.xDelete = remove;
  vfs.xAccess = access;
  vfs.xFullPathname = fullPath;
  vfs.xRandomness = randomness;
  vfs.xSleep = sleep;
  vfs.xCurrentTime = nowInDays;
  vfs.xGetLastError = lastError;
  vfs.xCurrentTimeInt64 = now;
  return sqlite3_vfs_register(&vfs, 1);
}
extern "C" int sqlite3_os_end() {
  return SQLITE_OK;
}
#endif
