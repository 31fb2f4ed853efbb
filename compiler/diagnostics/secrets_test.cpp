#include "compiler/diagnostics/secrets.h"

#include <gtest/gtest.h>

namespace hpdl {
namespace {

TEST(Secrets, AreHiddenWhateverTheOrderAndTheOverlap) {
  const SourceBuffer source("w.xml", "0123456789\nabcdef");
  Secrets secrets;
  EXPECT_EQ(secrets.Shown(source, {0, 17}), "0123456789\nabcdef");
  secrets.Add(&source, {6, 8});
  secrets.Add(&source, {1, 3});
  EXPECT_EQ(secrets.Shown(source, {0, 17}), "0**345**89\nabcdef");
  EXPECT_EQ(secrets.Shown(source, {2, 7}), "*345*");
  EXPECT_EQ(secrets.Shown(source, {3, 6}), "345");
  secrets.Add(&source, {2, 4});
  secrets.Add(&source, {6, 7});
  EXPECT_EQ(secrets.Shown(source, {0, 17}), "0***45**89\nabcdef");
  secrets.Add(&source, {3, 13});
  EXPECT_EQ(secrets.Shown(source, {0, 17}), "0*********\n**cdef") << "lines keep their ends";
  EXPECT_EQ(secrets.Shown(source, {12, 14}), "*c");
  const SourceBuffer other("v.xml", "0123456789");
  EXPECT_EQ(secrets.Shown(other, {0, 10}), "0123456789");
}

}  // namespace
}  // namespace hpdl
