#include <algorithm>
#include <string>

#include "compiler/analysis/analyses.h"
#include "compiler/analysis/arguments.h"

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
  bool deletes = false;   ///< <prepare> deletes something
  bool has_word = false;  ///< one of KindDecl::repeat_words is there
};

Behaviour BehaviourOf(const ast::Node& node) {
  const stdlib::KindDecl& kind = *node.kind->decl;
  Behaviour behaviour;
  behaviour.repeat = kind.repeat;
  ForEachArgument(node.body, BodyOf(node), [&](const Declared& part) {
    if (part.element != nullptr && part.element->repeat != Repeat::kUnknown) {
      behaviour.repeat = part.element->repeat;
    }
    behaviour.deletes =
        behaviour.deletes || (part.element != nullptr && part.element->path == PathUse::kDeletes);
    if (part.argument.text) {
      behaviour.has_word = behaviour.has_word ||
                           std::find(kind.repeat_words.begin(), kind.repeat_words.end(),
                                     part.argument.text->text.value) != kind.repeat_words.end();
    }
  });
  return behaviour;
}

std::string OutputMessage(const stdlib::KindDecl& kind) {
  if (kind.repeat_words.empty()) {
    return "a further try fails, as the output of the one before is there and no <prepare> "
           "deletes it";
  }
  std::string text = "a further try meets the output of the one before: no <prepare> deletes it";
  for (std::size_t i = 0; i < kind.repeat_words.size(); ++i) {
    text += (i == 0                              ? ", nor is there "
             : i + 1 == kind.repeat_words.size() ? " or "
                                                 : ", ") +
            std::string(kind.repeat_words[i]);
  }
  return text;
}

void CheckNode(const Subject& subject, const ast::Node& node) {
  const stdlib::KindDecl& kind = *node.kind->decl;
  const Behaviour behaviour = BehaviourOf(node);
  std::string text;
  if (behaviour.repeat == Repeat::kTwice) {
    text = "each try " + std::string(kind.summary) +
           " again, though the one before may have come through in whole or in part";
  } else if (behaviour.repeat == Repeat::kOutputInTheWay && !behaviour.deletes &&
             !behaviour.has_word && Output(subject.workflow, node).IsInTheWay()) {
    text = OutputMessage(kind);
  } else {
    return;
  }
  subject.reporter.Emit(DiagnosticKind::kRetryNotIdempotent, node.retry_max->text.range,
                        "retry-max of '" + node.name.text + "': " + text);
}

}  // namespace

void CheckRetries(const Subject& subject) {
  for (const std::uint32_t n : subject.graph().order) {
    const ast::Node& node = subject.graph().node(n);
    if (node.retry_max && node.kind != nullptr && node.retry_max->text.value != "0") {
      CheckNode(subject, node);
    }
  }
}

}  // namespace hpdl::analysis
