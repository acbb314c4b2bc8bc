#include "core/kernel/print_types.h"

#include <utility>

namespace tp::kernel {
namespace {

// Marks types that are as long as the kernel's long.
constexpr uint8_t kLong = 16;

}  // namespace

uint8_t typeSize(std::string_view name, uint8_t longSize) {
  static constexpr std::pair<std::string_view, uint8_t> kTypes[] = {{"char", 1},
                                                                    {"u8", 1},
                                                                    {"s8", 1},
                                                                    {"__u8", 1},
                                                                    {"__s8", 1},
                                                                    {"uint8_t", 1},
                                                                    {"int8_t", 1},
                                                                    {"bool", 1},
                                                                    {"_Bool", 1},
                                                                    {"short", 2},
                                                                    {"u16", 2},
                                                                    {"s16", 2},
                                                                    {"__u16", 2},
                                                                    {"__s16", 2},
                                                                    {"uint16_t", 2},
                                                                    {"int16_t", 2},
                                                                    {"__le16", 2},
                                                                    {"__be16", 2},
                                                                    {"int", 4},
                                                                    {"u32", 4},
                                                                    {"s32", 4},
                                                                    {"__u32", 4},
                                                                    {"__s32", 4},
                                                                    {"uint32_t", 4},
                                                                    {"int32_t", 4},
                                                                    {"__le32", 4},
                                                                    {"__be32", 4},
                                                                    {"unsigned", 4},
                                                                    {"signed", 4},
                                                                    {"pid_t", 4},
                                                                    {"dev_t", 4},
                                                                    {"gfp_t", 4},
                                                                    {"umode_t", 2},
                                                                    {"long", kLong},
                                                                    {"u64", 8},
                                                                    {"s64", 8},
                                                                    {"__u64", 8},
                                                                    {"__s64", 8},
                                                                    {"uint64_t", 8},
                                                                    {"int64_t", 8},
                                                                    {"__le64", 8},
                                                                    {"__be64", 8},
                                                                    {"size_t", kLong},
                                                                    {"ssize_t", kLong},
                                                                    {"loff_t", 8},
                                                                    {"sector_t", 8},
                                                                    {"ino_t", kLong},
                                                                    {"void", kLong},
                                                                    {"uintptr_t", kLong},
                                                                    {"ktime_t", 8},
                                                                    {"time64_t", 8},
                                                                    {"phys_addr_t", 8},
                                                                    {"dma_addr_t", 8},
                                                                    {"blk_opf_t", 4},
                                                                    {"uid_t", 4},
                                                                    {"gid_t", 4},
                                                                    {"const", 4},
                                                                    {"struct", kLong},
                                                                    {"enum", 4},
                                                                    {"union", kLong},
                                                                    {"xfs_agnumber_t", 4},
                                                                    {"ptrdiff_t", kLong}};
  for (const auto& [word, size] : kTypes)
    if (word == name) return size == kLong ? longSize : size;
  return 0;
}

}  // namespace tp::kernel
