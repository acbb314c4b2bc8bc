// median(X), percentile(X, P) and stddev(X), which SQLite does not have by itself.
#pragma once

struct sqlite3;

namespace tp {

// Adds the aggregates to the connection. What they keep of a group, eight bytes a number, is SQLite's memory, and
// bounded as all of that is. Returns a code of SQLite.
//   percentile(X, P)  the value below which P of 100 of the numbers are, interpolated between neighbours; P is a number
//                     from 0 to 100, the same for the group. NULL of none. NULLs are left out, texts are an error.
//   median(X)         percentile(X, 50)
//   stddev(X)         the standard deviation of a sample; NULL of less than two numbers
int addPercentiles(sqlite3* connection);

}  // namespace tp
