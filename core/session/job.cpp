#include "core/session/job.h"

#include "core/session/calls/calls_job.h"
#include "core/session/export/export_job.h"
#include "core/session/fields/field_names_job.h"
#include "core/session/find/find_job.h"
#include "core/session/places/offset_job.h"
#include "core/session/plot/plot_job.h"
#include "core/session/report/report_job.h"
#include "core/session/rows/rows_job.h"
#include "core/session/scheduling/cpu_work_job.h"
#include "core/session/scheduling/scheduling_job.h"
#include "core/session/search/search_job.h"
#include "core/session/slices/slices_job.h"
#include "core/session/sources/sources_job.h"
#include "core/session/stacks/stacks_job.h"

namespace tp {

std::unique_ptr<Job> makeJob(JobKind kind, WireReader& request, TraceReader& reader) {
  switch (kind) {
    case JobKind::Calls:
    case JobKind::CallTable:
      return std::make_unique<CallsJob>(request.read<CallScope>(), reader);
    case JobKind::Stacks:
    case JobKind::Callers:
    case JobKind::Callees:
    case JobKind::CallTree:
      return std::make_unique<StacksJob>(request, reader);
    case JobKind::Export:
      return std::make_unique<ExportJob>(request.read<std::optional<ExportRequest>>());
    case JobKind::Report:
      return std::make_unique<ReportJob>(request.read<std::optional<ReportRequest>>());
    case JobKind::Find:
      return std::make_unique<FindJob>(request.read<FindScope>());
    case JobKind::Offset:
      return std::make_unique<OffsetJob>(request.read<FileOffset>());
    case JobKind::Scheduling:
      return makeSchedulingJob(request, reader);
    case JobKind::CpuWork:
      return std::make_unique<CpuWorkJob>(request.read<CpuWorkScope>(), reader);
    case JobKind::Plot:
      return std::make_unique<PlotJob>(request.read<PlotSpec>(), reader);
    case JobKind::Rows:
      return std::make_unique<RowsJob>(request.read<RowsRequest>());
    case JobKind::Sources:
      return std::make_unique<SourcesJob>();
    case JobKind::FieldNames:
      return std::make_unique<FieldNamesJob>();
    case JobKind::Slices:
    case JobKind::Durations:
      return makeSlicesJob(request, reader);
    case JobKind::Filter:
    case JobKind::Search:
      return makeSearchJob(kind, request, reader);
    case JobKind::Count:
      break;
  }
  return nullptr;
}

}  // namespace tp
