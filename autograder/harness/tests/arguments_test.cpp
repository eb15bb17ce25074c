// Arguments and returned values of every kind reach the entry point and come back, though the
// program that calls it knows their types only by codes.
#include "fixtures/values.h"
#include "runs.h"

namespace harness {
namespace {

using Codes = std::vector<TypeCode>;

class Arguments : public Runs {
 protected:
  Arguments() { settings().exercise = FIXTURES "/takes_every_kind.so"; }
};

// Up to the last code that is not kEnd.
template <class T>
Codes codes_of() {
  Codes codes(kValueType<T>.begin(), kValueType<T>.end());
  while (!codes.empty() && codes.back() == TypeCode::kEnd) codes.pop_back();
  return codes;
}

TEST(ValueTypes, AreWrittenInCodes) {
  using enum TypeCode;
  EXPECT_EQ(codes_of<void>(), Codes{kVoid});
  EXPECT_EQ(codes_of<int>(), Codes{kSigned32});
  EXPECT_EQ(codes_of<const bool>(), Codes{kUnsigned8});
  EXPECT_EQ(codes_of<Color>(), Codes{kUnsigned8});
  EXPECT_EQ(codes_of<float*>(), Codes{kPointer});
  EXPECT_EQ(codes_of<ThreeFloats>(), (Codes{kStruct, kFloat, kFloat, kFloat}));
  EXPECT_EQ(codes_of<Nested>(), (Codes{kStruct, kStruct, kSigned32, kSigned8, kEnd, kSigned8,
                                       kStruct, kFloat, kFloat}));
  EXPECT_EQ(codes_of<WithArrays>(),
            (Codes{kStruct, kSigned8, kSigned8, kSigned8, kSigned8, kSigned8, kSigned16, kSigned16,
                   kSigned16, kSigned16,  //
                   kStruct, kSigned32, kSigned8, kEnd, kStruct, kSigned32, kSigned8}));
  EXPECT_EQ(codes_of<SixtyFourBytes>().size(), 65U);
}

TEST_F(Arguments, OfSmallStructsArrive) {
  const Outcome run =
      EXERCISE(pass_small_structs, output<double>(12), OneByte{-3}, TwoFloats{0.5F, 1.5F},
               ThreeFloats{2.5F, 3.5F, 4.5F}, IntAndFloat{-7, 8.5F}, DoubleAndInt{9.5, 10},
               CharAndDouble{11, 12.5});
  EXPECT_THAT(run.result<double>(0), Elements(std::vector<double>{-3, 0.5, 1.5, 2.5, 3.5, 4.5, -7,
                                                                  8.5, 9.5, 10, 11, 12.5}));
}

TEST_F(Arguments, OfLargeStructsArrive) {
  SixtyFourBytes bytes{};
  std::vector<double> expected = {1, 2, 3, 4};
  for (int i = 0; i < 64; ++i) {
    bytes.bytes[i] = static_cast<std::uint8_t>(255 - i);
    expected.push_back(255 - i);
  }
  for (const double d : {5., 6., 7., 8., 9., 10., 11., 12.}) expected.push_back(d);
  for (const double d : {255., -128., 65535., -32768., 4294967295., -2147483648., 1099511627776.,
                         1., 200., 0.25, 1., 2., 3., 4., 5., 6.}) {
    expected.push_back(d);
  }
  const Outcome run =
      EXERCISE(pass_large_structs, output<double>(expected.size()), FourDoubles{1, 2, 3, 4}, bytes,
               EightDoubles{{5, 6, 7, 8, 9, 10, 11, 12}},
               SixteenMembers{255, -128, 65535, -32768, 4294967295U, -2147483647 - 1,
                              1099511627776U, true, Color::kGreen, 0.25F, 1, 2, 3, 4, 5, 6});
  EXPECT_THAT(run.result<double>(0), Elements(expected));
}

TEST_F(Arguments, OfNestedStructsArrive) {
  const Outcome run = EXERCISE(
      pass_nested_structs, output<double>(21), Nested{{1, 2}, 3, {4, 5}},
      WithArrays{{6, 7, 8, 9, 10}, {{11, 12}, {13, 14}}, {{15, 16}, {17, 18}}}, Ints{19, 20, 21});
  EXPECT_THAT(run.result<double>(0), Elements([](int i) { return i + 1.0; }));
}

TEST_F(Arguments, MoreThanThereAreRegistersArrive) {
  const Outcome run =
      EXERCISE(pass_many, output<double>(23), 1, 2.0, Ints{3, 4, 5}, 6.0F, 7L, TwoFloats{8, 9},
               short{10}, static_cast<unsigned char>(11), 12.0, 13.0, 14.0, 15.0, 16.0, 17.0,
               Ints{18, 19, 20}, 21UL, 22.0, Color{23});
  EXPECT_THAT(run.result<double>(0), Elements([](int i) { return i + 1.0; }));
}

TEST_F(Arguments, ReturnedValuesComeBack) {
  EXPECT_THAT(EXERCISE(return_float, -1.25F), Returned(-2.5F));
  EXPECT_THAT(EXERCISE(return_small, static_cast<signed char>(-100)),
              Returned(static_cast<signed char>(100)));
  EXPECT_EQ(EXERCISE(return_enum, true).returned<Color>(), Color::kGreen);
  EXPECT_THAT(EXERCISE(return_bool, 7), Returned(true));
  EXPECT_THAT(EXERCISE(return_large), Returned(std::uint64_t{0xFEDCBA9876543210U}));
}

}  // namespace
}  // namespace harness
