// How AddressSanitizer looks after the fuzz targets: inputs are many and small, so that what is freed need not be kept
// from being used again for long, nor what is taken be filled. A finding that wants to know who has allocated is run
// again with ASAN_OPTIONS=malloc_context_size=30.
extern "C" const char* __asan_default_options();  // NOLINT: its name
extern "C" const char* __asan_default_options() {
  return "quarantine_size_mb=1:thread_local_quarantine_size_kb=16:malloc_context_size=0:max_malloc_fill_size=64";
}
