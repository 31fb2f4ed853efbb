#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "runtime/engines/workflow/testing/fake_context.h"
#include "runtime/ground/base/testing/temporary_folder.h"
#include "stdlib/actions/email/email.kind.h"

extern "C" const hpdl_kind hpdl_kind_email;

namespace hpdl::stdlib {
namespace {

using rt::ErrorClass;
using rt::testing::Argument;
using testing::ElementsAre;
using testing::HasSubstr;

/// Records the messages to send, and gives the answer that the test has set.
class FakeNetwork : public rt::Network {
 public:
  rt::Task<rt::Result<rt::HttpReply>> Send(rt::HttpRequest) override { co_return rt::Error{}; }
  rt::Task<rt::Result<rt::MailReply>> SendMail(rt::MailRequest request) override {
    std::stringstream text;
    text << std::ifstream(request.message_file).rdbuf();
    message = text.str();
    sent.push_back(std::move(request));
    co_return answer;
  }
  std::vector<rt::MailRequest> sent;
  std::string message;
  rt::Result<rt::MailReply> answer = rt::MailReply{250, "2.0.0 OK"};
};

class Context : public rt::testing::FakeContext {
 public:
  using FakeContext::FakeContext;
  rt::Network* network() override { return the_network; }
  rt::Network* the_network = nullptr;
};

class EmailTest : public testing::Test {
 protected:
  void SetUp() override {
    ctx_ = std::make_unique<Context>(folder_);
    ctx_->the_network = &network_;
    Set("to", "joe@example.org");
    Set("subject", "done");
    Set("body", "all well");
  }

  void Set(std::string_view element, std::string text) {
    std::vector<rt::ArgNode>& children = ctx_->arguments.children;
    for (std::uint32_t i = 0; i < std::size(kEmailElements); ++i) {
      if (kEmailElements[i].name == element) {
        std::erase_if(children, [i](const rt::ArgNode& node) { return node.field == i; });
        children.push_back(Argument(i, std::move(text)));
        return;
      }
    }
  }
  void Site(const std::string& name, const std::string& value) {
    site_ += "<property><name>" + name + "</name><value>" + value + "</value></property>";
    std::ofstream(folder_ + "/site.xml") << "<configuration>" + site_ + "</configuration>";
    auto site = rt::Site::Load(folder_ + "/site.xml");
    ASSERT_TRUE(site) << site.error().message;
    ctx_->the_site = std::move(*site);
  }
  rt::Outcome Run() { return ctx_->Run(hpdl_kind_email); }
  /// Returns the class, code and message of the failure, or "" after a success.
  std::string Failure() {
    const rt::Outcome outcome = Run();
    return outcome.error ? std::string(rt::ErrorClassName(outcome.error->error_class)) + " " +
                               outcome.error->code + " " + outcome.error->message
                         : "";
  }

  const rt::testing::TemporaryFolder temporary_;
  const std::string folder_ = temporary_.path();
  std::string site_;
  FakeNetwork network_;
  std::unique_ptr<Context> ctx_;
};

TEST_F(EmailTest, DefaultsAndOutcome) {
  const rt::Outcome outcome = Run();
  ASSERT_FALSE(outcome.error) << outcome.error->message;
  EXPECT_EQ(outcome.external_id, ctx_->attempt_tag);
  EXPECT_EQ(outcome.external_status, "OK");
  ASSERT_EQ(network_.sent.size(), 1U);
  const rt::MailRequest& request = network_.sent[0];
  EXPECT_EQ(request.host, "localhost");
  EXPECT_EQ(request.port, 25);
  EXPECT_FALSE(request.start_tls || request.implicit_tls);
  EXPECT_EQ(request.user + request.password, "");
  EXPECT_EQ(request.from, "oozie@localhost");
  EXPECT_EQ(request.total_ms, 10000);
  EXPECT_THAT(network_.message, HasSubstr("Message-ID: <" + ctx_->attempt_tag + "@localhost>"));
  EXPECT_FALSE(std::ifstream(network_.sent.back().message_file)) << "nobody needs it again";
}

TEST_F(EmailTest, RecipientsOnceEachAndBccOnlyOnTheEnvelope) {
  Set("to", "a@x, \"B, b\" <b@x>");
  Set("cc", "a@x,c@x");
  Set("bcc", "d@x");
  EXPECT_EQ(Failure(), "");
  EXPECT_EQ(network_.sent[0].to, (std::vector<std::string>{"a@x", "b@x", "c@x", "d@x"}));
  EXPECT_EQ(network_.message.find("d@x"), std::string::npos);
}

TEST_F(EmailTest, SiteSettings) {
  Site("oozie.email.smtp.host", "mail.example.org");
  Site("oozie.email.smtp.port", "587");
  Site("oozie.email.smtp.starttls.enable", "true");
  Site("oozie.email.smtp.username", "me");
  Site("oozie.email.smtp.password", "secret");
  Site("oozie.email.from.address", "Flow &lt;flow@example.org&gt;");
  EXPECT_EQ(Failure(), "");
  EXPECT_EQ(network_.sent[0].user, "") << "without .auth there is no login";
  Site("oozie.email.smtp.auth", "true");
  EXPECT_EQ(Failure(), "");
  const rt::MailRequest& request = network_.sent[1];
  EXPECT_EQ(request.host, "mail.example.org");
  EXPECT_TRUE(request.start_tls);
  EXPECT_EQ(request.user + "/" + request.password, "me/secret");
  EXPECT_EQ(request.from, "flow@example.org");
  Site("oozie.email.smtp.port", "465");
  EXPECT_EQ(Failure(), "");
  EXPECT_TRUE(network_.sent[2].implicit_tls);
}

TEST_F(EmailTest, WhatTheServerSays) {
  const auto says = [this](int code, const char* line) {
    network_.answer = rt::MailReply{code, line};
    return Failure();
  };
  EXPECT_EQ(says(421, "4.3.2 later"),
            "transient EM007 localhost:25 refused the message: 421 4.3.2 later");
  EXPECT_EQ(says(550, "5.1.1 no\r\nsuch user"),
            "error EM007 localhost:25 refused the message: 550 5.1.1 no  such user");
  EXPECT_THAT(says(535, "no"), HasSubstr("non-transient EM007"));
  EXPECT_THAT(says(0, ""), HasSubstr("transient EM007"));
  network_.answer = rt::Error{ErrorClass::kTransient, "NET_CONNECT", "refused"};
  EXPECT_EQ(Failure(), "transient EM007 cannot send: refused");
  network_.answer = rt::Error{ErrorClass::kNonTransient, "NET_TLS", "unknown issuer"};
  EXPECT_EQ(Failure(), "non-transient EM007 cannot send: unknown issuer");
}

TEST_F(EmailTest, WhatNobodyAnsweredKeepsItsMessageId) {
  const std::string first = ctx_->attempt_tag;
  network_.answer = rt::Error{ErrorClass::kTransient, "NET_BROKEN", "cut"};
  EXPECT_EQ(Failure(), "transient EM007 cannot send: cut");
  EXPECT_THAT(ctx_->recorded, ElementsAre("unanswered " + first));
  ctx_->attempt_tag = "hpdl-second";
  EXPECT_EQ(Failure(), "transient EM007 cannot send: cut");
  EXPECT_THAT(network_.message, HasSubstr("Message-ID: <" + first + "@localhost>"));
  EXPECT_EQ(ctx_->recorded.size(), 1U) << "nothing is new";
  network_.answer = rt::MailReply{451, "later"};
  EXPECT_THAT(Failure(), HasSubstr("transient EM007"));
  EXPECT_EQ(ctx_->position, "") << "it was answered: the next one is a new message";
  network_.answer = rt::MailReply{250, "taken"};
  EXPECT_EQ(Run().external_id, "hpdl-second");
  EXPECT_THAT(network_.message, HasSubstr("Message-ID: <hpdl-second@localhost>"));
}

TEST_F(EmailTest, RefusedBeforeAnythingIsSent) {
  Set("to", " ");
  EXPECT_EQ(Failure(), "error EM001 the element <to> has no recipient");
  Set("to", "a@x\nBcc: y@z");
  EXPECT_THAT(Failure(), HasSubstr("error EM004 to: "));
  Set("to", "a@x");
  Set("cc", "no body");
  EXPECT_THAT(Failure(), HasSubstr("error EM004 cc: 'no body'"));
  Set("cc", "");
  Set("subject", "a\nX: y");
  EXPECT_THAT(Failure(), HasSubstr("error EM005 the subject"));
  Set("subject", "a");
  Set("content_type", "html");
  EXPECT_THAT(Failure(), HasSubstr("error EM005 content_type 'html'"));
  Set("content_type", "");
  Site("oozie.email.from.address", "a@b,c@d");
  EXPECT_THAT(Failure(), HasSubstr("EM004 oozie.email.from.address"));
  EXPECT_TRUE(network_.sent.empty());
}

TEST_F(EmailTest, Attachments) {
  ctx_->files.emplace_back("conf/a.txt", "bundled");
  std::ofstream(folder_ + "/b.txt") << "local";
  Set("attachment", "conf/a.txt, file://" + folder_ + "/b.txt,");
  EXPECT_EQ(Failure(), "");
  EXPECT_THAT(network_.message, HasSubstr("filename=\"a.txt\""));
  EXPECT_THAT(network_.message, HasSubstr("YnVuZGxlZA=="));
  EXPECT_THAT(network_.message, HasSubstr("filename=\"b.txt\""));
  EXPECT_THAT(network_.message, HasSubstr("bG9jYWw="));
  Site("hpdl.email.attachment.max", "11");
  EXPECT_THAT(Failure(), HasSubstr("more than 11 bytes (hpdl.email.attachment.max)"));
  Site("oozie.email.attachment.enabled", "false");
  EXPECT_EQ(Failure(), "");
  EXPECT_EQ(network_.message.find("filename"), std::string::npos);
  EXPECT_THAT(network_.message, HasSubstr("sends no attachments"));
}

TEST_F(EmailTest, AttachmentsThatAreNotThere) {
  for (const char* path :
       {"none.txt", "/no/such", "/tmp", "ftp://x/y", "hdfs://nn/x", "file://h/x"}) {
    Set("attachment", path);
    EXPECT_THAT(Failure(), HasSubstr(std::string("error EM008 attachment ") + path)) << path;
  }
  EXPECT_TRUE(network_.sent.empty());
}

TEST_F(EmailTest, MessageElementOfOldSchemas) {
  ctx_->argument_shape = 2;
  ctx_->arguments.children = {Argument(0, "a@x"), Argument(1, "s"), Argument(2, "text of HWS")};
  EXPECT_EQ(Failure(), "");
  EXPECT_THAT(network_.message, HasSubstr("text of HWS\r\n"));
}

}  // namespace
}  // namespace hpdl::stdlib
