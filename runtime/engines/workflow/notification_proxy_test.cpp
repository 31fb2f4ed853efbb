#include "runtime/engines/workflow/notification_proxy.h"

#include <gtest/gtest.h>

namespace hpdl::rt {
namespace {

TEST(NotificationProxyUrl, TakesWhatOozieTakes) {
  const std::pair<const char*, const char*> cases[] = {
      {"", ""},
      {"  ", ""},
      {"proxy.example.com:80", "http://proxy.example.com:80"},
      {" http@10.0.0.1:3128 ", "http://10.0.0.1:3128"},
      {"socks@sockshost:1080", "socks5h://sockshost:1080"},
      {"SOCKS@h:65535", "socks5h://h:65535"},
      {"[::1]:8080", "http://[::1]:8080"},
      {"ftp@h:80", "http://h:80"},
      {"@h:80", "http://h:80"},
      {"user:geheim@h:80", "http://h:80"},
      {"geheim", ""},
      {"geheim:", ""},
      {"h:8o", ""},
      {"h:99999999999", ""},
      {"socks@h:80/x", ""},
  };
  for (const auto& [text, url] : cases) {
    const Result<std::string> proxy = NotificationProxyUrl(text);
    ASSERT_TRUE(proxy.ok()) << text;
    EXPECT_EQ(*proxy, url);
  }
}

TEST(NotificationProxyUrl, RefusesAHostOrPortThatCannotExistWithoutShowingIt) {
  for (const char* text : {":80", "geheim:0", "geheim:-1", "geheim:65536", "http@joe:geheim@h:80",
                           "http://geheim:80", "ge heim:80", "[geheim]:80", "[]:80"}) {
    const Result<std::string> proxy = NotificationProxyUrl(text);
    ASSERT_FALSE(proxy.ok()) << text;
    EXPECT_EQ(proxy.error().code, "E0701");
    EXPECT_EQ(proxy.error().message.find("geheim"), std::string::npos);
  }
}

TEST(NotificationProxyComplaint, TellsWhatIsNotTakenAsItIsWritten) {
  EXPECT_EQ(NotificationProxyComplaint("geheim:65536"),
            "the host or the port of the proxy cannot exist; no notification is sent");
  EXPECT_EQ(NotificationProxyComplaint("geheim"),
            "the proxy is not of the form HOST:PORT or TYPE@HOST:PORT; notifications do not go by "
            "a proxy");
  EXPECT_EQ(NotificationProxyComplaint("ftp@geheim:80"),
            "the type of the proxy is neither http nor socks, so it is taken for http");
  for (const char* text : {"", " ", "h:80", "http@h:80", "SOCKS@h:80"}) {
    EXPECT_EQ(NotificationProxyComplaint(text), "") << text;
  }
}

}  // namespace
}  // namespace hpdl::rt
