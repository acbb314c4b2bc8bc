// The table of all questions that are asked of workers, and of the jobs that answer them. A new one is a kind and a row
// here; the question and its job are in files of their own.
#pragma once

#include <cstdint>
#include <memory>

namespace tp {

class Job;
class TraceReader;
class WireReader;

// The kinds, each with its request and its answer. One of each is under way at a time.
enum class JobKind : uint8_t {
  Calls,      // true and the request of Waits; or false, JoinedTimes, CallScope; when done, what CallsByTrace writes
  Stacks,     // true and the request of Waits; or false, JoinedTimes, StackSpec, StackPass, HeavyStacks for that
              // pass; when done, what StackCounts writes
  Callers,    // the same, inverted, of one function
  Callees,    // the same, of what one function calls
  CallTree,   // the same, for scripts
  CallTable,  // as Calls, for scripts
  Compared,   // as Calls, of one side of a comparison
  ComparedStacks,    // as Stacks, of one side of a comparison
  Gains,             // as Stacks, of what functions gain
  Find,              // FindScope; when done, the place
  Scheduling,        // SchedulingScope, LatencyFilter; when done, Scheduling
  ComparedThreads,   // the same, of one side of a comparison
  ComparedCalls,     // scope, function and time of a side; when done, the class of tracks and TimedDurations
  ComparedSlices,    // as Slices, of one side of a comparison
  ComparedSoftirqs,  // as Softirqs, of one side of a comparison
  Waits,             // false, SchedulingScope; when done, WaitLanes. Or true, UserWaits; when done, UserCalls
  Softirqs,          // SchedulingScope; when done, the rows of SoftirqWaits
  CpuWork,           // CpuWorkScope; when done, the rows of CpuWork, and the time that was not recorded
  Plot,              // PlotSpec; with each part of the answer, the number of lanes and each PlotLane
  Rows,              // RowsRequest; how many rows come before, and rows
  Filter,            // RowQuery, bound and worker number; the rows that it matches, for the event table
  Search,            // the same, for a search in the whole trace
  Offset,            // FileOffset; when done, OffsetPlace
  Slices,            // SlicesRequest; what is listed so far, then the words of the rows
  Durations,         // the same, for a plot of durations
  FirstCall,         // the same, for the first call of a function in one of joined traces
  Export,            // whether this worker has to do it, ExportRequest; parts of the file
  Report,            // whether this worker has to do it, ReportRequest; parts of the page, then ReportEnd
  Sources,           // nothing; when done, files and the lines of functions in them
  FieldNames,        // nothing; when done, the fields of some records
  Units,             // nothing; DecodedFacts, then each unit with its numbers and its UnitIndex
  Count,
};

// Makes a job from its request. Returns null if the request is invalid. `reader` must outlive the job.
using MakeJob = std::unique_ptr<Job>(JobKind kind, WireReader& request, TraceReader& reader);

MakeJob makeCallsJob, makeStacksJob, makeFindJob, makeSchedulingJob, makeWaitsJob, makeSoftirqsJob, makeCpuWorkJob,
    makePlotJob, makeRowsJob, makeSearchJob, makeOffsetJob, makeSlicesJob, makeExportJob, makeReportJob, makeSourcesJob,
    makeFieldNamesJob, makeTimedCallsJob, makeUnitsJob;

struct JobRow {
  JobKind kind;
  MakeJob* make;
};

// In the order of the kinds.
inline constexpr JobRow kJobs[] = {
    {JobKind::Calls, makeCallsJob},
    {JobKind::Stacks, makeStacksJob},
    {JobKind::Callers, makeStacksJob},
    {JobKind::Callees, makeStacksJob},
    {JobKind::CallTree, makeStacksJob},
    {JobKind::CallTable, makeCallsJob},
    {JobKind::Compared, makeCallsJob},
    {JobKind::ComparedStacks, makeStacksJob},
    {JobKind::Gains, makeStacksJob},
    {JobKind::Find, makeFindJob},
    {JobKind::Scheduling, makeSchedulingJob},
    {JobKind::ComparedThreads, makeSchedulingJob},
    {JobKind::ComparedCalls, makeTimedCallsJob},
    {JobKind::ComparedSlices, makeSlicesJob},
    {JobKind::ComparedSoftirqs, makeSoftirqsJob},
    {JobKind::Waits, makeWaitsJob},
    {JobKind::Softirqs, makeSoftirqsJob},
    {JobKind::CpuWork, makeCpuWorkJob},
    {JobKind::Plot, makePlotJob},
    {JobKind::Rows, makeRowsJob},
    {JobKind::Filter, makeSearchJob},
    {JobKind::Search, makeSearchJob},
    {JobKind::Offset, makeOffsetJob},
    {JobKind::Slices, makeSlicesJob},
    {JobKind::Durations, makeSlicesJob},
    {JobKind::FirstCall, makeSlicesJob},
    {JobKind::Export, makeExportJob},
    {JobKind::Report, makeReportJob},
    {JobKind::Sources, makeSourcesJob},
    {JobKind::FieldNames, makeFieldNamesJob},
    {JobKind::Units, makeUnitsJob},
};

}  // namespace tp
