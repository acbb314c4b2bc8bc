// Reads Parquet files by DuckDB and by hyparquet, for tests/tools/test_parquet.py, which says on standard input what it
// wants: [{reader: 'duckdb', file, rows}, {reader: 'hyparquet', file, rows}, {reader: 'duckdb', sql}]. Rows go to the
// file `rows` as JSON, an object a line; the rows of `sql` are printed, a list for each.
import {writeFileSync} from 'node:fs';
import {text} from 'node:stream/consumers';

import {DuckDBInstance} from '@duckdb/node-api';
import {asyncBufferFromFile, parquetReadObjects} from 'hyparquet';

const quoted = name => `'${name.replaceAll('\'', '\'\'')}'`;

// JSON of scripts has no integers beyond 2^53: these are texts.
const exact = (key, value) => typeof value === 'bigint' ? String(value) : value;

const database = await DuckDBInstance.create(':memory:');
const connection = await database.connect();
const answers = [];
for (const {reader, file, rows, sql} of JSON.parse(await text(process.stdin))) {
  if (sql) {
    answers.push((await connection.runAndReadAll(sql)).getRowsJson());
  } else if (reader === 'duckdb') {
    await connection.run(`COPY (SELECT * FROM read_parquet(${quoted(file)}, hive_partitioning = false)) TO ${quoted(rows)} (FORMAT json)`);
  } else {
    const read = await parquetReadObjects({file: await asyncBufferFromFile(file)});
    writeFileSync(rows, read.map(row => JSON.stringify(row, exact) + '\n').join(''));
  }
}
console.log(JSON.stringify(answers));
connection.closeSync();
