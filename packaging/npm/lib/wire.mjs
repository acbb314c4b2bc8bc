// The messages of a question in SQL, as core/session/sql/sql_messages.h lays them out: little endian, texts and lists
// behind their number of bytes or elements.

export const Stage = {Done: 4, Cut: 5, Failed: 6};
const LEAST = -(1n << 63n);
const MOST = (1n << 63n) - 1n;

// Returns the bytes of a SqlRequest.
export function request({id, text = '', rowLimit = 0, parquet = false, table = '', from = LEAST, to = MOST}) {
  const [words, name] = [Buffer.from(text), Buffer.from(table)];
  const numbers = (size, write) => {
    const bytes = Buffer.alloc(size);
    write(bytes);
    return bytes;
  };
  const number = (value) => numbers(4, (bytes) => bytes.writeUInt32LE(value));
  return Buffer.concat([
    number(id), number(words.length), words, number(rowLimit), Buffer.from([parquet ? 1 : 0]), number(name.length), name,
    numbers(8, (bytes) => bytes.writeBigInt64LE(BigInt(from))), numbers(8, (bytes) => bytes.writeBigInt64LE(BigInt(to))),
  ]);
}

// What JavaScript can't tell exactly as a number is a BigInt.
function exact(value) {
  return value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
}

// Reads a SqlReply: `rows` are lists of cells. With `raw`, texts are bytes.
export function reply(message, raw = false) {
  const bytes = Buffer.from(message.buffer, message.byteOffset, message.byteLength);
  let at = 0;
  const take = (size, read) => {
    const value = read(at);
    at += size;
    return value;
  };
  const byte = () => take(1, (offset) => bytes.readUInt8(offset));
  const number = () => take(4, (offset) => bytes.readUInt32LE(offset));
  const real = () => take(8, (offset) => bytes.readDoubleLE(offset));
  const long = () => take(8, (offset) => bytes.readBigInt64LE(offset));
  const data = () => {
    const size = number();
    return take(size, (offset) => bytes.subarray(offset, offset + size));
  };
  const text = () => data().toString('utf8');
  const cells = [() => null, () => exact(long()), real, raw ? data : text];
  const out = {id: number(), stage: byte(), share: real(), read: Number(long()), seconds: real(), columnCount: number()};
  out.columns = Array.from({length: number()}, text);
  out.error = text();
  out.offset = byte() ? Number(long()) : null;
  out.remark = text();
  out.rows = Array.from({length: number()}, () => Array.from({length: out.columnCount}, () => cells[byte()]()));
  return out;
}
