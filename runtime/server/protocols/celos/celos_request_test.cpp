#include "runtime/server/protocols/celos/celos_request.h"

#include <gtest/gtest.h>

namespace hpdl::rt::celos {
namespace {

using Parameters = CelosParameters;

TEST(CelosRequestTest, ParametersOfTheQueryAndOfAForm) {
  EXPECT_EQ(ParametersOf({"GET", "/x?id=a+b%20c&time=1&id=2&paused&&=y", "", ""}),
            (Parameters{{"id", "a b c"}, {"time", "1"}, {"paused", ""}, {"", "y"}}));
  EXPECT_EQ(ParametersOf({"GET", "/x?a=%zz&b=%FF", "", ""}),
            (Parameters{{"a", "%zz"}, {"b", "\xEF\xBF\xBD"}}));
  const CelosRequest form{"POST", "/x?id=a", "Application/X-WWW-form-urlencoded; charset=UTF-8",
                          "id=b&paused=true"};
  EXPECT_EQ(ParametersOf(form), (Parameters{{"id", "a"}, {"paused", "true"}}));
  EXPECT_EQ(ParametersOf({"PUT", "/x?id=a", form.content_type, "b=c"}), (Parameters{{"id", "a"}}));
  EXPECT_EQ(PathOfTarget("/x?y"), "/x");
  std::string many = "/x?";
  for (int i = 0; i < 5000; ++i) {
    many += "p" + std::to_string(i) + "&";
  }
  EXPECT_EQ(ParametersOf({"GET", many, "", ""}).size(), kMostCelosParameters);
}

}  // namespace
}  // namespace hpdl::rt::celos
