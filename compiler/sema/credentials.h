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

/// Returns the key of a credential's name. Names that differ only in case have the same key.
std::string CredentialKey(std::string_view name);

/// Splits the attribute `cred` of an action at commas. Returns each name once.
std::vector<std::string_view> CredentialNames(const ast::Name& attribute);

/// Warns of credentials that are declared twice, have an unknown type, or lack a property that the
/// type needs. Warns of actions that use an undeclared credential. Also warns of actions that use
/// credentials in a workflow without <credentials>.
void CheckCredentials(const ast::Workflow& workflow, const Reporter& reporter);

/// Lowers credentials to properties of the actions that use them (stdlib/core/credential.h). Lowers
/// each credential once.
class CredentialLowering {
 public:
  /// The arguments must outlive the object.
  CredentialLowering(const ast::Workflow& workflow, ExpressionLowering& expressions,
                     const Reporter& reporter);

  /// Appends a <configuration> to the arguments of `node` if the node uses credentials, the node's
  /// kind can use credentials, and the workflow has a <credentials>. In a workflow without
  /// <credentials> the action starts without credentials, as in Oozie. Reports XmlTooLarge if the
  /// credentials of all actions together have too many properties.
  void Append(const ast::Node& node, LoweredArguments* out);

 private:
  struct Part {
    hir::ValueId value;
    const ast::Argument* written = nullptr;
  };
  struct Row {
    Part name, value;
    /// The <property> that contains the name and the value.
    const ast::Argument* written = nullptr;
  };
  using Rows = std::vector<Row>;

  const Rows& RowsOf(std::uint32_t credential);
  Row Marker(std::string_view name, std::string_view value);
  void AppendRow(const Row& row, LoweredArguments* out);

  const ast::Workflow& workflow_;
  ExpressionLowering& expressions_;
  const Reporter& reporter_;
  /// The index of each credential, by CredentialKey(). If several credentials have the same key,
  /// the map contains the last of these credentials.
  std::unordered_map<std::string, std::uint32_t> declared_;
  std::vector<std::optional<Rows>> rows_;
  std::size_t left_;  ///< the number of properties that may still be appended
};

}  // namespace hpdl::sema

#endif  // HPDL_COMPILER_SEMA_CREDENTIALS_H_
