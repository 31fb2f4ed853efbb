#include "runtime/world/hadoop/web_hdfs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <fstream>
#include <iterator>

#include "runtime/world/files/await.h"

namespace hpdl::rt {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Gives prepared replies in order, and keeps the requests.
class FakeNetwork : public Network {
 public:
  Task<Result<HttpReply>> Send(HttpRequest request) override {
    asked.push_back(request.method + " " + request.url);
    redirects = request.redirects;
    once = request.once;
    file_limit = request.file_limit;
    crawl_ms = request.crawl_ms;
    body_file = request.body_file;
    if (!request.reply_file.empty() && !replies.empty() && replies.front()) {
      std::ofstream(request.reply_file) << replies.front()->body;
    }
    if (replies.empty()) {
      co_return Error{ErrorClass::kTransient, "NET_CONNECT", "nobody there"};
    }
    Result<HttpReply> reply = std::move(replies.front());
    replies.pop_front();
    co_return reply;
  }
  Task<Result<MailReply>> SendMail(MailRequest) override { co_return MailReply{}; }
  void Reply(int status, std::string body) {
    HttpReply reply;
    reply.status = status;
    reply.body = std::move(body);
    replies.emplace_back(std::move(reply));
  }
  void Refuse(const std::string& exception) {
    Reply(403, R"({"RemoteException":{"exception":")" + exception + R"(","message":"m"}})");
  }
  void Break(const char* code) {
    replies.emplace_back(Error{ErrorClass::kTransient, code, "broken"});
  }

  std::deque<Result<HttpReply>> replies;
  std::vector<std::string> asked;
  int redirects = 0;
  bool once = false;
  std::int64_t file_limit = 0, crawl_ms = 0;
  std::string body_file;
};

class WebHdfsTest : public ::testing::Test {
 protected:
  WebHdfs Files(std::string proxy = "") {
    return WebHdfs(NameNode(network_, service_, "joe", std::move(proxy), 1000), "/user");
  }
  FakeNetwork network_;
  std::shared_ptr<NameService> service_ =
      std::make_shared<NameService>(NameService{"hdfs://c", {"http://a", "http://b"}});
};

TEST_F(WebHdfsTest, OnlyARenameMustNotBeRepeated) {
  network_.Reply(200, "");
  EXPECT_TRUE(Await(Files().Rename("/a", "/b")).ok());
  EXPECT_TRUE(network_.once);
  network_.Reply(200, R"({"boolean":true})");
  EXPECT_TRUE(Await(Files().MakeDirectories("/d")).ok());
  EXPECT_FALSE(network_.once);
}

TEST_F(WebHdfsTest, PathsAndParametersAreEncoded) {
  network_.Reply(200, "");
  EXPECT_TRUE(Await(Files().Rename("/a b/%+ü", "/x&y=z#")).ok());
  EXPECT_THAT(network_.asked,
              ElementsAre("PUT http://a/webhdfs/v1/a%20b/%25%2B%C3%BC?op=RENAME&destination="
                          "%2Fx%26y%3Dz%23&renameoptions=NONE&user.name=joe"));
}

TEST_F(WebHdfsTest, ContentGoesToTheDataNodeOnly) {
  network_.Reply(307, "");
  network_.replies.back()->headers = {{"Location", "http://data/f?x"}};
  network_.Reply(201, "");
  EXPECT_TRUE(Await(Files().Upload("/here", "/f")).ok());
  EXPECT_THAT(network_.asked,
              ElementsAre(HasSubstr("op=CREATE&overwrite=true"), "PUT http://data/f?x"));
  EXPECT_EQ(network_.body_file, "/here");
  network_.Reply(201, "");
  EXPECT_EQ(Await(Files().Upload("/here", "/f")).error().code, "E0902");
  EXPECT_EQ(network_.body_file, "");
}

TEST_F(WebHdfsTest, ARequestEndsAlsoWhereBytesDrop) {
  network_.Reply(200, R"({"boolean":true})");
  EXPECT_TRUE(Await(Files().MakeDirectories("/d")).ok());
  EXPECT_EQ(network_.crawl_ms, 10'000) << "ten time-outs";
}

TEST_F(WebHdfsTest, ARedirectToAFileIsNotWebHdfs) {
  network_.replies.emplace_back(Error{ErrorClass::kNonTransient, "NET_URL", "neither http"});
  EXPECT_EQ(Await(Files().Read("/f", 100)).error().code, "E0902");
  network_.replies.emplace_back(Error{ErrorClass::kNonTransient, "NET_TLS", "untrusted"});
  EXPECT_EQ(Await(Files().Read("/f", 100)).error().code, "JA002");
  network_.replies.emplace_back(Error{ErrorClass::kNonTransient, "NET_FILE", "no space"});
  EXPECT_EQ(Await(Files().Read("/f", 100)).error().code, "NET_FILE");
}

TEST_F(WebHdfsTest, WhoeverIsContentWithAnythingHasDoneNothing) {
  const auto code = [](Task<Result<void>> task) {
    const Result<void> done = Await(std::move(task));
    return done ? "" : std::string(ErrorClassName(done.error().error_class)) + done.error().code;
  };
  OwnershipChange change;
  change.mode = 0700;
  for (const int status : {200, 202}) {
    for (const char* body : {"<html>", "{}"}) {
      for (int i = 0; i < 6; ++i) {
        network_.Reply(status, body);
      }
      WebHdfs files = Files();
      EXPECT_EQ(code(files.MakeDirectories("/d")), "non-transientE0902") << body;
      EXPECT_EQ(code(files.Delete("/d")), "non-transientE0902") << body;
      EXPECT_EQ(code(files.Rename("/d", "/e")), "non-transientE0902") << body;
      EXPECT_EQ(code(files.Change("/d", change)), "non-transientE0902") << body;
      EXPECT_EQ(code(files.SetReplication("/d", 1)), "non-transientE0902") << body;
      EXPECT_EQ(code(files.Touch("/d")), "non-transientE0902") << body;
    }
  }
  network_.Reply(307, "");
  network_.replies.back()->headers = {{"Location", "http://elsewhere/"}};
  network_.Reply(200, "<html>");
  EXPECT_EQ(code(Files().Upload("/here", "/f")), "non-transientE0902");
}

TEST_F(WebHdfsTest, AProxyUserAsksForTheUser) {
  network_.Reply(200, R"({"boolean":true})");
  EXPECT_TRUE(Await(Files("oozie").MakeDirectories("/d")).ok());
  EXPECT_THAT(network_.asked[0], HasSubstr("user.name=oozie&doas=joe"));
}

TEST_F(WebHdfsTest, GoesOnToTheActiveNameNodeAndStaysThere) {
  network_.Refuse("StandbyException");
  network_.Reply(200, R"({"boolean":true})");
  network_.Reply(200, R"({"boolean":true})");
  WebHdfs files = Files();
  EXPECT_TRUE(Await(files.MakeDirectories("/d")).ok());
  EXPECT_TRUE(Await(files.Delete("/d")).ok());
  EXPECT_THAT(network_.asked, ElementsAre(HasSubstr("http://a/"), HasSubstr("http://b/"),
                                          HasSubstr("DELETE http://b/")));
}

TEST_F(WebHdfsTest, WithoutAnyNameNodeItIsTransient) {
  const auto made = Await(Files().MakeDirectories("/d"));
  EXPECT_EQ(made.error().error_class, ErrorClass::kTransient);
  EXPECT_EQ(made.error().code, "JA006");
  EXPECT_EQ(network_.asked.size(), 2U);
}

TEST_F(WebHdfsTest, ARequestThatMayHaveBeenDoneIsNotSentElsewhere) {
  network_.Break("NET_BROKEN");
  EXPECT_EQ(Await(Files().Rename("/a", "/b")).error().code, "JA009");
  EXPECT_EQ(network_.asked.size(), 1U);
}

TEST_F(WebHdfsTest, ARenameThatSaysFalseIsAnError) {
  network_.Reply(200, R"({"boolean":false})");
  EXPECT_EQ(Await(Files().Rename("/a", "/b")).error().error_class, ErrorClass::kError);
}

TEST_F(WebHdfsTest, DeletingNothingIsFine) {
  network_.Reply(200, R"({"boolean":false})");
  EXPECT_TRUE(Await(Files().Delete("/a")).ok());
}

TEST_F(WebHdfsTest, AFileThatIsThereGetsANewTime) {
  network_.Refuse("FileAlreadyExistsException");
  network_.Reply(200, "");
  EXPECT_TRUE(Await(Files().Touch("/f")).ok());
  EXPECT_THAT(network_.asked[1], HasSubstr("op=SETTIMES&modificationtime="));
}

TEST_F(WebHdfsTest, DirectoriesComeInParts) {
  network_.Reply(200, R"({"DirectoryListing":{"partialListing":{"FileStatuses":{"FileStatus":[
      {"pathSuffix":"a","type":"FILE","length":3},{"pathSuffix":"b c","type":"DIRECTORY"}]}},
      "remainingEntries":1}})");
  network_.Reply(200, R"({"DirectoryListing":{"partialListing":{"FileStatuses":{"FileStatus":[
      {"pathSuffix":"d","type":"FILE","length":4}]}},"remainingEntries":0}})");
  EXPECT_EQ(*Await(Files().DirectorySize("/x")), 7);
  EXPECT_THAT(network_.asked[1], HasSubstr("op=LISTSTATUS_BATCH&startAfter=b%20c"));
}

TEST_F(WebHdfsTest, APartThatComesTwiceIsTheEnd) {
  for (int i = 0; i < 3; ++i) {
    network_.Reply(200, R"({"DirectoryListing":{"partialListing":{"FileStatuses":{"FileStatus":[
        {"pathSuffix":"a","type":"FILE","length":3}]}},"remainingEntries":1}})");
  }
  EXPECT_EQ(Await(Files().DirectorySize("/x")).error().code, "E0902");
  EXPECT_EQ(network_.asked.size(), 2U) << "it would never be over";
}

TEST_F(WebHdfsTest, APartOfADirectoryIsOneRequest) {
  network_.Reply(200, R"({"DirectoryListing":{"partialListing":{"FileStatuses":{"FileStatus":[
      {"pathSuffix":"2026-01","type":"DIRECTORY"}]}},"remainingEntries":9}})");
  const auto part = Await(Files().EntriesAfter("/x", "2026-"));
  ASSERT_TRUE(part) << part.error().message;
  ASSERT_EQ(part->entries.size(), 1U);
  EXPECT_EQ(part->entries[0].name, "2026-01");
  EXPECT_TRUE(part->more);
  EXPECT_THAT(network_.asked, ElementsAre(HasSubstr("/x?op=LISTSTATUS_BATCH&startAfter=2026-&")));
}

TEST_F(WebHdfsTest, AllEntriesOfADirectory) {
  network_.Reply(200, R"({"DirectoryListing":{"partialListing":{"FileStatuses":{"FileStatus":[
      {"pathSuffix":".a","type":"FILE","length":3,"modificationTime":5}]}},
      "remainingEntries":1}})");
  network_.Reply(200, R"({"DirectoryListing":{"partialListing":{"FileStatuses":{"FileStatus":[
      {"pathSuffix":"d","type":"DIRECTORY"}]}},"remainingEntries":0}})");
  const auto entries = Await(Files().Entries("/x"));
  ASSERT_TRUE(entries.ok());
  ASSERT_EQ(entries->size(), 2U);
  EXPECT_EQ((*entries)[0].name, ".a");
  EXPECT_EQ((*entries)[0].status.modified_ms, 5);
  EXPECT_EQ((*entries)[1].status.type, FileType::kDirectory);
  network_.Refuse("FileNotFoundException");
  EXPECT_EQ(Await(Files().Entries("/x")).error().code, kNotFound);
}

TEST_F(WebHdfsTest, BlocksAreAskedFor) {
  network_.Reply(200,
                 R"({"BlockLocations":{"BlockLocation":[{"offset":0,"length":4,"hosts":["a"]}]}})");
  EXPECT_EQ(Await(Files().Blocks("/x y"))->at(0).length, 4);
  EXPECT_THAT(network_.asked,
              ElementsAre("GET http://a/webhdfs/v1/x%20y?op=GETFILEBLOCKLOCATIONS&user.name=joe"));
}

TEST_F(WebHdfsTest, APatternListsOnlyWhereItMust) {
  network_.Reply(200, R"({"FileStatuses":{"FileStatus":[{"pathSuffix":"p1","type":"DIRECTORY"},
      {"pathSuffix":"q","type":"DIRECTORY"},{"pathSuffix":"p2","type":"DIRECTORY"}]}})");
  network_.Reply(200, R"({"FileStatus":{"type":"FILE"}})");
  network_.Refuse("FileNotFoundException");
  const auto found = Await(Files().Glob("/in/p*/done", 10));
  ASSERT_TRUE(found.ok());
  EXPECT_THAT(*found, ElementsAre("/in/p1/done"));
  EXPECT_THAT(network_.asked[0], HasSubstr("/webhdfs/v1/in?op=LISTSTATUS_BATCH"));
}

TEST_F(WebHdfsTest, RequestsWaitForTheirTurnAndHandItOn) {
  service_->free = 1;
  WebHdfs files = Files();
  boost::asio::io_context loop(1);
  int done = 0;
  for (int i = 0; i < 3; ++i) {
    network_.Reply(200, R"({"boolean":true})");
    boost::asio::co_spawn(
        loop, files.MakeDirectories("/d"),
        [&](const std::exception_ptr&, const Result<void>& made) { done += made ? 1 : 0; });
  }
  loop.run();
  EXPECT_EQ(done, 3);
  EXPECT_EQ(service_->free, 1);
  EXPECT_TRUE(service_->waiting.empty());
}

TEST_F(WebHdfsTest, APatternThatIsBroken) {
  EXPECT_FALSE(Await(Files().Glob("/in/{a", 10)).ok());
  EXPECT_TRUE(network_.asked.empty());
}

TEST_F(WebHdfsTest, ReadingFollowsTheNameNodeToTheDataNode) {
  network_.Reply(200, "content");
  EXPECT_EQ(*Await(Files().Read("/f", 100)), "content");
  EXPECT_EQ(network_.redirects, 1);
}

constexpr char kFiveBytes[] = R"({"FileStatus":{"type":"FILE","length":5,"blockSize":16}})";

TEST_F(WebHdfsTest, FetchesIntoAFile) {
  const std::string target = ::testing::TempDir() + "hpdl_fetched";
  network_.Reply(200, kFiveBytes);
  network_.Reply(200, "12345");
  ASSERT_TRUE(Await(Files().Fetch("/f", target, 5)).ok());
  EXPECT_THAT(network_.asked.back(), HasSubstr("/f?op=OPEN&length=5&user.name=joe"));
  EXPECT_EQ(network_.redirects, 1);
  EXPECT_EQ(network_.file_limit, 5) << "whoever answers, the disk is not filled";
  std::ifstream stream(target);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(stream), {}), "12345");
  network_.Reply(200, kFiveBytes);
  network_.Reply(200, "123");
  EXPECT_EQ(Await(Files().Fetch("/f", target, 5)).error().error_class, ErrorClass::kTransient);
  network_.Reply(200, kFiveBytes);
  network_.replies.emplace_back(Error{ErrorClass::kError, "HTTP_REPLY_TOO_LONG", "more"});
  const Result<void> more = Await(Files().Fetch("/f", target, 5));
  EXPECT_EQ(more.error().error_class, ErrorClass::kTransient);
  EXPECT_EQ(more.error().code, "JA009");
  DeleteTree(target);
}

TEST_F(WebHdfsTest, DoesNotFetchWhatIsTooLargeOrNoFile) {
  const std::string target = ::testing::TempDir() + "hpdl_not_fetched";
  network_.Reply(200, kFiveBytes);
  EXPECT_THAT(Await(Files().Fetch("/f", target, 4)).error().message, HasSubstr("larger than 4"));
  network_.Reply(404, R"({"RemoteException":{"exception":"FileNotFoundException","message":"m"}})");
  EXPECT_EQ(Await(Files().Fetch("/f", target, 4)).error().code, kNotFound);
  network_.Reply(200, R"({"FileStatus":{"type":"DIRECTORY","length":0,"blockSize":0}})");
  EXPECT_THAT(Await(Files().Fetch("/f", target, 4)).error().message, HasSubstr("directory"));
  EXPECT_EQ(network_.asked.size(), 3U) << "nothing was opened";
}

}  // namespace
}  // namespace hpdl::rt
