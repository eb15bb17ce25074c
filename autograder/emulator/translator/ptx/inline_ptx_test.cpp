// What each PTX instruction of an asm becomes.
#include <gmock/gmock.h>

#include "translator/ptx/ptx_instruction.h"
#include "translator/translated.h"

namespace emu::translator {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string in_device(const std::string& text) {
  return translated("__device__ void f() {" + text + "}");
}
std::string wanted(const std::string& text) { return tokens_of("void f() {" + text + "}"); }

TEST(InlinePtx, SpecialRegistersAreRead) {
  EXPECT_EQ(in_device(R"(asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));)"),
            wanted(R"(((t) = ::emu::special_register("globaltimer"));)"));
  EXPECT_EQ(in_device(R"(asm("mov.u32 %0, %tid.x;" : "=r"(a[i + 1]));)"),
            wanted(R"((((a[i + 1])) = ::emu::special_register("tid.x"));)"));
  EXPECT_EQ(
      in_device(R"(__asm__ __volatile__("mov.u32 %0, %%laneid ;\n\t" : "=r"(x) :: "memory");)"),
      wanted(R"(((x) = ::emu::special_register("laneid"));)"));
}

TEST(InlinePtx, SeveralInstructionsInSeveralStrings) {
  EXPECT_EQ(
      in_device(
          R"(asm volatile("mov.u32 %0, %%smid;\n" "mov.u32 %1, %%warpid;" : "=r"(s), "=r"(w));)"),
      wanted(
          R"(((s) = ::emu::special_register("smid"), (w) = ::emu::special_register("warpid"));)"));
}

// What tells the device of an instruction, and of what its asm lacks.
std::string told(const std::string& opcode, const std::string& missing = "") {
  return "::emu::inline_ptx(\"" + opcode + "\", \"" + missing + "\"), ";
}

TEST(InlinePtx, FencesBarriersAndEnds) {
  EXPECT_EQ(in_device(R"(asm volatile("membar.gl;" ::: "memory");)"),
            wanted("(" + told("membar.gl") + "::emu::fence(::emu::Scope::kDevice));"));
  EXPECT_EQ(in_device(R"(asm volatile("fence.acq_rel.sys;" : : : "cc", "memory");)"),
            wanted("(" + told("fence.acq_rel.sys") + "::emu::fence(::emu::Scope::kSystem));"));
  EXPECT_EQ(in_device(R"(asm("bar.sync 0;" ::: "memory");)"),
            wanted("(" + told("bar.sync") + "__syncthreads());"));
  EXPECT_EQ(in_device(R"(asm volatile("griddepcontrol.launch_dependents;");)"),
            wanted("(::emu::trigger_dependents());"));
  EXPECT_EQ(in_device(R"(asm volatile("griddepcontrol.wait;" ::: "memory");)"),
            wanted("(" + told("griddepcontrol.wait") + "::emu::griddepcontrol_wait());"));
  EXPECT_EQ(in_device(R"(asm("trap;");)"), wanted("(::emu::trap());"));
  EXPECT_EQ(in_device(R"(if (x) asm("exit;");)"), wanted("if (x) (::emu::exit_thread());"));
  EXPECT_EQ(in_device(R"(asm volatile("nanosleep.u32 %0;" :: "r"(n));)"),
            wanted("(::emu::sleep_ns(n));"));
}

std::string out(const std::string& target, const std::string& value) {
  return "::emu::ptx::out(" + target + ", ::emu::ptx::" + value + ")";
}

TEST(InlinePtx, Arithmetic) {
  EXPECT_EQ(in_device(R"(asm("add.s32 %0, %1, %2;" : "=r"(d) : "r"(a + 1), "r"(7));)"),
            wanted("(" + out("d", "add<std::int32_t>(((a + 1)), (7))") + ");"));
  EXPECT_EQ(in_device(R"(asm("mul.wide.u32 %0, %1, 3;" : "=l"(d) : "r"(a));)"),
            wanted("(" + out("d", "mul_wide<std::uint32_t>((a), (3))") + ");"));
  EXPECT_EQ(
      in_device(R"(asm("fma.rn.f32 %0, %1, %1, 0f3F800000;" : "=f"(d) : "f"(a));)"),
      wanted("(" + out("d", "fma<float>((a), (a), (::emu::bits_as<float>(0x3F800000u)))") + ");"));
  EXPECT_EQ(in_device(R"(asm("cvt.rzi.s32.f32 %0, %1;" : "=r"(d) : "f"(a));)"),
            wanted("(" + out("d", "cvt_rzi<std::int32_t, float>((a))") + ");"));
}

TEST(InlinePtx, RoundsAndSaturates) {
  const auto made = [](const std::string& text) {
    return in_device("asm(\"" + text + ";\" : \"=r\"(d) : \"r\"(a));");
  };
  const auto saturated = [](const std::string& value) {
    return wanted("(::emu::ptx::out(d, ::emu::ptx::saturate(::emu::ptx::" + value + ")));");
  };
  const auto plain = [](const std::string& value) { return wanted("(" + out("d", value) + ");"); };
  EXPECT_EQ(made("add.rz.ftz.f32 %0, %1, %1"), plain("add_rz<float>((a), (a))"));
  EXPECT_EQ(made("fma.rp.f64 %0, %1, %1, %1"), plain("fma_rp<double>((a), (a), (a))"));
  EXPECT_EQ(made("mul.rm.sat.f32 %0, %1, %1"), saturated("mul_rm<float>((a), (a))"));
  EXPECT_EQ(made("add.sat.s32 %0, %1, %1"), plain("add_sat<std::int32_t>((a), (a))"));
  EXPECT_EQ(made("mad.hi.sat.s32 %0, %1, %1, %1"),
            plain("mad_hi_sat<std::int32_t>((a), (a), (a))"));
  EXPECT_EQ(made("cvt.rz.f32.f64 %0, %1"), plain("cvt_rz<float, double>((a))"));
  EXPECT_EQ(made("cvt.rmi.f32.f32 %0, %1"), plain("cvt_rmi<float, float>((a))"));
  EXPECT_EQ(made("cvt.rn.sat.f32.s32 %0, %1"), saturated("cvt<float, std::int32_t>((a))"));
  EXPECT_EQ(made("cvt.sat.u8.s32 %0, %1"), plain("cvt_sat<std::uint8_t, std::int32_t>((a))"));
  EXPECT_EQ(made("bfind.shiftamt.s64 %0, %1"), plain("bfind_shiftamt<std::int64_t>((a))"));
  EXPECT_EQ(made("vabsdiff4.u32.s32.u32.add %0, %1, %1, 0"),
            plain("vabsdiff_add<std::uint8_t, std::int8_t, std::uint8_t>((a), (a), (0))"));
}

TEST(InlinePtx, RegistersAndPredicatesMakeABlock) {
  EXPECT_EQ(in_device(R"(asm("{.reg .pred p; setp.lt.s32 p, %1, 0; @p neg.s32 %0, %1;}"
                             : "=r"(d) : "r"(a));)"),
            wanted("(__extension__({ { bool emu_ptx_p{}; " +
                   out("emu_ptx_p", "setp_lt<std::int32_t>((a), (0))") + "; if (emu_ptx_p) " +
                   out("d", "neg<std::int32_t>((a))") + "; } }));"));
}

TEST(InlinePtx, ComparisonsMayBeCombined) {
  EXPECT_EQ(
      in_device(R"(asm("{.reg .pred p, q; setp.eq.and.u32 p|q, %1, 0, !p; selp.b32 %0, 1, 2, q;}"
                       : "=r"(d) : "r"(a));)"),
      wanted("(__extension__({ { bool emu_ptx_p{}; bool emu_ptx_q{}; " +
             out("emu_ptx_q",
                 "and_<bool>(!::emu::ptx::setp_eq<std::uint32_t>((a), (0)), (!emu_ptx_p))") +
             ", " +
             out("emu_ptx_p",
                 "and_<bool>(::emu::ptx::setp_eq<std::uint32_t>((a), (0)), (!emu_ptx_p))") +
             "; " + out("d", "selp<std::uint32_t>((1), (2), (emu_ptx_q))") + "; } }));"));
}

TEST(InlinePtx, Memory) {
  EXPECT_EQ(in_device(R"(asm("ld.global.ca.u32 %0, [%1+4];" : "=r"(d) : "l"(p));)"),
            wanted("(" +
                   out("d",
                       "load<std::uint32_t>(::emu::ptx::address((p)) + 4 + 0 * "
                       "sizeof(std::uint32_t))") +
                   ");"));
  EXPECT_EQ(in_device(R"(asm volatile("st.release.gpu.global.s32 [%0], %1;" :: "l"(p), "r"(a));)"),
            wanted("(" + told("st.release.gpu.global.s32", "memory") +
                   "::emu::ptx::store_release<std::int32_t>(::emu::ptx::address((p)) + 0 * "
                   "sizeof(std::int32_t), (a)));"));
}

TEST(InlinePtx, AtomicsAreFunctionsOfCuda) {
  EXPECT_EQ(in_device(R"(asm volatile("atom.global.add.s32 %0, [%1], %2;"
                                      : "=r"(d) : "l"(p), "r"(a));)"),
            wanted("(" + told("atom.global.add.s32", "memory") +
                   "::emu::ptx::out(d, ::atomicAdd(reinterpret_cast<int*>("
                   "::emu::ptx::address((p))), ::emu::ptx::in<int>(a))));"));
  EXPECT_EQ(in_device(R"(asm volatile("red.release.cta.shared.max.u32 [%0], %1;"
                                      :: "r"(p), "r"(a));)"),
            wanted("(" + told("red.release.cta.shared.max.u32", "memory") +
                   "::emu::fence(::emu::Scope::kBlock), ::atomicMax_block("
                   "reinterpret_cast<unsigned*>(::emu::ptx::shared_address((p))), "
                   "::emu::ptx::in<unsigned>(a)));"));
  EXPECT_EQ(in_device(R"(asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
                                      :: "r"(s), "l"(p));)"),
            wanted("(::emu::ptx::copy_async(::emu::ptx::shared_address((s)), "
                   "::emu::ptx::address((p)), 16, 16));"));
}

TEST(InlinePtx, LanesMeet) {
  EXPECT_EQ(in_device(R"(asm volatile("shfl.sync.down.b32 %0, %1, %2, 0x1f, %3;"
                                      : "=r"(d) : "r"(a), "r"(n), "r"(m));)"),
            wanted("(" + told("shfl.sync.down.b32") +
                   "::emu::ptx::out(d, ::emu::ptx::shfl_down(::emu::ptx::in<std::uint32_t>(a), "
                   "::emu::ptx::in<std::uint32_t>(n), ::emu::ptx::in<std::uint32_t>(0x1f), "
                   "::emu::ptx::in<std::uint32_t>(m))));"));
  EXPECT_THAT(in_device(R"(asm volatile("{ .reg .pred p; shfl.sync.up.b32 %0|p, %1, 1, 0, -1; }"
                                        : "=r"(d) : "r"(a));)"),
              HasSubstr(tokens_of("::emu::ptx::shfl_up_in_reach(::emu::ptx::in<std::uint32_t>(1), "
                                  "::emu::ptx::in<std::uint32_t>(0))")));
  EXPECT_EQ(in_device(R"(asm volatile("redux.sync.add.s32 %0, %1, 0xffffffff;"
                                      : "=r"(d) : "r"(a));)"),
            wanted("(::emu::ptx::out(d, __reduce_add_sync("
                   "::emu::ptx::in<std::uint32_t>(0xffffffff), "
                   "::emu::ptx::in<std::int32_t>(a))));"));
  EXPECT_EQ(in_device(R"(asm volatile("bar.warp.sync %0;" :: "r"(m));)"),
            wanted("(" + told("bar.warp.sync", "memory") +
                   "__syncwarp(::emu::ptx::in<std::uint32_t>(m)));"));
}

// Of an asm that writes or orders memory it is told what is missing, whatever its guard.
TEST(InlinePtx, AsmSaysWhatItDoesToMemory) {
  const auto told_of = [](const std::string& text) {
    const std::string code = in_device(text);
    const std::size_t at = code.find("inline_ptx (");
    return at == std::string::npos ? "" : code.substr(at, code.find(')', at) + 1 - at);
  };
  const auto is = [](const std::string& opcode, const std::string& missing) {
    return tokens_of("inline_ptx(\"" + opcode + "\", \"" + missing + "\")");
  };
  EXPECT_EQ(told_of(R"(asm volatile("bar.sync 0;");)"), is("bar.sync", "memory"));
  EXPECT_EQ(told_of(R"(asm volatile("griddepcontrol.wait;");)"),
            is("griddepcontrol.wait", "memory"));
  EXPECT_EQ(told_of(R"(asm("st.global.u32 [%0], %1;" :: "l"(p), "r"(a) : "memory");)"),
            is("st.global.u32", ""));
  EXPECT_EQ(told_of(R"(asm("atom.global.inc.u32 %0, [%1], %2;"
                           : "=r"(d) : "l"(p), "r"(a) : "memory");)"),
            is("atom.global.inc.u32", "volatile"));
  EXPECT_EQ(
      told_of(R"(asm volatile("{.reg .pred p; setp.ne.u32 p, %0, 0; @p st.global.u32 [%1], %0;}"
                                    :: "r"(a), "l"(p));)"),
      is("st.global.u32", "memory"));
  EXPECT_EQ(told_of(R"(asm("ld.global.u32 %0, [%1];" : "=r"(d) : "l"(p));)"), "");
}

TEST(InlinePtx, RegistersArePackedAndUnpacked) {
  EXPECT_EQ(in_device(R"(asm("mov.b64 %0, {%1, %2};" : "=l"(d) : "r"(a), "r"(b));)"),
            wanted("(" + out("d", "pack<std::uint32_t>((a), (b))") + ");"));
  EXPECT_EQ(in_device(R"(asm("mov.b64 {%0, %1}, %2;" : "=r"(a), "=r"(b) : "l"(d));)"),
            wanted("(::emu::ptx::unpack<std::uint32_t>((a), (b), (d)));"));
}

TEST(InlinePtx, TheCarryFlagGoesFromOneAsmToTheNext) {
  const auto flags = [](const std::string& first, const std::string& code) {
    return wanted("(__extension__({ bool emu_carry = " + first +
                  ", emu_lost = false; (void)emu_carry; (void)emu_lost; " + code + "}));");
  };
  EXPECT_EQ(in_device(R"(asm volatile("add.cc.u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));)"),
            flags("false", out("d", "add_carry<std::uint32_t>(emu_carry, false, (a), (b))") +
                               "; ::emu::keep_ptx_carry(emu_carry);"));
  EXPECT_EQ(in_device(R"(asm volatile("addc.cc.u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));)"),
            flags("::emu::ptx_carry()",
                  out("d", "add_carry<std::uint32_t>(emu_carry, emu_carry, (a), (b))") +
                      "; ::emu::keep_ptx_carry(emu_carry);"));
  EXPECT_EQ(in_device(R"(asm volatile("subc.u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));)"),
            flags("::emu::ptx_carry()",
                  out("d", "sub_borrow<std::uint32_t>(emu_lost, emu_carry, (a), (b))") + ";"));
}

TEST(InlinePtx, AnAsmThatMayMoveTakesNoCarry) {
  EXPECT_THAT(
      refusals(R"(__device__ void f() { asm("addc.u32 %0, %1, %1;" : "=r"(d) : "r"(a)); })"),
      ElementsAre(HasSubstr("write asm volatile")));
}

TEST(InlinePtx, WhatChangesTheResultIsNotPassedOver) {
  for (const std::string text : {"add.rz.s32 %0, %1, %1",
                                 "add.sat.u32 %0, %1, %1",
                                 "addc.u32 %0, %1, %1",
                                 "min.rz.f32 %0, %1, %1",
                                 "mul.lo.sat.s32 %0, %1, %1",
                                 "add.sat.f64 %0, %1, %1",
                                 "cvt.rz.f64.f32 %0, %1",
                                 "cvt.rni.s32.s32 %0, %1",
                                 "cvt.rni.f32.f64 %0, %1",
                                 "cvt.rn.s32.u32 %0, %1",
                                 "bfind.b32 %0, %1",
                                 "vabsdiff4.u32.u32 %0, %1, %1, %1",
                                 "vabsdiff4.u32.u32.u32 %0.b3, %1, %1, %1",
                                 "vabsdiff3.u32.u32.u32 %0, %1, %1, %1",
                                 "mul.s32 %0, %1, %1",
                                 "min.xorsign.abs.f32 %0, %1, %1",
                                 "ld.global.v2.u32 %0, [%1]",
                                 "cvt.s32.f32 %0, %1",
                                 "atom.global.add.b32 %0, [%1], %1",
                                 "atom.add.noftz.f16 %0, [%1], %1",
                                 "red.add.s32 %0, [%1], %1",
                                 "cp.async.bulk [%0], [%1], 16",
                                 "vote.any.pred %0, %1",
                                 "redux.sync.and.s32 %0, %1, %1",
                                 "shfl.idx.b32 %0, %1, 0, 31",
                                 "add.s32 %0, %1",
                                 "add.s8 %0, %1, %1",
                                 "bra label"}) {
    EXPECT_EQ(
        refusals("__device__ void f() { asm(\"" + text + ";\" : \"=r\"(d) : \"r\"(a)); }").size(),
        1u)
        << text;
  }
}

TEST(InlinePtx, NumbersAreWrittenOut) {
  const auto moved = [](const std::string& number) {
    return in_device("asm(\"mov.f64 %0, " + number + ";\" : \"=d\"(d));");
  };
  const auto value = [](const std::string& number) {
    return wanted("(" + out("d", "mov<double>((" + number + "))") + ");");
  };
  for (const std::string number :
       {"0", "-5", "017", "0x1fU", "0b101", "18446744073709551615U", "1.5", "-2.", "1e3", "1.5e-3"})
    EXPECT_EQ(moved(number), value(number));
  EXPECT_EQ(moved("0dBFF0000000000000"), value("::emu::bits_as<double>(0xBFF0000000000000ull)"));
  EXPECT_EQ(moved("-0F3f800000"), value("-::emu::bits_as<float>(0x3f800000u)"));
  for (const std::string number :
       {"0f0", "0f3F80000", "0f3F8000000", "0f3F80000g", "0d3F800000", "0d", "0fu) + f(0x0",
        "1f",  "1s",        "0x",          "0xg",        "0b2",        "08", "1u",
        "--1", "- 1",       "1.5.5",       "1e",         "1e+",        ".5", "1'000"})
    EXPECT_EQ(refusals("__device__ void f() { asm(\"mov.f64 %0, " + number + ";\" : \"=d\"(d)); }")
                  .size(),
              1u)
        << number;
}

TEST(InlinePtx, OperandsStayWhole) {
  EXPECT_EQ(in_device(R"(asm("@!%1 mov.u32 %0, %2;" : "=r"(*p) : "r"(a == b), "r"((c, d)));)"),
            wanted("(__extension__({ if (!(a == b)) " +
                   out("(*p)", "mov<std::uint32_t>((((c, d))))") + "; }));"));
}

TEST(InlinePtx, RegistersAreNotWithoutEnd) {
  const auto declared = [](const std::string& registers) {
    return refusals("__device__ void f() { asm(\"{ .reg .b32 " + registers + "; }\"); }");
  };
  for (const std::string few : {"r<4>", "r<500>", "r<0>", "%r<250>, %p<249>, _x$"})
    EXPECT_THAT(declared(few), ElementsAre()) << few;
  for (const std::string many : {"r<501>", "r<2000000000>", "r<99999999999999999999999>",
                                 "r<250>, q<250>, p", "r<300>; } { .reg .u64 r<300>"})
    EXPECT_THAT(declared(many),
                ElementsAre("exercise.cu(1): error: an asm may declare 500 registers at most: no "
                            "thread of a card has more than 255"))
        << many;
  for (const std::string none : {"r<", "r<>", "r<-1>", "r<4", "r<4>x", "r<4)", "r<x>", "<4>", "4r",
                                 "%0", "r s", "r)", "", "r, "})
    EXPECT_EQ(declared(none).size(), 1u) << none;
}

std::string label(const std::string& number, const std::string& instructions) {
  return "emu_ptx_label_" + number + ": __attribute__((unused)); ::emu::issue<" + instructions +
         ">(); ";
}

TEST(InlinePtx, BranchesGoToLabelsOfTheSameAsm) {
  EXPECT_EQ(in_device(R"(asm("AGAIN: @!%1 bra AGAIN;" : "=r"(x) : "r"(p));)"),
            wanted("(__extension__({ __label__ emu_ptx_label_0; " + label("0", "1") +
                   "if (!p) goto emu_ptx_label_0; }));"));
  EXPECT_EQ(in_device(R"(asm("{ .reg .u32 r; $L_%=: mov.u32 r, 1; bra.uni $L_%=; }");)"),
            wanted("(__extension__({ __label__ emu_ptx_label_0; std::uint32_t emu_ptx_r_1{}; { " +
                   label("0", "4") + out("emu_ptx_r_1", "mov<std::uint32_t>((1))") +
                   "; goto emu_ptx_label_0; } }));"));
}

TEST(InlinePtx, LabelsAndRegistersHoldInTheirBraces) {
  EXPECT_EQ(in_device(R"(asm("{ .reg .u32 r; L: bra L; } { .reg .s64 r; L: bra L; }");)"),
            wanted("(__extension__({ __label__ emu_ptx_label_0, emu_ptx_label_1; "
                   "std::uint32_t emu_ptx_r_1{}; std::int64_t emu_ptx_r_2{}; { " +
                   label("0", "5") + "goto emu_ptx_label_0; } { " + label("1", "5") +
                   "goto emu_ptx_label_1; } }));"));
  EXPECT_THAT(
      refusals("__device__ void f() { asm(\"{ L: bra L; } bra L;\"); }"),
      ElementsAre("exercise.cu(1): error: the inline PTX branches to L, which is no label of "
                  "the same asm"));
  EXPECT_THAT(refusals("__device__ void f() { asm(\"L: bra L; L: bra L;\"); }"),
              ElementsAre("exercise.cu(1): error: the inline PTX has the label L twice"));
  EXPECT_THAT(refusals("__device__ void f() { asm(\"{ .reg .u32 r;\"); }"),
              ElementsAre(HasSubstr("opens a brace that it does not close")));
  EXPECT_THAT(refusals("__device__ void f() { asm(\"}\"); }"),
              ElementsAre(HasSubstr("closes a brace that it has not opened")));
}

TEST(InlinePtx, ARefusalNamesTheLineOfItsInstruction) {
  EXPECT_THAT(
      refusals(
          "__device__ void f() {\n  asm(\"mov.u32 %0, 1;\"\n    \"wgmma.fence.sync;\" : \"=r\"(x));\n}"),
      ElementsAre("exercise.cu(3): error: the emulator does not know the inline PTX "
                  "\"wgmma.fence.sync\" (opcode wgmma.fence.sync): tensor cores are not emulated"));
}

TEST(InlinePtx, CompilerBarriersStay) {
  const std::string barrier = R"(asm volatile("" ::: "memory");)";
  EXPECT_EQ(in_device(barrier), wanted(barrier));
}

TEST(InlinePtx, UnknownInstructionsAreRefusedByName) {
  EXPECT_THAT(
      refusals("__global__ void k() {\n  asm(\"tensormap.replace [%0];\" :: \"l\"(p));\n}"),
      ElementsAre("exercise.cu(2): error: the emulator does not know the inline PTX "
                  "\"tensormap.replace [%0]\" (opcode tensormap.replace): bulk copies are not "
                  "emulated; copy with cp.async, or with loads and stores"));
  EXPECT_EQ(refusals("__device__ void f() { asm(\"mov.u32 %0, %%nosuch;\" : \"=r\"(x)); }").size(),
            1u);
  EXPECT_EQ(refusals("__device__ void f() { asm(\"mov.u32 %1, %%smid;\" : \"=r\"(x)); }").size(),
            1u);
}

TEST(PtxInstructions, AreSplitAtSemicolonsWithoutComments) {
  EXPECT_THAT(split_ptx(" a b; // c; d\n\n e ; /* f; */ g"), ElementsAre("a b", "e", "g"));
  EXPECT_THAT(split_ptx("a /* unfinished"), ElementsAre("a"));
  EXPECT_THAT(split_ptx(""), ElementsAre());
}

}  // namespace
}  // namespace emu::translator
