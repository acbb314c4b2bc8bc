/** A cell of a result. An integer that a number can't tell exactly is a bigint. */
export type Cell = null | number | bigint | string;

export interface Result {
  columns: string[];
  rows: Cell[][];
  /** Whether there are more rows than these. */
  cut: boolean;
  /** What is to be known of the rows, if there is something. */
  remark: string;
}

export interface QueryOptions {
  /** So many rows at most; 0: all of them. */
  limit?: number;
  /** Ends the question; the next one opens the trace once more. */
  signal?: AbortSignal;
}

/** An open trace. Questions are answered one after the other, in a thread of their own, which reads the files by ranges. */
export class Trace {
  private constructor();
  /** The files of the trace, by their paths. */
  readonly files: {path: string; size: number}[];
  /** What the table `metadata` says: format, clock and others. A name that is there several times has a list. */
  info(): Promise<Record<string, Cell | Cell[]>>;
  /** Answers a question in SQL, as `tracepane query` does. */
  query(sql: string, options?: QueryOptions): Promise<Result>;
  /** The rows of a question as text: CSV with a line of names, a list in JSON, or an object in each line. */
  text(sql: string, options?: QueryOptions & {format?: 'csv' | 'json' | 'jsonl'}): Promise<string>;
  /** A table as the bytes of a Parquet file; `from` and `to` are in units of the trace's clock, both inclusive. */
  parquet(table: string, options?: {from?: bigint | number; to?: bigint | number; signal?: AbortSignal}): Promise<Uint8Array>;
  /** Must be called when the trace is not needed any more, else its files stay open. */
  close(): Promise<void>;
}

/** Opens a trace: the path of a file or a directory, or several, which are laid on one axis. Fails if none is recognised. */
export function open(traces: string | string[]): Promise<Trace>;
