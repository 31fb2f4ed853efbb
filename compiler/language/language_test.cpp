#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

#include "compiler/language/block.h"
#include "compiler/language/constructs.h"
#include "compiler/language/page.h"

namespace hpdl::language {
namespace {

using stdlib::kV0_1;
using stdlib::kV0_2;
using stdlib::kV0_3;
using testing::HasSubstr;

constexpr stdlib::Version kThree[] = {kV0_1, kV0_2, kV0_3};

TEST(Page, IsWhatIsInTheTree) {
  std::ifstream file(HPDL_SOURCE_DIR "/docs/language.md", std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  EXPECT_TRUE(text.str() == Page()) << "run: ./dev docs";
}

TEST(Page, EveryLinkInsideItHasItsHeading) {
  const std::string page = Page();
  std::istringstream lines(page);
  std::set<std::string> headings;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("##")) {
      EXPECT_TRUE(headings.insert(Anchor(line.substr(line.find(' ') + 1))).second) << line;
    }
  }
  for (std::size_t at = page.find("](#"); at != std::string::npos; at = page.find("](#", at + 1)) {
    const std::string anchor = page.substr(at + 3, page.find(')', at) - at - 3);
    EXPECT_TRUE(headings.contains(anchor)) << anchor;
  }
}

TEST(ByVersion, JoinsNeighbours) {
  const auto words = [](const std::vector<std::string>& values) {
    return ByVersion(kThree, values);
  };
  EXPECT_EQ(words({"1", "1", "1"}), "1");
  EXPECT_EQ(words({"1", "1", "?"}), "1 to 0.2, ? from 0.3");
  EXPECT_EQ(words({"-", "*", "-"}), "* in 0.2");
  EXPECT_EQ(words({"-", "?", "?"}), "? from 0.2");
  EXPECT_EQ(words({"-", "-", "-"}), "");
}

struct Toy {
  std::string a;
  std::string b;
  std::vector<std::string> c;
};
constexpr stdlib::ElementDecl kElements[] = {
    stdlib::Required(stdlib::Choice(stdlib::Text<&Toy::a>("a", "first"), 1)),
    stdlib::Required(stdlib::Choice(stdlib::In(stdlib::Text<&Toy::b>("b"), kV0_2), 1)),
    stdlib::Required(stdlib::Repeated(stdlib::Text<&Toy::c>("c"), kV0_3)),
};
constexpr stdlib::AttributeDecl kAttributes[] = {
    stdlib::Required(stdlib::Attribute<&Toy::a>("x")),
    stdlib::In(stdlib::Attribute<&Toy::a>("y", "new"), kV0_3),
};
constexpr stdlib::StructDecl kToy{.name = "toy", .elements = kElements, .attributes = kAttributes};

TEST(Block, ShowsWhatIsDeclared) {
  Block block(kThree);
  block.AddRoot("toy", kToy);
  EXPECT_EQ(block.Format(),
            "```text\n"
            "<toy x=\"text\">\n"
            "  y=\"text\"      ? from 0.3            new\n"
            "  one of:       1\n"
            "    <a> text                          first\n"
            "    <b> text    from 0.2\n"
            "  <c> text      1 to 0.2, + from 0.3\n"
            "```\n");
}

TEST(Page, HasKindsAndFunctions) {
  const std::string page = Page();
  EXPECT_THAT(page, HasSubstr("\n### shell\n"));
  EXPECT_THAT(page, HasSubstr("`uri:oozie:shell-action:` 0.1, 0.2, 0.3 and 1.0"));
  EXPECT_THAT(page, HasSubstr("| `wf:conf(name)` | String | both | reads the job |"));
  EXPECT_THAT(page, HasSubstr("| `KB` | 1024 |"));
}

}  // namespace
}  // namespace hpdl::language
