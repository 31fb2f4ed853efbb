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
  };
  for (const auto& [text, url] : cases) {
    const Result<std::string> proxy = NotificationProxyUrl(text);
    ASSERT_TRUE(proxy.ok()) << text;
    EXPECT_EQ(*proxy, url);
  }
}

TEST(NotificationProxyUrl, RefusesTheRestWithoutShowingIt) {
  for (const char* text :
       {"geheim", "geheim:", ":80", "geheim:0", "geheim:65536", "geheim:8o", "ftp@geheim:80",
        "@geheim:80", "joe:geheim@h:80", "http@joe:geheim@h:80", "http://geheim:80",
        "socks@geheim:80/x", "ge heim:80", "[geheim]:80", "[]:80"}) {
    const Result<std::string> proxy = NotificationProxyUrl(text);
    ASSERT_FALSE(proxy.ok()) << text;
    EXPECT_EQ(proxy.error().code, "E0701");
    EXPECT_EQ(proxy.error().message.find("geheim"), std::string::npos);
  }
}

}  // namespace
}  // namespace hpdl::rt
