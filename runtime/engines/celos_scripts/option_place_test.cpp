#include "runtime/engines/celos_scripts/option_place.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace hpdl::rt::celos {
namespace {

const std::string kSource = R"js(// a workflow
celos.defineWorkflow({ // its options
  "id": "a,}", 'schedule': celos.cronSchedule("0 0 * * * ?"),
  /* in between } */ trigger: celos.andTrigger(x({a: 1}), function () { return "}" + `)`; }),
  contacts: [{name: "A", email: "a b"},
             {name: "B\"", "email" : 'c d'}],
  externalService: celos.oozieExternalService({a: "1",
    n: 5}, "http://o"),
  maxRetryCount: true
});)js";

std::string Found(const std::vector<std::string>& path, const std::string& source = kSource,
                  const Place& call = {"a.js", 2, 7}) {
  const std::optional<Place> place = OptionPlace(source, call, path);
  return place ? std::to_string(place->line) + ":" + std::to_string(place->column) : "nowhere";
}

TEST(OptionPlace, ValuesThatAreWrittenOut) {
  EXPECT_EQ(Found({"id"}), "3:9");
  EXPECT_EQ(Found({"schedule"}), "3:28");
  EXPECT_EQ(Found({"trigger"}), "4:31");
  EXPECT_EQ(Found({"contacts", "0", "email"}), "5:33");
  EXPECT_EQ(Found({"contacts", "1", "email"}), "6:38");
  EXPECT_EQ(Found({"externalService", "n"}), "8:8");
  EXPECT_EQ(Found({"maxRetryCount"}), "9:18");
}

TEST(OptionPlace, AsFarAsThePathIsWrittenOut) {
  EXPECT_EQ(Found({"contacts", "2", "email"}), "5:13");
  EXPECT_EQ(Found({"contacts", "1", "phone"}), "6:14");
  EXPECT_EQ(Found({"maxRetryCount", "x"}), "9:18");
  EXPECT_EQ(Found({"url"}), "nowhere");
  EXPECT_EQ(Found({}), "nowhere");
}

TEST(OptionPlace, WhatIsNoObject) {
  EXPECT_EQ(Found({"id"}, "celos.defineWorkflow(o)", {"a.js", 1, 7}), "nowhere");
  EXPECT_EQ(Found({"id"}, "f(Object.assign({id: 1}))", {"a.js", 1, 1}), "nowhere");
  EXPECT_EQ(Found({"id"}, "f({id", {"a.js", 1, 1}), "nowhere");
  EXPECT_EQ(Found({"id"}, "f({...o, id: 1})", {"a.js", 1, 1}), "1:14");
  EXPECT_EQ(Found({"id"}, "f({id: 1, id: 2})", {"a.js", 1, 1}), "1:15");
  EXPECT_EQ(Found({"id"}, "f({get id() { return 1; }})", {"a.js", 1, 1}), "nowhere");
  EXPECT_EQ(Found({"id"}, "f", {"a.js", 7, 1}), "nowhere");
  EXPECT_EQ(Found({"id"}, "", {"a.js", 0, 0}), "nowhere");
}

}  // namespace
}  // namespace hpdl::rt::celos
