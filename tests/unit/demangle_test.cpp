#include "core/text/demangle.h"

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

TEST(Demangle, OperatorsBeforeTemplateArguments) {
  EXPECT_EQ(demangleSimple("_ZStltIcSt11char_traitsIcESaIcEEbRKNSt7__cxx1112basic_stringIT_T0_T1_EESA_"),
            "std::operator<");
}

// As `uftrace replay` of version 0.13 has printed them, of a program with functions of these names.
TEST(Demangle, ShortNamesOfTheStandardLibraryAreThoseOfUftrace) {
  constexpr std::pair<const char*, const char*> kNames[] = {
      {"_ZNSs4_Rep9_S_createEmmRKSaIcE", "std::basic_string<>::_Rep::_S_create"},
      {"_ZNSs6appendEPKcm", "std::basic_string<>::append"},
      {"_ZNSsC1EPKcRKSaIcE", "std::basic_string<>::basic_string<>"},
      {"_ZNSi4readEPcl", "std::basic_istream::read"},
      {"_ZNSo5flushEv", "std::basic_ostream::flush"},
      {"_ZNSolsEi", "std::basic_ostream::operator<<"},
      {"_ZNSdD0Ev", "std::basic_iostream::~basic_iostream"},
      {"_ZNSaIcEC1Ev", "std::allocator::allocator"},
      {"_ZNSbIwSt11char_traitsIwESaIwEE6assignERKS2_", "std::basic_string::assign"},
      {"_ZSt4endlIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_", "std::endl"},
      {"_ZNKSs4sizeEv", "std::basic_string<>::size"},
      {"_Z3fooSs", "foo"},
      {"_ZNSt6vectorISsSaISsEE9push_backERKSs", "std::vector::push_back"},
      {"_ZNSsD2Ev", "std::basic_string<>::~basic_string<>"},
      {"_ZNSirsERi", "std::basic_istream::operator>>"},
      {"_ZNSo6sentryC1ERSo", "std::basic_ostream::sentry::sentry"},
      {"_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc", "std::operator<<"},
      {"_ZNSsixEm", "std::basic_string<>::operator[]"},
      {"_ZNSspLEPKc", "std::basic_string<>::operator+="},
      {"_ZNSiC2Ev", "std::basic_istream::basic_istream"},
      {"_ZNSoD1Ev", "std::basic_ostream::~basic_ostream"},
      {"_ZNSdC1Ev", "std::basic_iostream::basic_iostream"},
      {"_ZNSaIcED2Ev", "std::allocator::~allocator"},
      {"_ZNSbIwSt11char_traitsIwESaIwEEC1Ev", "std::basic_string::basic_string"},
      {"_ZNSbIwSt11char_traitsIwESaIwEE4_Rep10_M_destroyERKSaIwE", "std::basic_string::_Rep::_M_destroy"},
      {"_ZNSs9_M_mutateEmmm", "std::basic_string<>::_M_mutate"},
      {"_ZNSaIwEC2ERKS_", "std::allocator::allocator"},
      {"_ZNKSt8ios_base7failure4whatEv", "std::ios_base::failure::what"},
      {"_ZNSt15basic_stringbufIcSt11char_traitsIcESaIcEE8overflowEi", "std::basic_stringbuf::overflow"},
      {"_ZNSs12_Alloc_hiderD2Ev", "std::basic_string<>::_Alloc_hider::~_Alloc_hider"},
      {"_ZNSs4_Rep20_S_empty_rep_storageE", "std::basic_string<>::_Rep::_S_empty_rep_storage"},
      {"_ZNSdaSEOSd", "std::basic_iostream::operator="},
      {"_ZNKSs7compareEPKc", "std::basic_string<>::compare"},
  };
  for (const auto& [mangled, name] : kNames) EXPECT_EQ(demangleSimple(mangled), name) << mangled;
}

// What the C++ runtimes of the two builds say differently, or one of them not at all.
TEST(Demangle, TheSameInBothBuilds) {
  EXPECT_EQ(demangleSimple("_ZlsIcEbT_S0_"), "operator<<");
  EXPECT_EQ(demangleSimple("_ZltIcEbT_S0_"), "operator<");
  EXPECT_EQ(demangleSimple("_ZSt7forwardIRKZ4mainEUliE_EOT_RNSt16remove_referenceIS3_E4typeE"), "std::forward");
  EXPECT_EQ(demangleSimple("_ZNSt8ios_base7failureB5cxx11C1EPKcRKSt10error_code"),
            "std::ios_base::failure[abi:cxx11]::failure");
  EXPECT_EQ(demangleSimple("_ZNSt8ios_base7failureB5cxx11D0Ev"), "std::ios_base::failure[abi:cxx11]::~failure");
  EXPECT_EQ(demangleSimple("_ZSt14__relocate_a_1IN3geo4PairIilEES2_ENSt9enable_ifIXsrSt24__is_bitwise_relocatableIT_vE5"
                           "valueEPS5_E4typeES7_S7_S7_RSaIT0_E"),
            "std::__relocate_a_1");
  EXPECT_EQ(demangleSimple("_Z1fIiEDTplfp_Li1EET_"), "f");
}

// Two functions that differ in their tag are two, and a literal's operator is told by its suffix.
TEST(Demangle, TagsAndSuffixesAreKept) {
  EXPECT_EQ(demangleSimple("_Z4madeB5cxx11v"), "made[abi:cxx11]");
  EXPECT_EQ(demangleSimple("_Z3twoB1aB1bv"), "two[abi:a][abi:b]");
  EXPECT_EQ(demangleSimple("_ZN3TagB2v2C1Ev"), "Tag[abi:v2]::Tag");
  EXPECT_EQ(demangleSimple("_ZN3TagB2v2D1Ev"), "Tag[abi:v2]::~Tag");
  EXPECT_EQ(demangleSimple("_ZN3TagB2v24makeEv"), "Tag[abi:v2]::make");
  EXPECT_EQ(demangleSimple("_ZN5OuterB2t15InnerC1Ev"), "Outer[abi:t1]::Inner::Inner");
  EXPECT_EQ(demangleSimple("_ZN2vvB2ns3inlEv"), "vv[abi:ns]::inl");
  EXPECT_EQ(demangleSimple("_ZN1uli3_kmEe"), "u::operator\"\"_km");
  EXPECT_EQ(demangleSimple("_ZN1uli2_sB5cxx11EPKcm"), "u::operator\"\"_s[abi:cxx11]");
  EXPECT_EQ(demangleSimple("_ZN1uli5_bitsIJLc49ELc48ELc49EEEEiv"), "u::operator\"\"_bits");
  EXPECT_EQ(demangleSimple("_Zli3_kmy"), "operator\"\"_km");
  EXPECT_EQ(simpleName("u::Km u::operator\"\"_km<int>(long double)"), "u::operator\"\"_km");
}

// As `uftrace replay` of version 0.13 has printed them, of a program with functions of these names.
TEST(Demangle, OperatorsOfEveryKind) {
  constexpr std::pair<const char*, const char*> kNames[] = {
      {"_ZNK1ScvbEv", "S::operator(cast)"},
      {"_ZNK1ScvPT_IlEEv", "S::operator(cast)"},
      {"_ZNK1ScvNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEEEv", "S::operator(cast)"},
      {"_ZN1SclEi", "S::operator()"},
      {"_ZN1SixEi", "S::operator[]"},
      {"_ZN1SptEv", "S::operator->"},
      {"_ZN1SpmEi", "S::operator->*"},
      {"_ZNK1SssEi", "S::operator<=>"},
      {"_ZN1SlSEi", "S::operator<<="},
      {"_ZN1ScmEi", "S::operator,"},
      {"_ZN1SaaEi", "S::operator&&"},
      {"_ZN1SadEv", "S::operator&"},
      {"_ZN1SdaEPv", "S::operator delete[]"},
      {"_ZN1WI1SEptEv", "W::operator->"},
      {"_ZN1WIiElsEi", "W::operator<<"},
      {"_ZN1WIiErsIPKcEERS0_T_", "W::operator>>"},
      {"_ZNK1WIiEltIdEEbT_", "W::operator<"},
      {"_ZNK1WI1SEcvS0_Ev", "W::operator(cast)"},
      {"_ZN1WIiEclIiEEiT_", "W::operator()"},
      {"_ZltIiEbRK1WIT_El", "operator<"},
      {"_ZlsIiER1WIT_ES3_PKc", "operator<<"},
      {"_ZZ4mainEN5LocalclEv", "main::Local::operator()"},
      {"_ZZ4mainEN5LocalcvlEv", "main::Local::operator(cast)"},
      {"_ZZ4mainENKUliE_cvPFiiEEv", "main::$_0::operator(cast)"},
      {"_ZZ4mainENUliE_4_FUNEi", "main::$_0::_FUN"},
  };
  for (const auto& [mangled, name] : kNames) EXPECT_EQ(demangleSimple(mangled), name) << mangled;
}

TEST(Demangle, FunctionsThatReturnFunctions) {
  EXPECT_EQ(demangleSimple("_ZSt7forwardIRFviEEOT_RNSt16remove_referenceIS2_E4typeE"), "std::forward");
  EXPECT_EQ(demangleSimple("_ZSt7forwardIPFviEEOT_RNSt16remove_referenceIS2_E4typeE"), "std::forward");
  EXPECT_EQ(simpleName("int (*geo::pick<int>(int))(long)"), "geo::pick");
  EXPECT_EQ(simpleName("int (S::*W<int>::pick(char))(long)"), "W::pick");
  EXPECT_EQ(simpleName("void (*const pick())()"), "pick");
}

TEST(Demangle, RustAsUftraceShowsIt) {
  EXPECT_EQ(demangleSimple("_RNvCs6GmmlP4bgsG_1r4main"), "r::main");
  EXPECT_EQ(demangleSimple("_RINvCs6GmmlP4bgsG_1r12closure_userNCNvB2_4mains_0EB2_"),
            "r::closure_user<r::main::{closure}>");
  EXPECT_EQ(demangleSimple("_RINvCs6GmmlP4bgsG_1r7genericDNtB2_5SpeakEL_EB2_"), "r::generic<r::Speak>");
  EXPECT_EQ(demangleSimple("_RNvMNtCslNYArtu3iFV_5alloc5sliceSh6repeatCs6GmmlP4bgsG_1r"), "<[u8]>repeat");
  EXPECT_EQ(demangleSimple("_RNvXs_Cs6GmmlP4bgsG_1rNtB4_3CatNtB4_5Speak3say"), "<r::Cat>::say");
  EXPECT_EQ(demangleSimple("_RNCINvNtCsjrHSEGnQ3l9_3std2rt10lang_startuE0Cs6GmmlP4bgsG_1r.llvm.1736"),
            "std::rt::lang_start<()>::{closure}");
  EXPECT_EQ(
      demangleSimple("_RINvNtNtCsjrHSEGnQ3l9_3std3sys9backtrace28___rust_begin_short_backtraceFEuuECs6GmmlP4bgsG_1r"),
      "std::sys::backtrace::__rust_begin_short_backtrace<fn(),()>");
  EXPECT_EQ(demangleSimple("_ZN4core3fmt5write17h0123456789abcdefE"), "core::fmt::write");
  EXPECT_EQ(demangleSimple("_ZN50_$LT$r..Dog$u20$as$u20$r..Speak$GT$3say17h0123456789abcdefE"),
            "_ZN50_$LT$r..Dog$u20$as$u20$r..Speak$GT$3say17h0123456789abcdefE");
  EXPECT_EQ(demangleSimple("_ZN35_$LT$r..Dog$u20$as$u20$r..Speak$GT$3say17h0123456789abcdefE"), "_<r::Dog>::say");
}

TEST(Demangle, RustInFull) {
  EXPECT_EQ(demangle("_RNvXs_Cs6GmmlP4bgsG_1rNtB4_3CatNtB4_5Speak3say"), "<r::Cat as r::Speak>::say");
  EXPECT_EQ(demangle("_RINvCs6GmmlP4bgsG_1r12closure_userNCNvB2_4mains_0EB2_"),
            "r::closure_user::<r::main::{closure#1}>");
  EXPECT_EQ(demangle("_ZN35_$LT$r..Dog$u20$as$u20$r..Speak$GT$3say17h0123456789abcdefE"), "<r::Dog as r::Speak>::say");
}

TEST(Demangle, RustNamesThatGrowWithoutEndStayAsTheyAre) {
  for (const char* text : {"_RB_", "_RNvB_3foo", "_RINvC1a1bB_E", "_RNvC9999999999a", "_R", "_RTTTTTTTTTT"})
    EXPECT_EQ(demangleSimple(text), text);
  std::string deep = "_RINvC1a1b";
  for (int i = 0; i < 5000; ++i) deep += 'R';
  EXPECT_EQ(demangleSimple(deep), deep);
}

// A name of the source is any text, and so may look like a runtime's words for a lambda.
TEST(Demangle, LambdasThatNobodyCountedAsFar) {
  EXPECT_EQ(demangleSimple("_Z27'lambda9223372036854775807'v"), "$_92233721");
  EXPECT_EQ(demangleSimple("_Z9'lambda7'v"), "$_8");
  EXPECT_EQ(demangleSimple("_Z8'lambda'v"), "$_0");
}

TEST(Demangle, WhatIsNoMangledNameStaysAsItIs) {
  EXPECT_EQ(demangleSimple("_Znonsense"), "_Znonsense");
  EXPECT_EQ(demangleSimple(""), "");
  EXPECT_EQ(demangle("_ZN3geo5ShapeD1Ev"), "geo::Shape::~Shape()");
}

TEST(Demangle, PrefixesOfAnyNumber) {
  EXPECT_EQ(demangleSimple("_GLOBAL__sub_I__ZN3geo5ShapeD1Ev"), "_GLOBAL__sub_I_geo::Shape::~Shape");
  std::string many;
  for (int i = 0; i < 200000; ++i) many += i % 2 == 0 ? "_GLOBAL__sub_I_" : "_GLOBAL__sub_D_";
  EXPECT_EQ(demangleSimple(many + "x"), many + "x");
  EXPECT_EQ(demangleSimple(many + "_Z1fv"), many + "f");
}

// As `nested` levels of templates of the level before, each twice: the text doubles with each.
std::string doubling(int nested) {
  constexpr std::string_view kDigits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  std::string name = "_Z1f1PIiiE";
  for (int i = 0; i < nested; ++i) {
    const std::string before = std::string("S") + kDigits[static_cast<size_t>(i)] + "_";
    name += "S_I" + before + before + "E";
  }
  return name;
}

TEST(Demangle, NamesThatDoubleStayAsTheyAre) {
  EXPECT_EQ(demangle(doubling(1)), "f(P<int, int>, P<P<int, int>, P<int, int> >)");
  EXPECT_EQ(demangleSimple(doubling(6)), "f");
  for (int nested : {14, 20, 24, 30}) {
    EXPECT_EQ(demangle(doubling(nested)), doubling(nested));
    EXPECT_EQ(demangleSimple(doubling(nested)), doubling(nested));
  }
}

TEST(Demangle, LongNamesOfRealProgramsAreRead) {
  EXPECT_EQ(
      demangleSimple("_ZNSt8_Rb_treeINSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEESt4pairIKS5_St6vectorIS5_"
                     "SaIS5_EEESt10_Select1stISA_ESt4lessIS5_ESaISA_EE29_M_get_insert_hint_unique_posESt23_Rb_tree"
                     "_const_iteratorISA_ERS7_"),
      "std::_Rb_tree::_M_get_insert_hint_unique_pos");
}

}  // namespace
}  // namespace tp
