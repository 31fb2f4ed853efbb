#ifndef HPDL_RUNTIME_PROGRAMS_CLIENT_TESTING_CLIENT_COMMANDS_H_
#define HPDL_RUNTIME_PROGRAMS_CLIENT_TESTING_CLIENT_COMMANDS_H_

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/ground/base/text_parts.h"
#include "runtime/programs/client/commands.h"
#include "runtime/programs/client/testing/fake_oozie.h"

namespace hpdl::client::testing {

/// Runs command lines inside the test process against a server of the test.
class ClientCommands : public ::testing::Test {
 protected:
  struct Said {
    int code = 0;
    std::string out, err;
  };

  void SetUp() override {
    for (const char* name :
         {"OOZIE_URL", "OOZIE_AUTH", "OOZIE_DEBUG", "OOZIE_TIMEZONE", "OOZIE_CLIENT_OPTS"}) {
      ::unsetenv(name);
    }
    ::setenv("TZ", "UTC", 1);
  }

  /// Runs a command. '|' separates the words in `words`, and '' is an empty word. `before` contains
  /// options for the JVM of Oozie's client.
  Said Run(std::string_view words, std::vector<std::string> before = {}) {
    std::vector<std::string> line{"-Duser.home=" + home_.path(), "-Duser.name=joe"};
    line.insert(line.end(), before.begin(), before.end());
    for (const std::string_view word : rt::Split(words, '|')) {
      line.emplace_back(word == "''" ? "" : word);
      if (line.size() == before.size() + 3) {
        line.insert(line.end(), {"-oozie", server_.url()});
      }
    }
    ::testing::internal::CaptureStdout();
    ::testing::internal::CaptureStderr();
    Said said;
    said.code = RunClient(std::move(line), true);
    said.out = ::testing::internal::GetCapturedStdout();
    said.err = ::testing::internal::GetCapturedStderr();
    return said;
  }

  /// Returns all requests except the requests for versions: "LINE", "LINE TYPE", "LINE TYPE BODY".
  std::vector<std::string> Asked() {
    std::vector<std::string> asked;
    for (auto& request : server_.requests()) {
      if (request.line.find("/versions") == std::string::npos) {
        const std::string& type = request.headers["content-type"];
        asked.push_back(request.line + (type.empty() ? "" : " " + type) +
                        (request.body.empty() ? "" : " " + request.body));
      }
    }
    return asked;
  }

  /// Writes a file in the user's home folder and returns its path.
  std::string Write(const std::string& name, const std::string& text) const {
    const std::string path = home_.path() + "/" + name;
    std::ofstream(path) << text;
    return path;
  }

  FakeOozie server_;
  rt::testing::TemporaryFolder home_;
};

/// Replaces each ruler of 132 dashes, which is long in a test, by "<ruler>".
inline std::string WithShortRulers(std::string text) {
  const std::string ruler(132, '-');
  for (std::size_t at; (at = text.find(ruler)) != std::string::npos;) {
    text.replace(at, ruler.size(), "<ruler>");
  }
  return text;
}

}  // namespace hpdl::client::testing

#endif  // HPDL_RUNTIME_PROGRAMS_CLIENT_TESTING_CLIENT_COMMANDS_H_
