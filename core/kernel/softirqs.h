// The softirqs of Linux.
#pragma once

#include <algorithm>
#include <iterator>
#include <string_view>

namespace tp::kernel {

// Their names, by number. Source: include/linux/interrupt.h, show_softirq_name() of include/trace/events/irq.h.
inline constexpr std::string_view kSoftirqNames[] = {"HI",       "TIMER",   "NET_TX", "NET_RX",  "BLOCK",
                                                     "IRQ_POLL", "TASKLET", "SCHED",  "HRTIMER", "RCU"};
// The functions that the kernel gives open_softirq(), which LTTng names in their place.
inline constexpr std::string_view kSoftirqFunctions[] = {
    "tasklet_hi_action",   "run_timer_softirq",     "net_tx_action",  "net_rx_action",         "blk_done_softirq",
    "blk_iopoll_softirq",  "irq_poll_softirq",      "tasklet_action", "run_rebalance_domains", "run_hrtimer_softirq",
    "hrtimer_run_softirq", "rcu_process_callbacks", "rcu_core_si"};

// What a softirq is called whose trace tells its number only, which is behind it.
inline constexpr std::string_view kSoftirqNumber = "softirq ";

// Whether this is the name of a softirq, its number, or the function that handles it; other interrupts have the names
// of their handlers.
constexpr bool isSoftirq(std::string_view name) {
  const auto has = [name](const auto& names) {
    return std::find(std::begin(names), std::end(names), name) != std::end(names);
  };
  return name.starts_with(kSoftirqNumber) || has(kSoftirqNames) || has(kSoftirqFunctions);
}

}  // namespace tp::kernel
