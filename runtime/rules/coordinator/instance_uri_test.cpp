#include "runtime/rules/coordinator/instance_uri.h"

#include <gtest/gtest.h>

#include "runtime/rules/coordinator/testing/places.h"

namespace hpdl::rt {
namespace {

using testing::At;

Dataset With(std::string uri_template) {
  Dataset dataset;
  dataset.name = "d";
  dataset.uri_template = std::move(uri_template);
  return dataset;
}

/// Returns the URI of an instance, or the message of the error.
std::string Uri(const Dataset& dataset, const std::string& time = "2024-02-03T04:05Z") {
  const Result<std::string> uri = UriOf(dataset, At(time));
  EXPECT_TRUE(uri || uri.error().code == "E1004");
  return uri ? *uri : uri.error().message;
}

TEST(InstanceUriTest, PartsOfTheTime) {
  Dataset dataset = With("hdfs://nn/d/${YEAR}-${MONTH}-${DAY}T${HOUR}-${MINUTE}");
  EXPECT_EQ(*DonePathOf(dataset, At("2024-02-03T04:05Z")), "hdfs://nn/d/2024-02-03T04-05/_SUCCESS");
  EXPECT_EQ(InterpretedBytes(dataset), 0u);
  dataset.done_flag = "ready${MONTH + 0}";
  dataset.uri_template = "/a${ YEAR }${YEAR}";
  EXPECT_EQ(*DonePathOf(dataset, At("2024-02-03T04:05Z")), "/a20242024/ready${MONTH + 0}");
  dataset.done_flag = "";
  EXPECT_EQ(*DonePathOf(dataset, At("2024-02-03T04:05Z")), "/a20242024");
  EXPECT_EQ(Uri(With("")), "");
}

TEST(InstanceUriTest, ExpressionsAreInterpreted) {
  EXPECT_EQ(Uri(With("/d/m=${MONTH + 0}/d=${DAY + 0}")), "/d/m=2/d=3");
  EXPECT_EQ(Uri(With("/d/m=${MONTH + 0}/d=${DAY + 0}"), "2024-11-22T00:00Z"), "/d/m=11/d=22");
  EXPECT_EQ(Uri(With("${YEAR - 1}/${YEAR}/${MONTH}")), "2023/2024/02");
  EXPECT_EQ(Uri(With("${HOUR lt 12 ? 'am' : 'pm'}-${MINUTE}")), "am-05");
  EXPECT_EQ(Uri(With("${YEAR eq 2024 ? '}' : ''}")), "}");
  EXPECT_EQ(Uri(With("\\${YEAR}")), "${YEAR}");
  EXPECT_EQ(InterpretedBytes(With("\\${YEAR}")), 8u);
  EXPECT_EQ(InterpretedBytes(With("/d/${MONTH + 0}")), 15u);
}

TEST(InstanceUriTest, AnExpressionThatFails) {
  EXPECT_EQ(Uri(With("/${MONT + 0}")),
            "the uri-template of data set d: ${MONT + 0}: variable [MONT] cannot be resolved");
  EXPECT_EQ(Uri(With("/${other}")),
            "the uri-template of data set d: ${other}: variable [other] cannot be resolved");
  EXPECT_EQ(Uri(With("/${f(1)}")),
            "the uri-template of data set d: ${f(1)}: function f does not exist");
  EXPECT_FALSE(UriOf(With("/${MONTH"), 0));
  EXPECT_FALSE(DonePathOf(With("/${MONTH +}"), 0));
}

TEST(InstanceUriTest, UnknownPropertiesStay) {
  Dataset dataset = With("${base}/${MONTH}");
  dataset.unknown = {"base"};
  EXPECT_EQ(InterpretedBytes(dataset), 0u);
  EXPECT_EQ(Uri(dataset), "${base}/02");
  dataset.uri_template = "${base}/${MONTH + 0}";
  EXPECT_EQ(Uri(dataset), "${base}/2");
}

}  // namespace
}  // namespace hpdl::rt
