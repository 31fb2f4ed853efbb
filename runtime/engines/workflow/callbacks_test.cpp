#include "runtime/engines/workflow/callbacks.h"

#include <gtest/gtest.h>

namespace hpdl::rt {
namespace {

using Fate = CallbackFate;

TEST(Callback, TransitionTable) {
  struct Row {
    std::optional<NodeState> state;
    Fate fresh, same, full;
  };
  constexpr Fate kEnough = Fate::kTooMany;
  const Row rows[] = {
      {std::nullopt, Fate::kUnknown, Fate::kUnknown, Fate::kUnknown},
      {NodeState::kPrep, Fate::kRecorded, Fate::kRepeated, kEnough},
      {NodeState::kRunning, Fate::kRecorded, Fate::kRepeated, kEnough},
      {NodeState::kStartRetry, Fate::kRecorded, Fate::kRepeated, kEnough},
      {NodeState::kStartManual, Fate::kRecorded, Fate::kRepeated, kEnough},
      {NodeState::kEndRetry, Fate::kRecorded, Fate::kRepeated, kEnough},
      {NodeState::kEndManual, Fate::kRecorded, Fate::kRepeated, kEnough},
      {NodeState::kUserRetry, Fate::kRecorded, Fate::kRepeated, kEnough},
      {NodeState::kOk, Fate::kLate, Fate::kLate, Fate::kLate},
      {NodeState::kError, Fate::kLate, Fate::kLate, Fate::kLate},
      {NodeState::kKilled, Fate::kLate, Fate::kLate, Fate::kLate},
      {NodeState::kFailed, Fate::kLate, Fate::kLate, Fate::kLate},
  };
  for (const Row& row : rows) {
    const int state = row.state ? static_cast<int>(*row.state) : -1;
    EXPECT_EQ(JudgeCallback(row.state, false, 0), row.fresh) << state;
    EXPECT_EQ(JudgeCallback(row.state, false, kMostCallbacks - 1), row.fresh) << state;
    EXPECT_EQ(JudgeCallback(row.state, true, 1), row.same) << state;
    EXPECT_EQ(JudgeCallback(row.state, true, kMostCallbacks), row.same) << state;
    EXPECT_EQ(JudgeCallback(row.state, false, kMostCallbacks), row.full) << state;
  }
  EXPECT_EQ(HttpStatus(Fate::kUnknown), 404);
  EXPECT_EQ(HttpStatus(Fate::kTooMany), 429);
  for (const Fate fate : {Fate::kRecorded, Fate::kRepeated, Fate::kLate}) {
    EXPECT_EQ(HttpStatus(fate), 200);
  }
}

std::string Place(std::string_view text) {
  const auto place = ReadCallbackPlace(text);
  return place ? place->host + " " + std::to_string(place->port) : place.error().message;
}

TEST(Callback, Places) {
  EXPECT_EQ(Place("0"), "127.0.0.1 0");
  EXPECT_EQ(Place("localhost:80"), "127.0.0.1 80");
  EXPECT_EQ(Place("10.0.0.1:65535"), "10.0.0.1 65535");
  EXPECT_EQ(Place("*:1"), "0.0.0.0 1");
  EXPECT_EQ(Place("[::1]:8"), "::1 8");
  for (const char* text : {"", ":", ":80", "localhost", "localhost:", "localhost:65536", "a:-1",
                           "a:80", "[::1]", "[]:1", "::1:8", "127.0.0.1:8x", "http://a:1", "*"}) {
    EXPECT_EQ(Place(text).find("--callback-listen '"), 0U) << text << " gave " << Place(text);
  }
}

TEST(Callback, Urls) {
  for (const char* url : {"http://a", "https://a.b:80/c/d/", "http://[::1]:80"}) {
    EXPECT_TRUE(CheckCallbackUrl(url)) << url;
  }
  for (const char* url :
       {"", "a", "ftp://a", "http://", "http:///x", "http://:80", "http://a?b", "http://a#b",
        "http://u:p@a", "http://a b", "http://a\n", "https://\xc3\xa4"}) {
    EXPECT_FALSE(CheckCallbackUrl(url)) << url;
  }
}

}  // namespace
}  // namespace hpdl::rt
