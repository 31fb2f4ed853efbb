#include <gtest/gtest.h>

// main() of the tests. The library under test contains the main() of emitted programs. Without the
// main() in this file, the linker would take the main() of emitted programs and not the main() of
// gtest_main.
int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
