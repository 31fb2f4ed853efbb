#include <string>
#include <unordered_set>
#include <vector>

#include "compiler/analysis/analyses.h"
#include "compiler/analysis/arguments.h"
#include "compiler/analysis/path_text.h"
#include "compiler/secrets/markup.h"
#include "compiler/secrets/secret_text.h"
#include "compiler/sema/credentials.h"
#include "stdlib/core/control.h"

namespace hpdl::analysis {
namespace {

using namespace secrets;  // NOLINT: most names of the namespace are used

class SecretCheck {
 public:
  /// If `warn` is false, only hides secrets.
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
    CheckBody(workflow_.credentials_body, stdlib::control::kCredentialsDecl);
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

  /// Checks the values in the application's file of defaults. If a value contains escapes, only the
  /// place of the whole value is known, so a warning covers the whole value.
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
          what + " is in plain text here; anyone who can read the file can see it");
    }
  }

  /// Checks a text that has a name, such as the value of a property. The whole text or a part of
  /// the text may be a secret.
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
    const ast::Argument* before = nullptr;  // the previous argument, which may be an option
    bool curl = false;                      // true after the argument curl
    for (const ast::Argument& child : body.children) {
      const Declared part = DeclarationOf(child, decl);
      const stdlib::StructDecl* type = part.element == nullptr ? nullptr : part.element->type;
      if (type == &stdlib::kPropertyDecl) {
        const PropertyTexts property = PropertyOf(child);
        if (property.name != nullptr && property.value != nullptr) {
          CheckValue(property.name->text.value, property.value->text);
        }
        continue;
      }
      if (child.text) {
        curl = curl || IsCurl(child.text->text.value);
        const bool beside = before != nullptr && before->field == child.field && before->text;
        CheckArgument(part.name(), child.text->text, beside ? &before->text->text.value : nullptr,
                      curl);
      }
      if (type != nullptr) {
        CheckBody(child, *type);  // recursion is as deep as the declarations
      }
      before = &child;
    }
  }

  /// Checks an argument. `option` is the text of the previous argument, or null. For the second
  /// argument of `<arg>--password</arg><arg>...</arg>`, `option` is `--password`.
  void CheckArgument(std::string_view name, const ast::Text& text, const std::string* option,
                     bool curl) {
    if (curl && option != nullptr && IsLoginOption(*option)) {
      const SecretPart password = PasswordOfLogin(text.value);
      if (password.end > password.begin) {
        Emit(reporter_.source, text.RawRange(password.begin, password.end), password.what);
        return;
      }
    }
    if (option != nullptr && IsSecretOption(*option) && IsLiteralSecret(text.value) &&
        !text.value.starts_with('-')) {
      Emit(reporter_.source, text.range, "the value of " + *option);
    } else {
      CheckValue(name, text);
    }
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
  std::unordered_set<std::string> used;
  for (const ast::Node& node : subject.workflow.nodes) {
    if (node.credentials) {
      for (const std::string_view name : sema::CredentialNames(*node.credentials)) {
        used.insert(sema::CredentialKey(name));
      }
    }
  }
  for (const ast::Credential& credential : subject.workflow.credentials) {
    if (!used.contains(sema::CredentialKey(credential.name.text))) {
      subject.reporter.Emit(DiagnosticKind::kUnusedCredential, credential.name.range,
                            "no action uses credential " + Quoted(credential.name.text) +
                                "; an action names its credentials in the attribute cred");
    }
  }
}

}  // namespace hpdl::analysis
