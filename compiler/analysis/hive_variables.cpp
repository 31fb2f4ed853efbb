#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "compiler/analysis/analyses.h"
#include "compiler/analysis/arguments.h"
#include "compiler/analysis/hive_script.h"
#include "compiler/analysis/option_text.h"
#include "compiler/base/suggest.h"

namespace hpdl::analysis {
namespace {

using stdlib::ElementRole;

constexpr std::uint64_t kMostBytes = 1U << 20;
constexpr std::size_t kMostNamed = 20;  // the most variables that are reported for one action

/// Reads scripts of the application. Each script is read at most once.
class Scripts {
 public:
  explicit Scripts(const Subject& subject) : subject_(subject) {
    for (const hir::File& file : subject.files) {
      files_.emplace(file.path, &file);
    }
  }

  /// Returns the variables of a script, or null if the script is not available or too large.
  /// Variables that the script sets itself are removed from `read`.
  const HiveScript* Find(std::string_view path) {
    while (path.starts_with("./")) {
      path.remove_prefix(2);
    }
    const auto file = files_.find(path);
    if (file == files_.end() || file->second->size > kMostBytes) {
      return nullptr;
    }
    const auto [known, fresh] = read_.try_emplace(file->second);
    if (fresh) {
      const hir::File& wanted = *file->second;
      const std::optional<std::string> bytes = wanted.disk_path.empty() ? wanted.data
                                               : subject_.read          ? subject_.read(wanted)
                                                                        : std::nullopt;
      if (bytes && bytes->size() <= kMostBytes) {
        HiveScript& script = known->second.emplace(ReadHiveScript(*bytes));
        for (const std::string& name : script.set) {
          script.read.erase(name);
        }
      }
    }
    return known->second ? &*known->second : nullptr;
  }

 private:
  const Subject& subject_;
  std::map<std::string_view, const hir::File*> files_;
  std::map<const hir::File*, std::optional<HiveScript>> read_;
};

/// The variables that an action gives to its script.
class Given {
 public:
  explicit Given(const ast::Node& node) {
    const stdlib::StructDecl& decl = BodyOf(node);
    for (const ast::Argument& child : node.body.children) {
      const Declared part = DeclarationOf(child, decl);
      if (part.element != nullptr && child.text) {
        Take(part.element->role, child.text->text);
      }
    }
  }

  const ast::Text* script() const { return script_; }
  const std::vector<std::string>& names() const { return names_; }
  bool more() const { return more_; }  ///< true if the action may give further variables
  bool names_server() const { return names_server_; }

 private:
  void Take(ElementRole role, const ast::Text& text) {
    const std::string plain = WithoutExpressions(text.value);
    switch (role) {
      case ElementRole::kHiveScript:
        script_ = &text;
        break;
      case ElementRole::kHiveVariable:
        TakeVariable(plain, true);
        break;
      case ElementRole::kHiveArgument:
        TakeArgument(plain);
        break;
      case ElementRole::kHiveServer:
        more_ = more_ || plain.find('#') != std::string_view::npos;
        names_server_ = HasExpression(plain);
        break;
      default:
        break;
    }
  }

  void TakeVariable(std::string_view text, bool wanted) {
    const std::size_t equals = text.find('=');
    const std::string_view name = Trimmed(text.substr(0, equals));
    more_ = more_ || HasExpression(name);
    if (equals != std::string_view::npos || wanted) {
      names_.emplace_back(name);
    }
  }

  /// Reads an argument: `--hivevar`, `NAME=VALUE`, `--hivevar NAME=VALUE` or
  /// `--hivevar=NAME=VALUE`.
  void TakeArgument(std::string_view text) {
    more_ = more_ || text.starts_with("-i");
    if (text.starts_with('-')) {
      const std::size_t end = text.find_first_of("= ");
      more_ = more_ || HasExpression(text.substr(0, end));
      text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    TakeVariable(text, false);
  }

  const ast::Text* script_ = nullptr;
  std::vector<std::string> names_;
  bool more_ = false;
  bool names_server_ = false;
};

/// True if a given value is the URL of a Hive server and this URL sets variables.
bool ServerGivesVariables(const GivenValues& values) {
  return std::any_of(values.all().begin(), values.all().end(), [](const GivenValue& each) {
    return each.value.starts_with("jdbc:") && each.value.find('#') != std::string_view::npos;
  });
}

void CheckScript(const Reporter& reporter, const Given& given, const HiveScript& script) {
  const std::set<std::string_view> names(given.names().begin(), given.names().end());
  const std::vector<std::string_view> near(names.begin(), names.end());
  std::size_t named = 0;
  for (const auto& [name, line] : script.read) {
    if (names.contains(name)) {
      continue;
    }
    if (++named > kMostNamed) {
      break;
    }
    reporter.Emit(DiagnosticKind::kHiveVariableNotGiven, given.script()->range,
                  "the script reads ${" + Message(name) + "} in line " +
                      Message::Words(std::to_string(line)) + ", but no " + KnownTag("param") +
                      " of the action gives it a value and the script does not set it, so Hive "
                      "does not replace it" +
                      DidYouMean(name, near));
  }
}

}  // namespace

void CheckHiveVariables(Facts& facts) {
  const Subject& subject = facts.subject();
  Scripts scripts(subject);
  for (const ast::Node& node : subject.workflow.nodes) {
    if (node.kind == nullptr) {
      continue;
    }
    const Given given(node);
    if (given.script() == nullptr || given.more() ||
        (given.names_server() && ServerGivesVariables(facts.given()))) {
      continue;
    }
    const HiveScript* const script = scripts.Find(given.script()->value);
    if (script != nullptr && !script->may_set_more) {
      CheckScript(subject.reporter, given, *script);
    }
  }
}

}  // namespace hpdl::analysis
