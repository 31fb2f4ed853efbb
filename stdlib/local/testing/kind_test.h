#ifndef HPDL_STDLIB_LOCAL_TESTING_KIND_TEST_H_
#define HPDL_STDLIB_LOCAL_TESTING_KIND_TEST_H_

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/engines/workflow/testing/fake_context.h"
#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/world/files/file_operations.h"
#include "stdlib/core/schema.h"

namespace hpdl::stdlib::testing {

/// The base class of the tests of one kind. It has a job's directory, which is removed after the
/// test, and sets arguments by the names of their elements.
class KindTest : public ::testing::Test {
 protected:
  explicit KindTest(std::span<const ElementDecl> elements) : ctx_(job_), elements_(elements) {}

  void Add(std::string_view element, std::string text, std::vector<rt::ArgNode> children = {}) {
    ctx_.arguments.children.push_back(
        rt::testing::Argument(Field(element), std::move(text), std::move(children)));
  }
  void AddProperty(const std::string& name, const std::string& value) {
    using rt::testing::Argument;
    Add("configuration", "", {Argument(0, "", {Argument(0, name), Argument(1, value)})});
  }
  /// Makes the program bin/NAME of a tool, and returns the directory that has bin/.
  std::string InstallTool(const std::string& name) const {
    std::string home = job_ + "/home";
    std::filesystem::create_directories(home + "/bin");
    const std::string program = home + "/bin/" + name;
    std::ofstream(program) << "#!/bin/sh\n";
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
    return home;
  }
  void Clear() { ctx_.arguments.children.clear(); }

  const rt::testing::TemporaryFolder temporary_;
  const std::string job_ = temporary_.path();
  rt::testing::FakeContext ctx_;

 private:
  std::uint32_t Field(std::string_view name) const {
    for (std::uint32_t i = 0; i < elements_.size(); ++i) {
      if (elements_[i].name == name) {
        return i;
      }
    }
    ADD_FAILURE() << "no element " << name;
    return 0;
  }

  const std::span<const ElementDecl> elements_;
};

}  // namespace hpdl::stdlib::testing

#endif  // HPDL_STDLIB_LOCAL_TESTING_KIND_TEST_H_
