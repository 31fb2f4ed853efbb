#ifndef HPDL_COMPILER_SEMA_CREDENTIALS_H_
#define HPDL_COMPILER_SEMA_CREDENTIALS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "compiler/ast/ast.h"
#include "compiler/sema/arguments.h"
#include "compiler/sema/expression.h"
#include "compiler/sema/graph.h"

namespace hpdl::sema {

/// What two names of credentials have in common if they mean the same one: case does not count.
std::string CredentialKey(std::string_view name);

/// The names in the attribute cred of an action: separated by commas, each once.
std::vector<std::string_view> CredentialNames(const ast::Name& attribute);

/// Warns of credentials that are declared twice, of a type that is not known or without what that
/// needs, of those that actions ask for and <credentials> does not declare, and of actions that ask
/// for some where there is no <credentials>.
void CheckCredentials(const ast::Workflow& workflow, const Reporter& reporter);

/// Credentials -> properties of the actions that ask for them (stdlib/core/credential.h). What a
/// credential has is lowered once.
class CredentialLowering {
 public:
  /// What it is given must outlive it.
  CredentialLowering(const ast::Workflow& workflow, ExpressionLowering& expressions,
                     const Reporter& reporter);

  /// Appends a further <configuration> to the arguments of `node`, if it asks for credentials, its
  /// kind has a use for them and the workflow a <credentials>: without that Oozie, too, starts the
  /// action as if it had not asked. Reports XmlTooLarge if those of all actions get too many.
  void Append(const ast::Node& node, LoweredArguments* out);

 private:
  struct Part {
    hir::ValueId value;
    const ast::Argument* written = nullptr;
  };
  struct Row {
    Part name, value;
    const ast::Argument* written = nullptr;  ///< the whole property
  };
  using Rows = std::vector<Row>;

  const Rows& RowsOf(std::uint32_t credential);
  Row Marker(std::string_view name, std::string_view value);
  void AppendRow(const Row& row, LoweredArguments* out);

  const ast::Workflow& workflow_;
  ExpressionLowering& expressions_;
  const Reporter& reporter_;
  std::unordered_map<std::string, std::uint32_t> declared_;  ///< by key; the last of a name counts
  std::vector<std::optional<Rows>> rows_;
  std::size_t left_;  ///< rows that may still be appended
};

}  // namespace hpdl::sema

#endif  // HPDL_COMPILER_SEMA_CREDENTIALS_H_
