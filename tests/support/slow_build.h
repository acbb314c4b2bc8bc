// Builds in which tests take many times as long: those with sanitizers, and WebAssembly.
#pragma once

namespace tp::test {

// Tests that do one thing many times over do a part of it in such a build.
#if defined(__EMSCRIPTEN__)
inline constexpr bool kWebAssembly = true;
#else
inline constexpr bool kWebAssembly = false;
#endif
#if defined(TP_SANITIZED) || defined(__EMSCRIPTEN__)
inline constexpr bool kSlowBuild = true;
#else
inline constexpr bool kSlowBuild = false;
#endif

}  // namespace tp::test
