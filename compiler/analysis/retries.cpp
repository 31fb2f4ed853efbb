#include <algorithm>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "compiler/analysis/analyses.h"
#include "compiler/analysis/arguments.h"
#include "compiler/analysis/path_text.h"
#include "compiler/analysis/used_paths.h"

namespace hpdl::analysis {
namespace {

using stdlib::PathUse;
using stdlib::Repeat;

/// Jobs whose output is no directory: those of Hadoop's own formats have one, all but this.
bool WritesDirectory(std::string_view format) {
  return format.starts_with("org.apache.hadoop.mapred") && !format.ends_with("NullOutputFormat");
}

/// Whether the job has an output that a further try would meet, as far as the definition tells.
class Output {
 public:
  Output(const ast::Workflow& workflow, const ast::Node& node) : kind_(*node.kind->decl) {
    if (workflow.global && workflow.dialect == ast::Dialect::kOozie) {
      Look(*workflow.global, stdlib::kGlobalDecl);
    }
    Look(node.body, BodyOf(node));
  }

  /// A kind without properties for it always writes.
  bool IsInTheWay() const { return kind_.paths.empty() || (named_ && directory_); }

 private:
  void Look(const ast::Argument& body, const stdlib::StructDecl& decl) {
    ForEachProperty(body, decl, [&](const PropertyTexts& property) {
      if (property.name == nullptr || property.value == nullptr) {
        return;
      }
      const std::string& name = property.name->text.value;
      for (const stdlib::PathProperty& path : kind_.paths) {
        named_ = named_ || (path.use == PathUse::kWrites && path.name == name);
      }
      if (name == "mapreduce.job.outputformat.class" || name == "mapred.output.format.class") {
        directory_ = WritesDirectory(property.value->text.value);
      }
    });
  }

  const stdlib::KindDecl& kind_;
  bool named_ = false;
  bool directory_ = true;
};

/// What a further try does, by the declarations of the kind and of the elements that are there.
struct Behaviour {
  Repeat repeat = Repeat::kUnknown;
  std::size_t deletes = 0;  ///< things that <prepare> deletes
  bool has_word = false;    ///< one of KindDecl::repeat_words is there
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
    if (part.argument.text) {
      behaviour.has_word = behaviour.has_word ||
                           std::find(kind.repeat_words.begin(), kind.repeat_words.end(),
                                     part.argument.text->text.value) != kind.repeat_words.end();
    }
  });
  return behaviour;
}

Message OutputMessage(const stdlib::KindDecl& kind) {
  if (kind.repeat_words.empty()) {
    return "a further try fails, as the output of the one before is there and no <prepare> "
           "deletes it";
  }
  Message text = "a further try meets the output of the one before: no <prepare> deletes it";
  for (std::size_t i = 0; i < kind.repeat_words.size(); ++i) {
    text += (i == 0                              ? ", nor is there "
             : i + 1 == kind.repeat_words.size() ? " or "
                                                 : ", ") +
            Message::Words(kind.repeat_words[i]);
  }
  return text;
}

class Retries {
 public:
  explicit Retries(Facts& facts) : facts_(facts), subject_(facts.subject()) {}

  void Check(std::uint32_t n) {
    const ast::Node& node = subject_.graph().node(n);
    const stdlib::KindDecl& kind = *node.kind->decl;
    const Behaviour behaviour = BehaviourOf(node);
    if (behaviour.repeat == Repeat::kTwice) {
      Report(node, "each try " + Message::Words(kind.summary) +
                       " again, though the one before may have come through in whole or in part");
    } else if (behaviour.repeat == Repeat::kOutputInTheWay && !behaviour.has_word &&
               Output(subject_.workflow, node).IsInTheWay()) {
      const UsedPath* other = nullptr;
      if (behaviour.deletes == 0 || DeletesOther(n, behaviour.deletes, &other)) {
        Diagnostic& warning = Report(node, OutputMessage(kind));
        if (other != nullptr) {
          warning.notes.push_back(
              subject_.reporter.Note(other->range, "what is deleted here is something else"));
        }
      }
    }
  }

 private:
  Diagnostic& Report(const ast::Node& node, const Message& text) const {
    return subject_.reporter.Emit(DiagnosticKind::kRetryNotIdempotent, node.retry_max->text.range,
                                  "retry-max of " + Quoted(node.name.text) + ": " + text);
  }

  /// Whether nothing of what the action deletes is its output, for certain. `first` is the first.
  bool DeletesOther(std::uint32_t n, std::size_t deletes, const UsedPath** first) {
    std::vector<const UsedPath*> deleted, written;
    for (const UsedPath& path : PathsOf(n)) {
      if (path.use == PathUse::kDeletes) {
        deleted.push_back(&path);
      } else if (path.use == PathUse::kWrites) {
        written.push_back(&path);
      }
    }
    if (written.empty() || deleted.size() < deletes || deleted.size() * written.size() > kMost) {
      return false;
    }
    *first = deleted.front();
    return std::all_of(written.begin(), written.end(), [&](const UsedPath* output) {
      return std::all_of(deleted.begin(), deleted.end(), [output](const UsedPath* path) {
        return IsSurelyOutside(output->key, path->key);
      });
    });
  }

  std::span<const UsedPath> PathsOf(std::uint32_t n) {
    const std::vector<UsedPath>& paths = facts_.used_paths();
    if (first_.empty()) {
      for (std::size_t i = 0; i < paths.size(); ++i) {
        first_.emplace(paths[i].node, i);
      }
    }
    const auto begin = first_.find(n);
    if (begin == first_.end()) {
      return {};
    }
    std::size_t end = begin->second;
    while (end < paths.size() && paths[end].node == n) {
      ++end;
    }
    return std::span(paths).subspan(begin->second, end - begin->second);
  }

  /// More pairs of deletions and outputs than this are not compared.
  static constexpr std::size_t kMost = 1000;

  Facts& facts_;
  const Subject& subject_;
  std::unordered_map<std::uint32_t, std::size_t> first_;  ///< of each node's paths
};

}  // namespace

void CheckRetries(Facts& facts) {
  const Subject& subject = facts.subject();
  Retries retries(facts);
  for (const std::uint32_t n : subject.graph().order) {
    const ast::Node& node = subject.graph().node(n);
    if (node.retry_max && node.kind != nullptr && node.retry_max->text.value != "0") {
      retries.Check(n);
    }
  }
}

}  // namespace hpdl::analysis
