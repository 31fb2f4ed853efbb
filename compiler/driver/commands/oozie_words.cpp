#include "compiler/driver/commands/oozie_words.h"

#include <algorithm>
#include <iterator>

namespace hpdl::driver {
namespace {

constexpr char kRuns[] =
    "jobs are run by a program that hpdlc builds: 'hpdlc build PATH -o PROGRAM', then "
    "'./PROGRAM run'; the program also has the commands info, log, kill and so on";

/// Words of Oozie's `job` command. In hpdl these are commands of the built program.
constexpr std::string_view kJobWords[] = {"run",    "submit", "start", "suspend", "resume",
                                          "kill",   "rerun",  "info",  "log",     "jobs",
                                          "dryrun", "job",    "retry"};

}  // namespace

std::string HintForOozieOption(std::string_view word) {
  if (word == "oozie" || word == "auth") {
    return "hpdlc uses no server; leave this option out";
  }
  return word == "job" || word == "jobs" ? std::string() : HintForOozieCommand(word);
}

std::string HintForOozieCommand(std::string_view word) {
  if (word == "validate") {
    return "verify checks definitions";
  }
  return std::find(std::begin(kJobWords), std::end(kJobWords), word) != std::end(kJobWords)
             ? kRuns
             : std::string();
}

}  // namespace hpdl::driver
