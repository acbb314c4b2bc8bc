// Rows as text: CSV (RFC 4180), JSON or JSON lines.

function csvCell(value) {
  if (value === null) return '';
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function jsonCell(value) {
  return typeof value === 'bigint' ? String(value) : JSON.stringify(value);
}

const jsonRow = (columns, row) => `{${row.map((value, i) => `${JSON.stringify(columns[i])}:${jsonCell(value)}`).join(',')}}`;

const WAYS = {
  csv: ({columns, rows}) => [columns, ...rows].map((row) => `${row.map(csvCell).join(',')}\n`).join(''),
  jsonl: ({columns, rows}) => rows.map((row) => `${jsonRow(columns, row)}\n`).join(''),
  json: ({columns, rows}) => `[\n${rows.map((row) => ` ${jsonRow(columns, row)}`).join(',\n')}\n]\n`,
};

export function textOf(result, format) {
  if (!Object.hasOwn(WAYS, format)) throw new Error(`there is no format "${format}": csv, json or jsonl`);
  return WAYS[format](result);
}
