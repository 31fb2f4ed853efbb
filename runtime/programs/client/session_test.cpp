#include "runtime/programs/client/session.h"

#include "runtime/programs/client/testing/client_commands.h"

namespace hpdl::client {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

using SessionCommands = testing::ClientCommands;

TEST_F(SessionCommands, NegotiateTheHighestVersionThatBothKnow) {
  server_.Give({}, {"[0,1]"});
  EXPECT_EQ(Run("job|-start|1-W").code, 0);
  EXPECT_THAT(Asked(), ElementsAre("PUT /oozie/v1/job/1-W?action=start"));
  EXPECT_EQ(server_.requests().front().line, "GET /oozie/versions");
  server_.Give({}, {"[0]"});
  EXPECT_EQ(Run("admin|-status").code, 0);
  EXPECT_THAT(Asked(), ElementsAre("GET /oozie/v0/admin/status"));
  const Said newer = Run("admin|-systemmode|normal");
  EXPECT_THAT(newer.out, StartsWith("Option not supported in target server. Supported only on"));
  EXPECT_EQ(newer.err, "Error: UNSUPPORTED_VERSION : java.lang.Exception\n");
  EXPECT_EQ(Run("job|-ignore|1-C").err,
            "Error: UNSUPPORTED_VERSION : Protocol version 2 is not supported\n");
  server_.Give({}, {"[3,4]"});
  EXPECT_EQ(Run("jobs").err,
            "Error: UNSUPPORTED_VERSION : Supported version [2] or less, Unsupported "
            "versions[34]\n");
  server_.Give({}, {"{}"});
  EXPECT_EQ(Run("jobs").err, "Error: HTTP error : no response message\n");
  server_.Give({}, {"", 404});
  EXPECT_EQ(Run("jobs").err, "Error: HTTP error code: 404 : Words\n");
}

TEST_F(SessionCommands, IdentifyTheUserWhereTheServerWantsIt) {
  server_.Give({}, {"[2]", 200, "Set-Cookie: hadoop.auth=token; Path=/\r\n"});
  EXPECT_EQ(Run("job|-start|1-W|-auth|SIMPLE").code, 0);
  auto requests = server_.requests();
  ASSERT_EQ(requests.size(), 3U);
  EXPECT_EQ(requests[0].line, "OPTIONS /oozie/versions?user.name=joe");
  EXPECT_EQ(requests[1].line, "GET /oozie/versions");
  EXPECT_EQ(requests[1].headers["cookie"], "hadoop.auth=token");
  EXPECT_EQ(requests[2].headers["cookie"], "hadoop.auth=token");
}

TEST_F(SessionCommands, SayThatNobodyIsLetIn) {
  server_.Give({}, {"", 401});
  const std::string refusal =
      "Could not authenticate, Authentication failed, status: 401, message: Words";
  Said said = Run("jobs");
  EXPECT_THAT(said.err, StartsWith("AUTHENTICATION : " + refusal + "\n"));
  EXPECT_THAT(said.err, HasSubstr("IO_ERROR : java.io.IOException: Error while connecting Oozie "
                                  "server. No of retries = 1. Exception = " +
                                  refusal));
  EXPECT_EQ(server_.requests().size(), 2U) << "the versions, and OPTIONS with the name";
  server_.Give({}, {"", 401, "WWW-Authenticate: Negotiate\r\n"});
  EXPECT_THAT(Run("jobs").err, HasSubstr("the server wants Kerberos, which this client"));
  EXPECT_EQ(server_.requests().size(), 1U);
  server_.Give({}, {"", 403});
  EXPECT_EQ(Run("jobs|-auth|simple").code, 255);
  EXPECT_EQ(server_.requests().size(), 1U) << "OPTIONS alone: it is refused";
  server_.Give({});
  EXPECT_THAT(Run("jobs|-auth|other").err, HasSubstr("Authenticator class not found [null]"));
  EXPECT_THAT(server_.requests(), IsEmpty());
}

TEST_F(SessionCommands, GiveNameAndPassword) {
  server_.Give({}, {"", 401});
  EXPECT_EQ(Run("jobs|-username|joe|-password|secret").err,
            "Error: HTTP error code: 401 : Words\n");
  ASSERT_EQ(server_.requests().size(), 1U);
  EXPECT_EQ(server_.requests()[0].headers["authorization"], "Basic am9lOnNlY3JldA==");
  server_.Give({});
  EXPECT_EQ(Run("jobs|-username|joe").err,
            "Error: No password specified, it is required, if username is set!\n");
  EXPECT_EQ(Run("jobs|-password|x").err,
            "Error: No username specified, it is required, if password is set!\n");
  EXPECT_EQ(Run("jobs|-auth|BASIC").err,
            "Error: BASIC authentication requires -username and -password to set!\n");
  EXPECT_THAT(server_.requests(), IsEmpty());
}

TEST_F(SessionCommands, PrintEachRequestWhereDebuggingIsWanted) {
  server_.Give({});
  const std::string line = "PUT " + server_.url() + "/v2/job/1-W?action=start\n";
  EXPECT_EQ(Run("job|-start|1-W|-debug").out, " Auth type : null\n" + line);
  EXPECT_EQ(Run("job|-rerun|1-W|-D|a=b|-debug|-auth|simple").out,
            " Auth type : simple\nPUT " + server_.url() +
                "/v2/job/1-W?action=rerun&user=joe\n<?xml version=\"1.0\" "
                "encoding=\"UTF-8\"?><configuration>\n<property><name>a</name>"
                "<value>b</value></property>\n<property><name>user.name</name>"
                "<value>joe</value></property>\n</configuration>\n");
  const std::pair<const char*, std::string> levels[] = {
      {"1", line},
      {"0", ""},
      {"-1", ""},
      {"", ""},
      {"x", "Unable to parse the debug settings. May be not an integer [x]\n"}};
  for (const auto& [level, out] : levels) {
    ::setenv("OOZIE_DEBUG", level, 1);
    EXPECT_EQ(Run("job|-start|1-W").out, out) << level;
  }
  ::unsetenv("OOZIE_DEBUG");
}

TEST_F(SessionCommands, TakeHeadersAndTheServerFromOutside) {
  server_.Give({});
  EXPECT_EQ(Run("job|-start|1-W", {"-Dheader:X-Team=data"}).code, 0);
  EXPECT_EQ(server_.requests().back().headers["x-team"], "data");
  ::setenv("OOZIE_URL", (server_.url() + "/").c_str(), 1);
  server_.Give({});
  EXPECT_EQ(RunClient({"-Duser.home=" + home_.path(), "job", "-start", "2-W"}, false), 0);
  EXPECT_THAT(Asked(), ElementsAre("PUT /oozie/v2/job/2-W?action=start"));
  ::unsetenv("OOZIE_URL");
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(RunClient({"jobs"}, false), 255);
  EXPECT_THAT(::testing::internal::GetCapturedStderr(),
              HasSubstr("Oozie URL is not available neither in command option or in the"));
}

TEST_F(SessionCommands, SayHowOftenNobodyListened) {
  const std::vector<std::string> once{"-Doozie.connection.retry.count=0"};
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(RunClient({once[0], "jobs", "-oozie", "http://127.0.0.1:1/oozie"}, false), 255);
  EXPECT_EQ(::testing::internal::GetCapturedStderr(),
            "java.net.ConnectException: Connection refused\nError: IO_ERROR : java.io.IOException: "
            "Error while connecting Oozie server. No of retries = 1. Exception = Connection "
            "refused\n");
  for (const auto& [url, why] : {std::pair("nowhere", "no protocol: nowhere/versions"),
                                 std::pair("ftp://a/oozie", "unknown protocol: ftp")}) {
    ::testing::internal::CaptureStderr();
    EXPECT_EQ(RunClient({once[0], "jobs", "-oozie", url}, false), 255);
    EXPECT_EQ(::testing::internal::GetCapturedStderr(),
              std::string("Error: IO_ERROR : java.net.MalformedURLException: ") + why + "\n");
  }
}

}  // namespace
}  // namespace hpdl::client
