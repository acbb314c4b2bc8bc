// A program that records in the profiling mode of XRay, which writes no log.
int __xray_log_select_mode(const char *mode);
int __xray_log_init_mode(const char *mode, const char *options);
int __xray_patch(void);
int __xray_log_finalize(void);
int __xray_log_flushLog(void);
#define TRACED __attribute__((xray_always_instrument, noinline))
static volatile int sink;
TRACED int leaf(int n) {
  for (int i = 0; i < 100; i++) sink += n;
  return sink;
}
TRACED int work(int n) { return leaf(n) + leaf(n + 1); }
int main(void) {
  __xray_log_select_mode("xray-profiling");
  __xray_log_init_mode("xray-profiling", "");
  __xray_patch();
  for (int i = 0; i < 5; i++) work(i);
  __xray_log_finalize();
  __xray_log_flushLog();
  return 0;
}
