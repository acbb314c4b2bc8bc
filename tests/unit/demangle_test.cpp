#include "core/trace/demangle.h"

#include <gtest/gtest.h>

namespace tp {
namespace {

TEST(Demangle, SimpleNamesAreThoseOfUftrace) {
  EXPECT_EQ(demangleSimple("main"), "main");
  EXPECT_EQ(demangleSimple("_ZN3geo5ShapeD1Ev"), "geo::Shape::~Shape");
  EXPECT_EQ(demangleSimple("_ZNSt6vectorIiSaIiEE9push_backEOi"), "std::vector::push_back");
  EXPECT_EQ(demangleSimple("_Znwm"), "operator new");
  EXPECT_EQ(demangleSimple("_ZdaPv"), "operator delete[]");
  EXPECT_EQ(demangleSimple("_ZNK3geo4PairltERKS0_"), "geo::Pair::operator<");
  EXPECT_EQ(demangleSimple("_ZNK3geo4PaircviEv"), "geo::Pair::operator(cast)");
  EXPECT_EQ(demangleSimple("_ZZ4mainENKUliE_clEi"), "main::$_0::operator()");
  EXPECT_EQ(demangleSimple("_ZN12_GLOBAL__N_13fooEv"), "_GLOBAL__N_1::foo");
}

TEST(Demangle, WhatIsNoMangledNameStaysAsItIs) {
  EXPECT_EQ(demangleSimple("_Znonsense"), "_Znonsense");
  EXPECT_EQ(demangleSimple(""), "");
  EXPECT_EQ(demangle("_ZN3geo5ShapeD1Ev"), "geo::Shape::~Shape()");
}

}  // namespace
}  // namespace tp
