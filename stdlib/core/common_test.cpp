#include "stdlib/core/common.h"

#include <gtest/gtest.h>

namespace hpdl::stdlib {
namespace {

rt::ArgNode Node(std::uint32_t field, std::string text, std::vector<rt::ArgNode> children = {}) {
  return {field, 7, std::move(text), std::move(children)};
}

TEST(Decode, GlobalFromItsFields) {
  const rt::ArgNode property = Node(0, "", {Node(0, "n"), Node(1, "v")});
  const rt::ArgNode root = Node(0, "",
                                {Node(1, "rm"), Node(2, "nn"), Node(3, "", {Node(0, "512")}),
                                 Node(4, "a.xml"), Node(4, "b.xml"), Node(5, "", {property})});
  Global global;
  Decode(Global::Decl(), root, &global);
  EXPECT_EQ(global.job_tracker, "rm");
  EXPECT_EQ(global.name_node, "nn");
  ASSERT_TRUE(global.launcher);
  EXPECT_EQ(global.launcher->memory_mb, "512");
  EXPECT_EQ(global.job_xml, (std::vector<std::string>{"a.xml", "b.xml"}));
  ASSERT_EQ(global.configuration.properties.size(), 1u);
  EXPECT_EQ(global.configuration.properties[0].name, "n");
  EXPECT_EQ(global.configuration.properties[0].value, "v");
}

TEST(Decode, CommandsKeepTheirOrder) {
  // `delete` has two attributes, fields 0 and 1. `mkdir` has one attribute.
  const rt::ArgNode root =
      Node(0, "", {Node(1, "", {Node(0, "/b")}), Node(0, "", {Node(0, "/a"), Node(1, "true")})});
  Prepare prepare;
  Decode(Prepare::Decl(), root, &prepare);
  ASSERT_EQ(prepare.commands.size(), 2u);
  EXPECT_EQ(prepare.commands[0].op, FileCommand::Op::kMkdir);
  EXPECT_EQ(prepare.commands[0].path, "/b");
  EXPECT_EQ(prepare.commands[1].op, FileCommand::Op::kDelete);
  EXPECT_TRUE(prepare.commands[1].skip_trash);
  EXPECT_EQ(prepare.commands[1].line, 7u);
}

TEST(Decode, AFlagIsTrueByBeingThere) {
  const rt::ArgNode root = Node(0, "", {Node(0, ""), Node(1, "/a"), Node(2, "755")});
  FileCommand command;
  Decode(kChmodDecl, root, &command);
  EXPECT_TRUE(command.recursive);
  EXPECT_EQ(command.permissions, "755");
  EXPECT_EQ(command.dir_files, "true");
}

}  // namespace
}  // namespace hpdl::stdlib
