#include <algorithm>
#include <string>
#include <vector>

#include "compiler/analysis/analyses.h"
#include "compiler/analysis/arguments.h"
#include "compiler/analysis/path_text.h"
#include "compiler/base/budget.h"

namespace hpdl::analysis {
namespace {

using stdlib::PathUse;
using stdlib::Repeat;

/// True if an output format writes a directory. Hadoop's own formats write a directory, except
/// NullOutputFormat.
bool WritesDirectory(std::string_view format) {
  return format.starts_with("org.apache.hadoop.mapred") && !format.ends_with("NullOutputFormat");
}

/// True if the properties of the action name an output directory. A further attempt fails if this
/// directory already exists. Also true if the kind of the action declares no properties that hold
/// paths, because the outputs are then not known.
bool HasOutput(const ast::Node& node) {
  const std::span<const stdlib::PathProperty> known = node.kind->decl->paths;
  bool named = known.empty();
  bool directory = true;
  ForEachProperty(node.body, BodyOf(node), [&](const PropertyTexts& property) {
    for (const stdlib::PathProperty& path : known) {
      if (property.name != nullptr && property.value != nullptr &&
          path.name == property.name->text.value) {
        named = named || path.use == PathUse::kWrites;
        directory = path.use == PathUse::kOutputFormat ? WritesDirectory(property.value->text.value)
                                                       : directory;
      }
    }
  });
  return named && directory;
}

/// The effect of a further attempt, according to the declarations of the kind and of its elements.
struct Behaviour {
  Repeat repeat = Repeat::kUnknown;
  std::size_t deletes = 0;  ///< the number of paths that <prepare> deletes
  bool has_word = false;    ///< true if the body contains one of KindDecl::repeat_words
};

Behaviour BehaviourOf(const ast::Node& node) {
  const stdlib::KindDecl& kind = *node.kind->decl;
  Behaviour behaviour;
  behaviour.repeat = kind.repeat;
  ForEachArgument(node.body, BodyOf(node), [&](const Declared& part) {
    if (part.element != nullptr && part.element->repeat != Repeat::kUnknown) {
      behaviour.repeat = part.element->repeat;
    }
    behaviour.deletes += part.element != nullptr && part.element->path == PathUse::kDeletes ? 1 : 0;
    behaviour.has_word = behaviour.has_word ||
                         (part.argument.text &&
                          std::find(kind.repeat_words.begin(), kind.repeat_words.end(),
                                    part.argument.text->text.value) != kind.repeat_words.end());
  });
  return behaviour;
}

Message OutputMessage(const stdlib::KindDecl& kind) {
  if (kind.repeat_words.empty()) {
    return "a retry fails, because the output of the previous attempt exists and no <prepare> "
           "deletes it";
  }
  Message text = "a retry finds the output of the previous attempt: no <prepare> deletes it";
  for (const std::string_view word : kind.repeat_words) {
    text += (word == kind.repeat_words.front()  ? ", and the arguments do not contain "
             : word == kind.repeat_words.back() ? " or "
                                                : ", ") +
            Message::Words(word);
  }
  return text;
}

/// Returns the first path that an action deletes. Returns null if the action deletes no path, or if
/// a deleted path may be an output of the action. `deletes` is the number of paths that the action
/// deletes.
const UsedPath* DeletesOther(std::span<const UsedPath> paths, std::size_t deletes) {
  const UsedPath* first = nullptr;
  bool writes = false;
  Budget pairs(1000);
  for (const UsedPath& path : paths) {
    writes = writes || path.use == PathUse::kWrites;
    if (path.use != PathUse::kDeletes) {
      continue;
    }
    first = first == nullptr ? &path : first;
    // A deleted path that cannot be compared is not in `paths`. `deletes` then stays above 0, and
    // the result is null.
    --deletes;
    for (const UsedPath& output : paths) {
      if (!pairs.Take() ||
          (output.use == PathUse::kWrites && !IsSurelyOutside(output.key, path.key))) {
        return nullptr;
      }
    }
  }
  return writes && deletes == 0 ? first : nullptr;
}

void CheckRetry(Facts& facts, std::uint32_t n) {
  const Subject& subject = facts.subject();
  const ast::Node& node = subject.graph().node(n);
  const stdlib::KindDecl& kind = *node.kind->decl;
  const Behaviour behaviour = BehaviourOf(node);
  const auto report = [&](const Message& text) -> Diagnostic& {
    return subject.reporter.Emit(DiagnosticKind::kRetryNotIdempotent, node.retry_max->text.range,
                                 "retry-max of " + Quoted(node.name.text) + ": " + text);
  };
  if (behaviour.repeat == Repeat::kTwice) {
    report("each retry " + Message::Words(kind.summary) +
           " again, although the previous attempt may have succeeded in whole or in part");
  } else if (behaviour.repeat == Repeat::kOutputInTheWay && !behaviour.has_word &&
             HasOutput(node)) {
    if (behaviour.deletes == 0) {
      report(OutputMessage(kind));
    } else if (const UsedPath* other = DeletesOther(facts.used_paths().Of(n), behaviour.deletes)) {
      report(OutputMessage(kind))
          .notes.push_back(subject.reporter.Note(other->range, "a different path is deleted here"));
    }
  }
}

}  // namespace

void CheckRetries(Facts& facts) {
  const sema::Graph& graph = facts.subject().graph();
  for (const std::uint32_t n : graph.order) {
    const ast::Node& node = graph.node(n);
    if (node.retry_max && node.kind != nullptr && node.retry_max->text.value != "0") {
      CheckRetry(facts, n);
    }
  }
}

}  // namespace hpdl::analysis
