// Functions whose prototypes calls.py puts into calls.btf.
struct file;
struct range {
  long first;
  long last;
};
enum mode { kRead, kWrite = -1 };
typedef unsigned long size_t;
typedef long long loff_t;

long vfs_read(struct file* file, char* buf, const size_t count, loff_t* pos) {
  return (file != 0) + (buf != 0) + (long)count + (pos != 0);
}
int do_read(int fd, signed char priority, _Bool again, unsigned short flags) { return fd + priority + again + flags; }
long lonely(struct range range, enum mode mode) { return range.first + range.last + mode; }
int log_line(const char* format, ...) { return format != 0; }
int usb_open(unsigned int func, int minor) { return (int)func + minor; }
