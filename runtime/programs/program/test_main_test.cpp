#include <gtest/gtest.h>

// main() of the tests. The library also has a main(), the one of emitted programs, and the linker
// would take that one before gtest_main's.
int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
