// The functions that print formats of the kernel call, in formats as a kernel 6.18 gives them below events/.
#include <gtest/gtest.h>

#include <cstring>

#include "core/kernel/print_text.h"

namespace tp::kernel {
namespace {

constexpr std::string_view kAddresses =
    "ffffffff81000000 T _stext\nffffffff81001000 T vfs_read\nffffffff82000000 T _etext\n";

// The text of a record of an event with these fields: "u32 flags:8:4:0" is a u32 at offset 8, of 4 bytes, unsigned.
std::string printed(const std::vector<std::string>& fields, const std::string& print, const std::string& record,
                    Endian endian = Endian::Little) {
  std::string text = "name: a\nID: 1\nformat:\n";
  for (const std::string& field : fields) {
    const size_t a = field.find(':'), b = field.find(':', a + 1), c = field.find(':', b + 1);
    text += "\tfield:" + field.substr(0, a) + ";\toffset:" + field.substr(a + 1, b - a - 1) +
            ";\tsize:" + field.substr(b + 1, c - b - 1) + ";\tsigned:" + field.substr(c + 1) + ";\n";
  }
  const EventFormat format = parseEventFormat("system", text + "\nprint fmt: " + print + "\n");
  const PrintProgram program = compilePrint(format);
  const std::string kallsyms(kAddresses);
  KernelSymbols symbols(kallsyms);
  PrintContext context;
  context.endian = endian;
  context.symbols = &symbols;
  std::string out;
  if (program.ok)
    appendPrint(out, program, {reinterpret_cast<const std::byte*>(record.data()), record.size()}, context);
  return out;
}

template <class T>
std::string bytesOf(T value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

// The place of a dynamic array: its offset, and its size.
std::string at(uint16_t offset, size_t size) {
  return bytesOf(offset) + bytesOf(static_cast<uint16_t>(size));
}

TEST(PrintHelpers, FlagsHaveTheBitsOfTheirType) {
  const std::string print =
      R"("f=%s", __print_flags(REC->f, "|", { 1, "A" }, { 2, "B" }, { (1 << 31), "TOP" }, { (1UL << 40), "HI" }))";
  EXPECT_EQ(printed({"int f:0:4:1"}, print, bytesOf(int32_t{-2147483647})), "f=A|TOP");
  EXPECT_EQ(printed({"int f:0:4:1"}, print, bytesOf(int32_t{-1})), "f=A|B|TOP|0x7ffffffc");
  EXPECT_EQ(printed({"u32 f:0:4:0"}, print, bytesOf(0x80000000u)), "f=TOP");
  EXPECT_EQ(printed({"s16 f:0:2:1"}, print, bytesOf(int16_t{-32768})), "f=0x8000");
  EXPECT_EQ(printed({"u64 f:0:8:0"}, print, bytesOf(uint64_t{1} << 40 | 4)), "f=HI|0x4");
}

// xfs:xfs_exchrange_prep
TEST(PrintHelpers, TheUppermostFlagIsPrintedWhereItIsSet) {
  const std::string print = R"("flags %s", __print_flags(REC->flags, "|", { (1ULL << 0), "DRY_RUN" }, )"
                            R"({ (1ULL << 63), "CMTIME1" }, { (1ULL << 62), "CMTIME2" }))";
  EXPECT_EQ(printed({"__u64 flags:0:8:0"}, print, bytesOf(uint64_t{0})), "flags ");
  EXPECT_EQ(printed({"__u64 flags:0:8:0"}, print, bytesOf(uint64_t{1} << 63)), "flags CMTIME1");
}

// The kernel compares the number with its sign; what it does not name has the bits of its type.
TEST(PrintHelpers, NegativeValuesHaveNames) {
  const std::string print = R"("%s", __print_symbolic(REC->s, { -1, "RPM_INVALID" }, { -6ULL, "TREE_LOG" }))";
  EXPECT_EQ(printed({"int s:0:4:1"}, print, bytesOf(int32_t{-1})), "RPM_INVALID");
  EXPECT_EQ(printed({"int s:0:4:1"}, print, bytesOf(int32_t{-2})), "0xfffffffe");
  EXPECT_EQ(printed({"u32 s:0:4:0"}, print, bytesOf(~0u)), "0xffffffff");
  EXPECT_EQ(printed({"u64 s:0:8:0"}, print, bytesOf(~uint64_t{5})), "TREE_LOG");
  // kvm:kvm_inj_exception
  EXPECT_EQ(printed({"u32 s:0:4:0"}, R"("%s", __print_symbolic(REC->s, { }))", bytesOf(5u)), "0x5");
}

// xfs:xfs_ail_delete and iomap:iomap_iter
TEST(PrintHelpers, ANameInBracketsBeforeAnOperandIsACast) {
  EXPECT_EQ(printed({"xfs_lsn_t lsn:0:8:1"}, R"("lsn %d/%d", ((uint)((REC->lsn)>>32)), ((uint)(REC->lsn)))",
                    bytesOf(int64_t{7} << 32 | 9)),
            "lsn 7/9");
  EXPECT_EQ(printed({"int flags:0:4:1"},
                    R"("%s", __print_flags(REC->flags, "|", { (( int)(( __kernel_rwf_t)0x00000001)), "HIPRI" }, )"
                    R"({ (1 << 16), "EVENTFD" }))",
                    bytesOf(0x10001)),
            "HIPRI|EVENTFD");
  EXPECT_EQ(printed({"int v:0:4:1"}, R"("%d %d", (some_t)(REC->v), (other_t)REC->v - 1)", bytesOf(5)), "5 4");
  EXPECT_EQ(printed({"int v:0:4:1"}, R"("%lu %u", (ulong)REC->v, (u8)(uint)REC->v)", bytesOf(-1)),
            "18446744073709551615 255");
}

// The kernel writes min() in the format of dma:dma_map_sg in this way.
TEST(PrintHelpers, BlocksOfStatementsHaveTheValueOfTheirLast) {
  const std::string print =
      R"("nents=%d/%d", ({ int __UNIQUE_ID_x_921 = (REC->n); int __UNIQUE_ID_y_922 = (128); )"
      R"(((__UNIQUE_ID_x_921) < (__UNIQUE_ID_y_922) ? (__UNIQUE_ID_x_921) : (__UNIQUE_ID_y_922)); }), REC->n)";
  EXPECT_EQ(printed({"int n:0:4:1"}, print, bytesOf(7)), "nents=7/7");
  EXPECT_EQ(printed({"int n:0:4:1"}, print, bytesOf(300)), "nents=128/300");
}

// kvmmmu:kvm_mmu_get_page: the fields that a block names stand for it.
TEST(PrintHelpers, WhatABlockCallsIsNotKnown) {
  EXPECT_EQ(printed({"u32 role:0:4:0", "bool created:4:1:0"},
                    R"("%s %s", ({ const char *saved_ptr = trace_seq_buffer_ptr(p); union kvm_mmu_page_role role; )"
                    R"(role.word = REC->role; trace_seq_printf(p, "l%u", role.level); saved_ptr; }), )"
                    R"(REC->created ? "new" : "existing")",
                    bytesOf(3u) + '\1'),
            "{role=3} new");
}

TEST(PrintHelpers, DynamicArraysAndSeconds) {
  const std::string bytes = at(4, 3) + std::string("\1\2\xab");
  EXPECT_EQ(printed({"__data_loc u8[] v_data:0:4:0"}, R"("%s", __print_dynamic_array(v_data, sizeof(u8)))", bytes),
            "{0x1,0x2,0xab}");
  const std::string shorts = at(4, 4) + bytesOf(uint16_t{1}) + bytesOf(uint16_t{0x102});
  EXPECT_EQ(printed({"__data_loc u16[] d:0:4:0"}, R"("%s", __print_dynamic_array(d, sizeof(u16)))", shorts),
            "{0x1,0x102}");
  EXPECT_EQ(printed({"u64 ns:0:8:0"}, R"("[%llu.%09u]", __print_ns_to_secs(REC->ns), __print_ns_without_secs(REC->ns))",
                    bytesOf(uint64_t{12345678901})),
            "[12.345678901]");
}

// Source: trace_event_raw_event_synth's output in kernel/trace/trace_events_synth.c.
TEST(PrintHelpers, StacksOfSyntheticEvents) {
  const std::string bytes =
      at(4, 24) + bytesOf(uint64_t{0xffffffff81001004}) + bytesOf(uint64_t{0x10}) + bytesOf(uint64_t{0});
  EXPECT_EQ(printed({"__data_loc unsigned long[] stack:0:4:0"}, R"("stack=%s", __get_stacktrace(stack))", bytes),
            "stack=STACK:\n=> vfs_read+0x4\n=> 0x10\n");
}

// sunrpc:svc_xprt_create_err; the format of lib/vsprintf.c, and what it prints of another family.
TEST(PrintHelpers, AddressesOfSockets) {
  const std::string print = R"("addr=%pISpc", ((struct sockaddr *)__get_dynamic_array(addr)))";
  const std::string get = R"("addr=%pISpc", __get_sockaddr(addr))";
  const std::string v4 = at(4, 8) + std::string("\2\0\x8\1\xa\1\2\3", 8);
  for (const std::string& one : {print, get})
    EXPECT_EQ(printed({"__data_loc u8[] addr:0:4:0"}, one, v4), "addr=10.1.2.3:2049");
  std::string v6("\xa\0\x8\1\0\0\0\0\x20\1\xd\xb8\0\0\0\0\0\0\0\0\0\0\0\1\0\0\0\0", 28);
  EXPECT_EQ(printed({"__data_loc u8[] addr:0:4:0"}, get, at(4, 28) + v6), "addr=[2001:db8::1]:2049");
  EXPECT_EQ(printed({"__rel_loc u8[] addr:0:4:0"}, R"("%pIS", __get_rel_sockaddr(addr))", at(0, 28) + v6),
            "2001:0db8:0000:0000:0000:0000:0000:0001");
  EXPECT_EQ(printed({"__u8 addr[28]:0:28:0"}, R"("%pISpc", REC->addr)", std::string(28, '\0')), "(einval)");
  std::string big = v4.substr(4);
  std::swap(big[0], big[1]);
  EXPECT_EQ(printed({"__u8 addr[8]:0:8:0"}, R"("%pISpc", REC->addr)", big, Endian::Big), "10.1.2.3:2049");
}

TEST(PrintHelpers, Masks) {
  const auto mask = [](uint64_t bits) { return at(4, 8) + bytesOf(bits); };
  const std::vector<std::string> field = {"__data_loc unsigned long[] mask:0:4:0"};
  EXPECT_EQ(printed(field, R"("%s", __get_bitmask(mask))", mask(1)), "00000000,00000001");
  EXPECT_EQ(printed(field, R"("%s", __get_bitmask(mask))", mask(uint64_t{1} << 63)), "80000000,00000000");
  // ipi:ipi_send_cpumask
  EXPECT_EQ(printed({"__data_loc cpumask_t mask:0:4:0"}, R"("cpumask=%s", __get_cpumask(mask))", mask(0xf0fb)),
            "cpumask=0-1,3-7,12-15");
  const std::vector<std::string> array = {"unsigned long mask[1]:0:8:0"};
  const std::string bits = bytesOf(uint64_t{0xf0fb});
  EXPECT_EQ(printed(array, R"("%*pbl %*pb", 64, REC->mask, 12, REC->mask)", bits), "0-1,3-7,12-15 0fb");
  // sched:sched_skip_cpuset_numa: a mask of more bits than a text is wide.
  std::string nodes(128, '\0');
  nodes[127] = '\x80';
  EXPECT_EQ(printed({"unsigned long mem_allowed[16]:0:128:0"}, R"("%*pbl", (1 << 10), REC->mem_allowed)", nodes),
            "1023");
  const std::string big("\0\0\0\1\0\0\0\2", 8);
  EXPECT_EQ(printed(array, R"("%*pbl %*pb", 64, REC->mask, 64, REC->mask)", big, Endian::Big),
            "1,32 00000001,00000002");
}

TEST(PrintHelpers, BytesOfWidthZeroAreNone) {
  const std::vector<std::string> fields = {"u8 len:0:1:0", "u8 data[4]:1:4:0"};
  EXPECT_EQ(printed(fields, R"("[%*ph]", REC->len, REC->data)", std::string("\0VWXY", 5)), "[]");
  EXPECT_EQ(printed(fields, R"("[%*ph]", REC->len, REC->data)", "\2VWXY"), "[56 57]");
  EXPECT_EQ(printed(fields, R"("[%ph]", REC->data)", "\2VWXY"), "[56]");
}

// Source: hex_dump_to_buffer() in lib/hexdump.c.
TEST(PrintHelpers, HexDumps) {
  const std::string bytes = at(4, 20) + "0123456789abcdefghij";
  const std::vector<std::string> field = {"__data_loc u8[] buf:0:4:0"};
  EXPECT_EQ(printed(field,
                    R"("Data:%s", __print_hex_dump("", DUMP_PREFIX_OFFSET, 16, 1, )"
                    R"(__get_dynamic_array(buf), __get_dynamic_array_len(buf), false))",
                    bytes),
            "Data:\n00000000: 30 31 32 33 34 35 36 37 38 39 61 62 63 64 65 66\n00000010: 67 68 69 6a\n");
  EXPECT_EQ(printed(field, R"("%s", __print_hex_dump("> ", 0, 16, 4, __get_dynamic_array(buf), 20, true))", bytes),
            "\n> 33323130 37363534 62613938 66656463  0123456789abcdef\n> 6a696867                             ghij\n");
}

// ras:mc_event
TEST(PrintHelpers, ErrorsOfMemory) {
  EXPECT_EQ(
      printed({"unsigned int error_type:0:4:0"}, R"("%s error", mc_event_error_type(REC->error_type))", bytesOf(1u)),
      "Uncorrected error");
}

TEST(PrintHelpers, ShiftsByMoreThanTheWidthAreThoseOfTheProcessor) {
  EXPECT_EQ(printed({"u8 n:0:1:0"}, R"("%x %llx", 1 << REC->n, 1ULL << REC->n)", "\xff"), "80000000 8000000000000000");
}

TEST(PrintHelpers, Escapes) {
  EXPECT_EQ(printed({"u8 n:0:1:0"}, R"("\x41\102\011%u\\\"", REC->n)", "\1"), "AB\t1\\\"");
}

}  // namespace
}  // namespace tp::kernel
