// Google Test reads in its environment which part of the tests it runs; Emscripten passes on nothing of Node's. What
// shortens the script understands no destructuring.
Module.preRun = function() {
  Object.keys(process.env).forEach(function(name) {
    if (name.startsWith('GTEST_')) ENV[name] = process.env[name];
  });
};
