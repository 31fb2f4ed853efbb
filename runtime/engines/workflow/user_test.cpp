#include "runtime/engines/workflow/user.h"

#include <gtest/gtest.h>

#include "runtime/ground/abi/hpdl_abi.h"

namespace hpdl::rt {
namespace {

struct Case {
  std::uint32_t dialect;
  const char* kind;
  std::optional<std::string> element;
  Properties configuration;
  const char* user;  ///< the user, or a word in the error's message
  std::optional<ErrorClass> refused = std::nullopt;
};

constexpr std::uint32_t kOozie = HPDL_DIALECT_OOZIE;
constexpr std::uint32_t kHws = HPDL_DIALECT_HWS;

TEST(EffectiveUser, IsWhatTheSpecificationsSay) {
  const std::optional<std::string> none;
  const Properties other = {{"user.name", "tucu"}};
  const Properties same = {{"user.name", "joe"}};
  const Properties ugi = {{"hadoop.job.ugi", "tucu,users"}, {"mapred.job.tracker", "rm"}};
  const Properties more = {{"mapred.mapper.class", "M"}};
  const Case cases[] = {
      {kHws, "hadoop", none, {}, "joe"},
      {kHws, "hadoop", none, more, "joe"},
      {kHws, "hadoop", none, other, "tucu"},
      {kHws, "hadoop", "pepe", {}, "joe"},
      {kHws, "hadoop", none, {{"user.name", ""}}, "empty", ErrorClass::kError},
      {kHws, "pig", none, {}, "joe"},
      {kHws, "pig", "pepe", {}, "pepe"},
      {kHws, "pig", "pepe", other, "pepe"},
      {kHws, "pig", none, other, "joe"},
      {kHws, "pig", "", {}, "empty", ErrorClass::kError},
      {kHws, "hdfs", none, {}, "joe"},
      {kHws, "hdfs", "tucu", {}, "tucu"},
      {kHws, "hdfs", "", {}, "empty", ErrorClass::kError},
      {kHws, "ssh", "tucu", other, "joe"},
      {kHws, "sub-workflow", none, other, "joe"},
      {kOozie, "map-reduce", none, {}, "joe"},
      {kOozie, "map-reduce", none, more, "joe"},
      {kOozie, "map-reduce", none, other, "user.name", ErrorClass::kFatal},
      {kOozie, "map-reduce", none, same, "user.name", ErrorClass::kFatal},
      {kOozie, "pig", none, other, "user.name", ErrorClass::kFatal},
      {kOozie, "pig", "pepe", {}, "joe"},
      {kOozie, "pig", none, ugi, "joe"},
      {kOozie, "fs", none, {}, "joe"},
      {kOozie, "fs", none, other, "user.name", ErrorClass::kFatal},
      {kOozie, "shell", none, other, "user.name", ErrorClass::kFatal},
      {kOozie, "java", none, {{"mapreduce.job.user.name", "joe"}}, "user.name", ErrorClass::kFatal},
      {kOozie, "java", none, {{"fs.default.name", "nn"}}, "fs.default.name", ErrorClass::kFatal},
      {kOozie, "fs", none, {{"fs.defaultFS", "nn"}}, "fs.defaultFS", ErrorClass::kFatal},
      {kOozie,
       "shell",
       none,
       {{"yarn.resourcemanager.address", "rm"}},
       "yarn.resourcemanager.address",
       ErrorClass::kFatal},
      {kOozie, "sub-workflow", none, other, "joe"},
  };
  for (const Case& each : cases) {
    const Result<std::string> user =
        EffectiveUser({each.kind, each.dialect, "joe", each.element, each.configuration});
    SCOPED_TRACE(std::string(each.kind) + " wants " + each.user);
    ASSERT_EQ(user.ok(), !each.refused);
    if (user) {
      EXPECT_EQ(*user, each.user);
    } else {
      EXPECT_EQ(user.error().code, "JA010");
      EXPECT_EQ(user.error().error_class, *each.refused);
      EXPECT_NE(user.error().message.find(each.user), std::string::npos) << user.error().message;
      EXPECT_EQ(user.error().message.find(each.kind), 0U);
    }
  }
}

}  // namespace
}  // namespace hpdl::rt
