#include "core/formats/tracecmd/interrupts.h"

#include <iterator>

#include "core/kernel/open_rows.h"
#include "core/kernel/softirqs.h"

namespace tp::tracecmd {
namespace {

// The record has the address of a text that printk_formats has (ipi_types[] in arch/arm64/kernel/smp.c).
std::string_view reasonOf(const Event& event, Bytes data, const kernel::PrintContext& context) {
  const kernel::Field& field = *event.handler;
  if (field.form != kernel::Field::Form::Number) return fieldText(field, data, context.endian);
  if (context.printk == nullptr) return {};
  const auto found = context.printk->find(static_cast<uint64_t>(fieldNumber(field, data, context.endian)));
  return found != context.printk->end() ? std::string_view(found->second) : std::string_view();
}

}  // namespace

bool interruptEdge(const Event& event, Bytes data, const kernel::PrintContext& context, NameTable& names,
                   InterruptEdge& out) {
  const Endian endian = context.endian;
  const bool softirq = event.meaning == Meaning::SoftirqEntry || event.meaning == Meaning::SoftirqExit;
  out.context = softirq ? WakeContext::Softirq : WakeContext::Irq;
  out.name = kNoName;
  switch (event.meaning) {
    case Meaning::IrqEntry: {
      out.begins = true;
      // A handler without a name is called by what it is.
      const std::string_view handler = fieldText(*event.handler, data, endian);
      out.name = names.intern(handler.empty() ? "irq" : handler);
      return true;
    }
    case Meaning::VectorEntry:
      out.begins = true;
      out.name = event.slice;
      return true;
    case Meaning::SoftirqEntry: {
      out.begins = true;
      const auto vector = static_cast<uint64_t>(fieldNumber(*event.vector, data, endian));
      out.name = names.intern(vector < std::size(kernel::kSoftirqNames) ? kernel::kSoftirqNames[vector] : "softirq");
      return true;
    }
    case Meaning::IpiEntry: {
      out.begins = true;
      const std::string_view reason = reasonOf(event, data, context);
      out.name = names.intern(reason.empty() ? "ipi" : reason);
      return true;
    }
    case Meaning::IrqExit:
    case Meaning::VectorExit:
    case Meaning::IpiExit:
    case Meaning::SoftirqExit:
      out.begins = false;
      return true;
    default:
      return false;
  }
}

uint16_t rowOf(WakeContext context) {
  return context == WakeContext::Irq ? kernel::kIrqRow : kernel::kSoftirqRow;
}

}  // namespace tp::tracecmd
