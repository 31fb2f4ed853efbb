#include <algorithm>
#include <string>
#include <unordered_set>

#include "compiler/analysis/analyses.h"
#include "compiler/analysis/arguments.h"
#include "compiler/secrets/markup.h"
#include "compiler/secrets/secret_text.h"
#include "stdlib/core/control.h"

namespace hpdl::analysis {
namespace {

using namespace secrets;  // NOLINT: what secrets look like

class SecretCheck {
 public:
  /// If not `warn`, secrets are hidden only.
  SecretCheck(const ast::Workflow& workflow, const Reporter& reporter, bool warn)
      : workflow_(workflow), reporter_(reporter), warn_(warn) {}

  void CheckDefinition() {
    for (const ast::Parameter& parameter : workflow_.parameters) {
      if (parameter.value) {
        CheckValue(parameter.name.text, *parameter.value);
      }
    }
    if (workflow_.global) {
      CheckBody(*workflow_.global, stdlib::kGlobalDecl);
    }
    CheckCredentials();
    for (const ast::Node& node : workflow_.nodes) {
      if (node.kind != nullptr) {
        CheckBody(node.body, BodyOf(node));
      }
      if (node.message) {
        CheckText(node.message->text);
      }
      for (const ast::Edge& edge : node.edges) {
        if (edge.when) {
          CheckText(edge.when->text);
        }
      }
    }
  }

  /// The application's file of defaults: read without places inside of texts.
  void CheckDefaults(const GivenValues& values) {
    for (const GivenValue& given : values.all()) {
      if (given.from != GivenValue::From::kDefaults || given.source == nullptr) {
        continue;
      }
      const bool exact = given.source->Slice(given.value_range) == given.value;
      if (NamesSecret(given.name) && IsLiteralSecret(given.value)) {
        Emit(given.source, given.value_range, "the value of " + Quoted(given.name));
        continue;
      }
      for (const SecretPart& part : FindSecrets(given.value)) {
        const std::uint32_t begin = given.value_range.begin;
        Emit(given.source, exact ? Range{begin + part.begin, begin + part.end} : given.value_range,
             part.what);
      }
    }
  }

 private:
  void Emit(const SourceBuffer* source, Range range, const Message& what) {
    reporter_.diagnostics->Hide(source, range);
    if (warn_) {
      reporter_.diagnostics->Emit(
          DiagnosticKind::kPlainSecret, source, range,
          what + " stands here in plain text; whoever can read the file has it");
    }
  }

  /// What has a name of its own, or a secret in its midst.
  void CheckValue(std::string_view name, const ast::Text& text) {
    if (NamesSecret(name) && IsLiteralSecret(text.value)) {
      Emit(reporter_.source, text.range, "the value of " + Quoted(name));
    } else {
      CheckText(text);
    }
  }

  void CheckText(const ast::Text& text) {
    for (const SecretPart& part : FindSecrets(text.value)) {
      Emit(reporter_.source, text.RawRange(part.begin, part.end), part.what);
    }
    if (const SecretPart url = FindInsecureUrl(text.value); warn_ && url.end > url.begin) {
      reporter_.Emit(
          DiagnosticKind::kInsecureUrl, text.RawRange(url.begin, url.end),
          "this URL sends " + url.what + " over http, where others can read it; https hides it");
    }
  }

  void CheckBody(const ast::Argument& body, const stdlib::StructDecl& decl) {
    const ast::Argument* before = nullptr;  // the argument that may be an option of the next one
    bool curl = false;                      // one before is this command
    for (const ast::Argument& child : body.children) {
      const Declared part = DeclarationOf(child, decl);
      const bool structure = part.element != nullptr && part.element->type != nullptr;
      if (structure && part.element->type == &stdlib::kPropertyDecl) {
        const PropertyTexts property = PropertyOf(child);
        if (property.name != nullptr && property.value != nullptr) {
          CheckValue(property.name->text.value, property.value->text);
        }
        continue;
      }
      if (child.text) {
        curl =
            curl || child.text->text.value == "curl" || child.text->text.value.ends_with("/curl");
        CheckArgument(part, before, curl);
      }
      if (structure) {
        CheckBody(child, *part.element->type);  // as deep as declarations nest
      }
      before = &child;
    }
  }

  /// `before` is the neighbour: `<arg>--password</arg><arg>...</arg>`.
  void CheckArgument(const Declared& part, const ast::Argument* before, bool curl) {
    const ast::Text& text = part.argument.text->text;
    const bool beside =
        before != nullptr && before->field == part.argument.field && before->text.has_value();
    if (curl && beside && IsLoginOption(before->text->text.value)) {
      const SecretPart password = PasswordOfLogin(text.value);
      if (password.end > password.begin) {
        Emit(reporter_.source, text.RawRange(password.begin, password.end), password.what);
        return;
      }
    }
    const bool of_option = beside && IsSecretOption(before->text->text.value);
    if (of_option && IsLiteralSecret(text.value) && !text.value.starts_with('-')) {
      Emit(reporter_.source, text.range, "the value of " + before->text->text.value);
    } else {
      CheckValue(part.name(), text);
    }
  }

  void CheckCredentials() {
    const ast::Argument& body = workflow_.credentials_body;
    CheckBody(body, stdlib::control::kCredentialsDecl);
    ForEachArgument(body, stdlib::control::kCredentialsDecl, [&](const Declared& part) {
      if (warn_ && part.name() == "value" && part.argument.text &&
          IsPlainHttp(part.argument.text->text.value)) {
        reporter_.Emit(DiagnosticKind::kInsecureUrl, part.argument.text->text.range,
                       "credentials are asked for over http, where others can read them; "
                       "https hides them");
      }
    });
  }

  const ast::Workflow& workflow_;
  const Reporter& reporter_;
  bool warn_;
};

}  // namespace

void HideSecrets(const ast::Workflow& workflow, const Reporter& reporter) {
  SecretCheck(workflow, reporter, false).CheckDefinition();
  for (const Range range : FindNamedInMarkup(reporter.source->text())) {
    reporter.diagnostics->Hide(reporter.source, range);
  }
}

void HideSecretsInText(const Reporter& reporter) {
  for (const Range range : FindInFile(reporter.source->text())) {
    reporter.diagnostics->Hide(reporter.source, range);
  }
}

void CheckSecrets(Facts& facts) {
  SecretCheck check(facts.subject().workflow, facts.subject().reporter, true);
  check.CheckDefinition();
  check.CheckDefaults(facts.given());
}

void CheckCredentialUse(Facts& facts) {
  const Subject& subject = facts.subject();
  std::unordered_set<std::string_view> used;
  for (const ast::Node& node : subject.workflow.nodes) {
    std::string_view left = node.credentials ? std::string_view(node.credentials->text) : "";
    while (!left.empty()) {
      const std::size_t comma = std::min(left.find(','), left.size());
      std::string_view name = left.substr(0, comma);
      name.remove_prefix(std::min(name.find_first_not_of(" \t\r\n"), name.size()));
      name = name.substr(0, name.find_last_not_of(" \t\r\n") + 1);
      used.insert(name);
      left.remove_prefix(std::min(comma + 1, left.size()));
    }
  }
  for (const ast::Credential& credential : subject.workflow.credentials) {
    if (!used.contains(credential.name.text)) {
      subject.reporter.Emit(DiagnosticKind::kUnusedCredential, credential.name.range,
                            "no action asks for credential " + Quoted(credential.name.text) +
                                "; the attribute cred of an action does");
    }
  }
}

}  // namespace hpdl::analysis
