#include <gtest/gtest.h>

#include <algorithm>

#include "runtime/ground/progress/line_screen.h"
#include "runtime/ground/progress/model.h"
#include "runtime/ground/progress/testing/screen.h"

namespace hpdl::rt {
namespace {

ProgressEvent Node(std::string node, std::string state, std::int64_t time_ms,
                   std::string type = "shell") {
  ProgressEvent event;
  event.time_ms = time_ms;
  event.job_id = "0000001-1-hpdl-me-W";
  event.node = std::move(node);
  event.node_type = std::move(type);
  event.state = std::move(state);
  return event;
}

ProgressEvent Job(std::string state) {
  ProgressEvent event;
  event.type = ProgressEvent::Type::kJob;
  event.time_ms = 1000;
  event.job_id = "0000001-1-hpdl-me-W";
  event.state = std::move(state);
  return event;
}

ProgressSetup SetupFor(std::size_t nodes) {
  return {"0000001-1-hpdl-me-W", "word-count", nodes, 1000, "./wf"};
}

FrameStyle Style(std::size_t width, std::size_t height, std::int64_t now_ms) {
  FrameStyle style;
  style.width = width;
  style.height = height;
  style.utf8 = false;
  style.colour = false;
  style.now_ms = now_ms;
  return style;
}

TEST(Frame, SmallJobShowsEveryNode) {
  ProgressModel model(SetupFor(4));
  model.Apply(Job("RUNNING"));
  model.Apply(Node("count-a", "RUNNING", 1000));
  model.Apply(Node("b", "RUNNING", 1500));
  ProgressEvent waiting = Node("b", "", 1500);
  waiting.type = ProgressEvent::Type::kWaiting;
  waiting.waiting = "pid 4711";
  model.Apply(waiting);
  model.Apply(Node("count-a", "OK", 2000));
  const std::vector<std::string> expected = {
      "word-count  RUNNING  12s  0000001-1-hpdl-me-W",
      "  1 done, 1 running  of 4 nodes",
      "  + count-a  shell  OK       1.0s",
      "  > b        shell  RUNNING  11s     pid 4711",
  };
  EXPECT_EQ(RenderFrame(model, Style(80, 24, 13000)), expected);
}

TEST(Frame, NeverWiderNorHigherThanTheTerminal) {
  for (const std::size_t count : {0U, 1U, 10U, 30U, 10000U}) {
    ProgressModel model(SetupFor(count));
    model.Apply(Job("RUNNING"));
    for (std::size_t i = 0; i < count; ++i) {
      ProgressEvent event =
          Node("a-rather-long-name-of-a-node-" + std::to_string(i), "RUNNING", 1000);
      model.Apply(event);
      if (i % 3 == 0) {
        event.state = i % 2 == 0 ? "OK" : "ERROR";
        event.message = "a message that goes on and on and on and on and on and on and on and on";
        model.Apply(event);
      }
    }
    for (const std::size_t width : {1U, 2U, 10U, 20U, 40U, 80U, 200U}) {
      for (const std::size_t height : {1U, 2U, 3U, 5U, 10U, 24U, 100U}) {
        for (const bool utf8 : {false, true}) {
          FrameStyle style = Style(width, height, 5000);
          style.utf8 = utf8;
          style.colour = utf8;
          const std::vector<std::string> lines = RenderFrame(model, style);
          EXPECT_LE(lines.size(), std::max<std::size_t>(height - 1, 1)) << height << " " << count;
          for (const std::string& line : lines) {
            EXPECT_LE(StyledWidth(line), std::max<std::size_t>(width - 1, 1)) << line;
          }
        }
      }
    }
  }
}

TEST(Frame, ACodeIsShownOnce) {
  ProgressModel model(SetupFor(1));
  ProgressEvent event = Node("n0", "ERROR", 1000);
  event.error_code = "FS006";
  event.message = "FS006: move, source path [file:/x] does not exist";
  model.Apply(event);
  std::string all;
  for (const std::string& line : RenderFrame(model, Style(120, 12, 3000))) {
    all += line + "\n";
  }
  EXPECT_NE(all.find("FS006: move, source"), std::string::npos) << all;
  EXPECT_EQ(all.find("FS006: FS006"), std::string::npos) << all;
}

TEST(Frame, LargeJobSaysHowManyMore) {
  ProgressModel model(SetupFor(10000));
  for (int i = 0; i < 10000; ++i) {
    model.Apply(Node("n" + std::to_string(i), "RUNNING", 1000));
  }
  for (int i = 0; i < 5000; ++i) {
    ProgressEvent event = Node("n" + std::to_string(i), i == 77 ? "ERROR" : "OK", 2000);
    event.error_code = i == 77 ? "JA018" : "";
    model.Apply(event);
  }
  EXPECT_FALSE(model.complete());
  EXPECT_LE(model.rows().size(), 5001U);
  const std::vector<std::string> lines = RenderFrame(model, Style(80, 12, 3000));
  ASSERT_GE(lines.size(), 5U);
  EXPECT_EQ(lines[1], "  4999 done, 5000 running, 1 failed  of 10000 nodes");
  EXPECT_NE(lines[2].find("n77"), std::string::npos) << lines[2];
  EXPECT_NE(lines[2].find("JA018"), std::string::npos) << lines[2];
  EXPECT_NE(lines[3].find("n4999"), std::string::npos) << lines[3];
  EXPECT_NE(lines.back().find("more running"), std::string::npos);
}

TEST(Frame, FinishedRowsOfALargeJobAreGivenUp) {
  ProgressModel model(SetupFor(100000));
  for (int i = 0; i < 100000; ++i) {
    model.Apply(Node("n" + std::to_string(i), "RUNNING", 1000));
    model.Apply(Node("n" + std::to_string(i), i % 100 == 0 ? "ERROR" : "OK", 2000));
  }
  EXPECT_LE(model.rows().size(), ProgressModel::kKeepTroubles);
  EXPECT_EQ(model.Count(StateClass::kOk), 99000U);
  EXPECT_EQ(model.Count(StateClass::kError), 1000U);
  EXPECT_EQ(model.Count(StateClass::kRunning), 0U);
}

TEST(Frame, ARetriedNodeCountsOnce) {
  ProgressModel model(SetupFor(1));
  for (const char* state : {"PREP", "RUNNING", "USER_RETRY", "RUNNING", "OK"}) {
    model.Apply(Node("a", state, 1000));
  }
  EXPECT_EQ(model.Count(StateClass::kOk), 1U);
  EXPECT_EQ(model.Count(StateClass::kRunning), 0U);
  EXPECT_EQ(model.Count(StateClass::kWaiting), 0U);
}

TEST(Frame, AKillNodeIsNoSuccess) {
  ProgressModel model(SetupFor(2));
  model.Apply(Node("a", "OK", 1000));
  model.Apply(Node("stop", "OK", 1500, "kill"));
  EXPECT_EQ(model.Count(StateClass::kOk), 1U);
  EXPECT_EQ(model.Count(StateClass::kKilled), 1U);
  const std::vector<std::string> lines = RenderFrame(model, Style(80, 24, 2000));
  EXPECT_NE(lines.back().find("# stop"), std::string::npos) << lines.back();
  EXPECT_NE(lines.back().find("KILLED"), std::string::npos) << lines.back();
}

TEST(Frame, ARetrySaysWhenTheNextTryIs) {
  ProgressModel model(SetupFor(1));
  ProgressEvent event = Node("a", "START_RETRY", 3000);
  event.started_ms = 1000;
  event.next_try_ms = 12000;
  event.message = "no route";
  model.Apply(event);
  const std::string line = RenderFrame(model, Style(100, 24, 4000)).back();
  EXPECT_NE(line.find("in 8.0s"), std::string::npos) << line;
  EXPECT_NE(line.find("no route"), std::string::npos) << line;
  EXPECT_NE(line.find("3.0s"), std::string::npos) << "since the attempt began: " << line;
}

TEST(Frame, EscapesInMessagesDoNotReachTheTerminal) {
  ProgressModel model(SetupFor(1));
  ProgressEvent event = Node("a", "ERROR", 1000);
  event.message = "bad\x1b[2J\nline";
  model.Apply(event);
  for (const std::string& line : RenderFrame(model, Style(80, 24, 2000))) {
    EXPECT_EQ(line.find('\x1b'), std::string::npos);
    EXPECT_EQ(line.find('\n'), std::string::npos);
  }
}

TEST(LineScreen, ShowsWhatWasAskedForAfterAnyUpdates) {
  LineScreen lines;
  ScreenForTest screen(40, 12);
  screen.Feed("$ ./wf run\r\n");
  const std::vector<std::vector<std::string>> frames = {
      {"one", "two"}, {"one", "2", "three"}, {"one"}, {"", "x"}, {"a", "b", "c", "d", "e"}};
  for (const auto& frame : frames) {
    screen.Feed(lines.Update(frame, 40));
    std::vector<std::string> expected = {"$ ./wf run"};
    expected.insert(expected.end(), frame.begin(), frame.end());
    EXPECT_EQ(screen.Lines(), expected);
  }
}

TEST(LineScreen, UnchangedFrameSendsNothing) {
  LineScreen lines;
  (void)lines.Update({"a", "b"}, 40);
  EXPECT_EQ(lines.Update({"a", "b"}, 40), "");
  const std::string update = lines.Update({"a", "c"}, 40);
  EXPECT_EQ(update.find('a'), std::string::npos) << "an unchanged line was sent again";
}

TEST(LineScreen, ScrollsAtTheBottomAndWipesEcho) {
  LineScreen lines;
  ScreenForTest screen(40, 5);
  screen.Feed("1\r\n2\r\n3\r\n4\r\n");
  screen.Feed(lines.Update({"a", "b"}, 40));
  screen.Feed("^C");
  screen.Feed(lines.Update({"a", "b", "c"}, 40));
  EXPECT_EQ(screen.Lines(), (std::vector<std::string>{"4", "a", "b", "c"}));
}

TEST(LineScreen, SurvivesANarrowerTerminal) {
  LineScreen lines;
  ScreenForTest screen(40, 12);
  screen.Feed("$ ./wf run\r\n");
  screen.Feed(lines.Update({std::string(30, 'x'), "b"}, 40));
  screen.Resize(20);
  screen.Feed(lines.Update({std::string(19, 'y'), "b"}, 20));
  EXPECT_EQ(screen.Lines(), (std::vector<std::string>{"$ ./wf run", std::string(19, 'y'), "b"}));
}

TEST(Frame, WhenTheNextTryIs) {
  EXPECT_EQ(NextTryText(0, 5000), "");
  EXPECT_EQ(NextTryText(5000, 5000), "next try now");
  EXPECT_EQ(NextTryText(4000, 5000), "next try now");
  const std::string text = NextTryText(65000, 5000);
  EXPECT_EQ(text.substr(text.find(", ")), ", in 1m00s");
}

}  // namespace
}  // namespace hpdl::rt
