#include "runtime/ground/sbom/bill_of_materials.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace hpdl::rt {
namespace {

using Json = nlohmann::json;

constexpr LibraryRow kRows[] = {{"a", "1", "MIT", "pkg:generic/a@1"},
                                {"b", "2", "MIT OR Unlicense", "pkg:generic/b@2"}};

TEST(BillOfMaterials, NamesOneLicenceByItsIdAndSeveralAsAnExpression) {
  const Json json = Json::parse(BillOfMaterials("me", "3").End(kRows));
  const Json& components = json["components"];
  EXPECT_EQ(components[0]["licenses"], Json::parse(R"([{"license":{"id":"MIT"}}])"));
  EXPECT_EQ(components[1]["licenses"], Json::parse(R"([{"expression":"MIT OR Unlicense"}])"));
  EXPECT_EQ(json["dependencies"], Json::parse(R"([{"ref":"this","dependsOn":["a","b"]}])"));
  EXPECT_FALSE(json["metadata"].contains("tools"));
}

TEST(BillOfMaterials, TellsEqualDefinitionsApart) {
  BillOfMaterials bill("me [", "3", "1");
  bill.Property("x", ",[\"");
  for (int i = 0; i < 2; ++i) {
    bill.Definition("w");
    bill.Property("nodes", "2");
  }
  const Json metadata = Json::parse(bill.End({}))["metadata"];
  EXPECT_EQ(metadata["tools"]["components"][0]["version"], "1");
  const Json& component = metadata["component"];
  EXPECT_EQ(component["name"], "me [");
  EXPECT_EQ(component["properties"], Json::parse(R"([{"name":"hpdl:x","value":",[\""}])"));
  ASSERT_EQ(component["components"].size(), 2);
  EXPECT_EQ(component["components"][0]["bom-ref"], "definition 0");
  EXPECT_EQ(component["components"][1]["bom-ref"], "definition 1");
  EXPECT_EQ(component["components"][1]["properties"][0]["value"], "2");
}

}  // namespace
}  // namespace hpdl::rt
