#include "runtime/ground/base/java_hash.h"
#include "runtime/programs/client/view.h"

namespace hpdl::client {
namespace {

struct Figure {
  const char* title;
  const char* member;
};

constexpr Figure kHistogram[] = {
    {"999th percentile", "p999"},
    {"99th percentile", "p99"},
    {"98th percentile", "p98"},
    {"95th percentile", "p95"},
    {"75th percentile", "p75"},
    {"50th percentile", "p50"},
    {"mean", "mean"},
    {"max", "max"},
    {"min", "min"},
};

/// Oozie's client shows the 15 minute rate as "1 minute rate". This client does the same.
constexpr Figure kRates[] = {
    {"15 minute rate", "m15_rate"},
    {"5 minute rate", "m5_rate"},
    {"1 minute rate", "m15_rate"},
    {"mean rate", "mean_rate"},
};

constexpr Figure kOwnTimes[] = {
    {"own average time", "ownTimeAvg"},
    {"own max time", "ownMaxTime"},
    {"own min time", "ownMinTime"},
};

constexpr Figure kTotalTimes[] = {
    {"total average time", "totalTimeAvg"},
    {"total max time", "totalMaxTime"},
    {"total min time", "totalMinTime"},
    {"ticks", "ticks"},
};

std::string FigureLine(const char* title, const std::string& value) {
  return "\t" + std::string(title) + " : " + value + "\n";
}

std::string DoubleOf(const Json& object, const char* name) {
  const Json& value = Member(object, name);
  return value.is_number() ? JavaDouble(value.get<double>()) : "null";
}

std::string HistogramText(const Json& histogram) {
  std::string text;
  for (const Figure& figure : kHistogram) {
    text += FigureLine(figure.title, DoubleOf(histogram, figure.member));
  }
  return text + FigureLine("count", JavaText(histogram, "count")) +
         FigureLine("standard deviation", DoubleOf(histogram, "stddev"));
}

std::string TimerText(const Json& timer) {
  std::string text = HistogramText(timer);
  for (const Figure& figure : kRates) {
    text += FigureLine(figure.title, DoubleOf(timer, figure.member));
  }
  return text + FigureLine("duration units", JavaText(timer, "duration_units")) +
         FigureLine("rate units", JavaText(timer, "rate_units"));
}

std::string ClockText(const Json& timer) {
  std::string text = FigureLine("own time standard deviation", DoubleOf(timer, "ownTimeStdDev"));
  for (const Figure& figure : kOwnTimes) {
    text += FigureLine(figure.title, JavaText(timer, figure.member));
  }
  text += FigureLine("total time standard deviation", DoubleOf(timer, "totalTimeStdDev"));
  for (const Figure& figure : kTotalTimes) {
    text += FigureLine(figure.title, JavaText(timer, figure.member));
  }
  return text;
}

std::string ValuesText(const Json& object, const char* member) {
  std::string text;
  for (const auto& [name, each] : object.items()) {
    text += name + " : " + JavaText(each, member) + "\n";
  }
  return text;
}

/// Makes one object from a list of groups. Each group has a list of values, and the object's names
/// are "GROUP.NAME".
Json Joined(const Json& groups) {
  Json all = Json::object();
  for (const Json& group : groups) {
    for (const Json& each : Member(group, "data")) {
      all[JavaText(group, "group") + "." + JavaText(each, "name")] = each;
    }
  }
  return all;
}

std::string DumpText(const Json& entries, const char* member, const std::string& title,
                     const std::string& none) {
  std::string text = std::string(42, '*') + "\n" + title + "\n";
  for (const Json& entry : entries) {
    if (const std::optional<std::string> line = TextOf(entry, member)) {
      text += *line + "\n";
    }
  }
  return entries.empty() ? text + none + "\n" : text;
}

std::string UpdateText(const Json& update) {
  std::vector<std::string> names;
  for (const auto& [name, value] : update.items()) {
    names.push_back(name);
  }
  std::string text;
  for (const std::string& name : rt::JavaHashOrder(names)) {
    text += "\t" + name + " = " + JavaText(update, name.c_str()) + "\n";
  }
  return text + "\n";
}

}  // namespace

std::string MetricsText(const Json& metrics) {
  std::string text = "COUNTERS\n--------\n" + ValuesText(Member(metrics, "counters"), "count") +
                     "\nGAUGES\n------\n" + ValuesText(Member(metrics, "gauges"), "value") +
                     "\nTIMERS\n------\n";
  for (const auto& [name, timer] : Member(metrics, "timers").items()) {
    text += name + "\n" + TimerText(timer);
  }
  text += "\nHISTOGRAMS\n----------\n";
  for (const auto& [name, histogram] : Member(metrics, "histograms").items()) {
    text += name + "\n" + HistogramText(histogram);
  }
  return text;
}

std::string InstrumentationText(const Json& instrumentation) {
  std::string text =
      "COUNTERS\n--------\n" + ValuesText(Joined(Member(instrumentation, "counters")), "value") +
      "\nVARIABLES\n---------\n" +
      ValuesText(Joined(Member(instrumentation, "variables")), "value") +
      "\nSAMPLERS\n---------\n" + ValuesText(Joined(Member(instrumentation, "samplers")), "value") +
      "\nTIMERS\n---------\n";
  const Json timers = Joined(Member(instrumentation, "timers"));
  for (const auto& [name, timer] : timers.items()) {
    text += name + "\n" + ClockText(timer);
  }
  return text;
}

std::string QueueText(const Json& dump) {
  return DumpText(Member(dump, "queueDump"), "callableDump",
                  "[Server Queue Dump]:", "The queue dump is empty, nothing to display.") +
         DumpText(Member(dump, "uniqueMapDump"), "uniqueEntryDump", "[Server Uniqueness Map Dump]:",
                  "The uniqueness map dump is empty, nothing to display.") +
         std::string(42, '*') + "\n";
}

std::string ShareLibText(const Json& answer) {
  std::string text = "[Available ShareLib]\n";
  for (const Json& lib : Member(answer, "sharelib")) {
    text += JavaText(lib, "name") + "\n";
    for (const Json& file : Member(lib, "files")) {
      text += "\t" + JavaText(file) + "\n";
    }
  }
  return text + "\n";
}

std::string ShareLibUpdateText(const Json& answer) {
  std::string text = "[ShareLib update status]\n";
  const Json list = answer.is_array() ? answer : Json::array({answer});
  for (const Json& each : list) {
    text += UpdateText(Member(each, "sharelibUpdate"));
  }
  return text + "\n";
}

std::string SortedText(const Json& object) {
  std::string text;
  for (const auto& [name, value] : object.items()) {
    text += name + " : " + JavaText(value) + "\n";
  }
  return text;
}

}  // namespace hpdl::client
