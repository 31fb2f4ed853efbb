#ifndef HPDL_COMPILER_HIR_HIR_H_
#define HPDL_COMPILER_HIR_HIR_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compiler/base/ids.h"
#include "compiler/base/source.h"
#include "compiler/core/terms.h"
#include "stdlib/core/function.h"
#include "stdlib/core/registry.h"

/// The checked program: every name resolved, every expression typed, equal expressions shared. Its
/// tables have the shape of the ABI's (runtime/ground/abi/hpdl_abi.h), so that lowering is one to
/// one.
namespace hpdl::hir {

struct NodeTag;
struct ExprTag;
struct ValueTag;
using NodeId = Id<NodeTag>;
using ExprId = Id<ExprTag>;
using ValueId = Id<ValueTag>;

using hpdl::Dialect;
using hpdl::NodeType;
using hpdl::Op;
using stdlib::Type;

/// What an expression does.
enum class ExprKind : std::uint8_t {
  kConstant,   ///< type says which of boolean, number, real, text is meant
  kParameter,  ///< index into Expressions.parameters
  kIndex,
  kCall,
  kUnary,
  kBinary,  ///< and/or evaluate the right side only when needed
  kConditional,
  kConcat,  ///< a template
};

/// A typed expression. Equal ones have the same id (Expressions::exprs is hash-consed).
struct Expr {
  ExprKind kind = ExprKind::kConstant;
  Type type = Type::kAny;
  Op op = Op::kNone;
  std::uint32_t effects = stdlib::kPure;  ///< its own and its operands'
  bool boolean = false;
  std::int64_t number = 0;
  double real = 0;
  std::string text;
  std::uint32_t parameter = 0;
  const stdlib::FunctionDecl* function = nullptr;
  std::vector<ExprId> operands;
  friend bool operator==(const Expr&, const Expr&) = default;
};

/// A place that needs a value at run time: hpdl_expr. Equal ones are one.
struct Value {
  ExprId expr;                  ///< invalid: constant, `text` is the value
  std::string text;             ///< the value, or the template as written
  Type target = Type::kString;  ///< what the place wants: kString, kBoolean (predicates)
  Range range;                  ///< first appearance
  /// The phase in which it is evaluated; kScope: that of the whole definition.
  stdlib::Environment environment = stdlib::kScope;
};

/// An element or attribute of an action, or of <global>, that is given.
struct Arg {
  std::uint32_t field = 0;
  std::uint32_t end = 0;  ///< index one past the last descendant, in the same vector
  ValueId value;          ///< invalid: no text
  Range range;
};

/// A transition.
struct Edge {
  std::string name;
  NodeId target;
  ValueId when;  ///< decision: the predicate; invalid for the default
  Range range;
};

/// A node that start leads to; which members it has depends on its type.
struct Node {
  std::string name;
  NodeType type = NodeType::kAction;
  Range range;
  std::vector<Edge> edges;
  ValueId message;
  const stdlib::KindEntry* kind = nullptr;
  std::uint32_t shape = 0;
  std::vector<Arg> args;  ///< preorder, without the root
  ValueId retry_max, retry_interval, retry_policy;
  std::string credentials;
};

/// What a workflow or an action of it has agreed on: SLA of version 0.2.
struct Agreement {
  NodeId node;            ///< invalid: the workflow itself
  std::vector<Arg> args;  ///< fields of stdlib::control::kSla02Decl
};

/// A free variable of the expressions, or an entry of <parameters>.
struct Parameter {
  std::string name;
  std::optional<std::string> default_value;
  Range range;
  bool used = false;
  bool declared = false;  ///< an entry of <parameters>
};

/// A property of the job's configuration.
struct Property {
  std::string name;
  std::string value;
};

/// A file of the application directory. Large ones stay on disk until codegen copies them.
struct File {
  std::string path;       ///< in the application
  std::string disk_path;  ///< empty: `data` has the bytes (ZIP members)
  std::string data;
  std::uint64_t size = 0;
};

/// The expressions of one definition, of whichever language it is.
struct Expressions {
  std::vector<Expr> exprs;
  std::vector<Value> values;
  std::vector<Parameter> parameters;
};

/// What every definition has, of whichever language it is.
struct Definition : Expressions {
  std::string schema;                    ///< the namespace as written
  const SourceBuffer* source = nullptr;  ///< not owned; outlives the hir
  std::string file_name;                 ///< for messages and debug line tables
  ValueId name;
  std::vector<Property> defaults;  ///< of the file of defaults that its language has
};

/// One workflow, checked.
struct Workflow : Definition {
  Dialect dialect = Dialect::kOozie;
  std::string app_path;  ///< as written in <app-path>; empty for the root
  std::vector<Node>
      nodes;  ///< only those reachable from start, document order; transitions by index
  NodeId start;
  std::vector<Arg> global_args;
  std::vector<Agreement> agreements;  ///< the workflow's first
  std::vector<File> files;
  bool unpaired_joins = false;  ///< fork/join validation was off
};

/// The stable text form of `hpdlc emit --hir`: one line a node, argument and expression.
std::string Print(const Workflow& workflow);
/// Aborts with a message if the tables contradict each other. Debug builds call it between phases.
void Verify(const Workflow& workflow);

}  // namespace hpdl::hir

#endif  // HPDL_COMPILER_HIR_HIR_H_
