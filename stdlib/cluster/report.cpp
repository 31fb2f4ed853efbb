#include "stdlib/cluster/report.h"

#include <charconv>
#include <cstdint>

namespace hpdl::stdlib {

namespace {

constexpr const char* kTaskCounters = "org.apache.hadoop.mapreduce.TaskCounter";
/// The former name of kTaskCounters, from the time when hadoop:counters was specified.
constexpr const char* kFormerTaskCounters = "org.apache.hadoop.mapred.Task$Counter";

std::string Unescaped(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) {
      const char next = text[++i];
      plain += next == 'n' ? '\n' : next == 't' ? '\t' : next;
    } else {
      plain += text[i];
    }
  }
  return plain;
}

/// Adds a counter to `counters`. `text` has the form "VALUE GROUP\tNAME"; other texts are ignored.
void AddCounter(std::string_view text, rt::Counters* counters) {
  const std::size_t blank = text.find(' ');
  const std::size_t tab = text.find('\t');
  if (blank == std::string_view::npos || tab == std::string_view::npos || tab < blank) {
    return;
  }
  std::int64_t value = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + blank, value);
  if (parsed.ec == std::errc() && parsed.ptr == text.data() + blank) {
    const std::string group = Unescaped(text.substr(blank + 1, tab - blank - 1));
    (*counters)[group][Unescaped(text.substr(tab + 1))] = value;
  }
}

}  // namespace

ClientReport ReadClientReport(std::string_view text) {
  ClientReport report;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(line.size() + (line.size() < text.size() ? 1 : 0));
    const std::size_t blank = line.find(' ');
    const std::string_view word = line.substr(0, blank);
    const std::string_view rest =
        blank == std::string_view::npos ? std::string_view() : line.substr(blank + 1);
    if (word == "id") {
      report.id = rest;
    } else if (word == "state") {
      report.state = rest;
    } else if (word == "failure") {
      report.failure = Unescaped(rest);
    } else if (word == "counter") {
      AddCounter(rest, &report.counters);
    }
  }
  return report;
}

void AddFormerGroup(rt::Counters* counters) {
  const auto tasks = counters->find(kTaskCounters);
  if (tasks != counters->end()) {
    (*counters)[kFormerTaskCounters] = tasks->second;
  }
}

}  // namespace hpdl::stdlib
