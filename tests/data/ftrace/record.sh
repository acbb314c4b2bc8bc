#!/bin/sh
# Records the texts of this folder, as root, on a machine with tracefs and trace-cmd: what the kernel and trace-cmd print
# of the same buffer.
#
#   trace.txt.gz     `trace` of tracefs, with the ids of processes
#   noirq.txt.gz     the same without flags
#   latency.txt.gz   the same as the option latency-format prints it
#   report.txt.gz    `trace-cmd report -N -t` of the buffer, extracted to a trace.dat
#   report-l.txt.gz  `trace-cmd report -t -l` of it, by its plugins
#   verbose.txt.gz   `trace` with the options latency-format and verbose, of another buffer
#   plain.txt.gz     `trace` of that one
set -e
out=$(cd "$(dirname "$0")" && pwd)
tracing=/sys/kernel/tracing/instances/tptext
mkdir -p $tracing
cd $tracing
echo 0 > tracing_on
echo > trace
echo 400 > buffer_size_kb
for event in sched/sched_switch sched/sched_waking sched/sched_wakeup sched/sched_wakeup_new sched/sched_migrate_task \
    sched/sched_process_fork sched/sched_process_exec sched/sched_process_exit irq/irq_handler_entry \
    irq/irq_handler_exit irq/softirq_entry irq/softirq_exit irq/softirq_raise task/task_newtask task/task_rename \
    timer/hrtimer_expire_entry timer/hrtimer_expire_exit; do
  echo 1 > events/$event/enable
done
echo 1 > options/record-tgid
echo 1 > tracing_on
sh -c 'echo "B|77|frame" > trace_marker; sleep 0.003; ls /usr/bin | head -50 | sort > /dev/null
       echo "E|77" > trace_marker; echo "C|77|depth|5" > trace_marker; printf "two\nlines" > trace_marker'
sleep 0.01
echo 0 > tracing_on
gzip -9 -n -c trace > "$out/trace.txt.gz"
echo 1 > options/latency-format
gzip -9 -n -c trace > "$out/latency.txt.gz"
echo 0 > options/latency-format
echo 0 > options/irq-info
gzip -9 -n -c trace > "$out/noirq.txt.gz"
trace-cmd extract -B tptext -o /tmp/text-trace.dat
trace-cmd report -N -t -i /tmp/text-trace.dat | gzip -9 -n > "$out/report.txt.gz"
trace-cmd report -t -l -i /tmp/text-trace.dat | gzip -9 -n > "$out/report-l.txt.gz"
tracing=/sys/kernel/tracing/instances/tpverbose
mkdir -p $tracing
cd $tracing
for event in sched/sched_switch sched/sched_waking irq/softirq_entry irq/softirq_exit syscalls/sys_enter_openat; do
  echo 1 > events/$event/enable
done
sh -c 'echo hello > trace_marker; sleep 0.003; ls /usr/bin | head -50 | sort > /dev/null'
echo 0 > tracing_on
gzip -9 -n -c trace > "$out/plain.txt.gz"
echo 1 > options/latency-format
echo 1 > options/verbose
gzip -9 -n -c trace > "$out/verbose.txt.gz"
cd /
rmdir $tracing
