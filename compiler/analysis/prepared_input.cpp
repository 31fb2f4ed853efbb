#include <span>
#include <string_view>

#include "compiler/analysis/analyses.h"
#include "compiler/base/budget.h"

namespace hpdl::analysis {
namespace {

/// True if a removal deletes the path that is read.
bool Takes(const UsedPath& removal, const UsedPath& read) {
  const std::string_view path = read.key, removed = removal.key;
  if (path == removed) {
    return !removal.LeavesUntouched(read);
  }
  return path.starts_with(removed) && path[removed.size()] == '/';
}

void Report(const Subject& subject, const UsedPath& removal, const UsedPath& read) {
  subject.reporter
      .Emit(DiagnosticKind::kPrepareDeletesInput, removal.range,
            "<prepare> of " + Quoted(subject.graph().node(removal.node).name.text) + " deletes " +
                Quoted(removal.text) + ", which the action then reads")
      .notes.push_back(subject.reporter.Note(read.range, "it is read here"));
}

}  // namespace

void CheckPreparedInput(Facts& facts) {
  const UsedPaths& paths = facts.used_paths();
  Budget steps{10'000'000};
  for (const UsedPath& removal : paths.all()) {
    if (!removal.prepare || !removal.removes()) {
      continue;
    }
    for (const UsedPath& read : paths.Of(removal.node)) {
      if (!steps.Take(1 + removal.key.size() / 256)) {
        return;
      }
      if (!read.changes() && Takes(removal, read)) {
        Report(facts.subject(), removal, read);
        break;
      }
    }
  }
}

}  // namespace hpdl::analysis
