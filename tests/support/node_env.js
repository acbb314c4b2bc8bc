// Google Test reads in its environment which part of the tests it runs; Emscripten passes on nothing of Node's.
Module.preRun = () => {
  for (const [name, value] of Object.entries(process.env)) if (name.startsWith('GTEST_')) ENV[name] = value;
};
