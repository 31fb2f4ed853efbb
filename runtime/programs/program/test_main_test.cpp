#include <gtest/gtest.h>

// Of the tests themselves: the library has a main() too, that of emitted programs, which comes
// before gtest_main's when the linker looks for one.
int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
