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

/// The checked program: every name is resolved, every expression has a type, and equal expressions
/// are shared. Its tables correspond one to one to the tables of the ABI
/// (runtime/ground/abi/hpdl_abi.h).
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

/// The kind of an expression.
enum class ExprKind : std::uint8_t {
  kConstant,   ///< its value is in the member for `type`: boolean, number, real or text
  kParameter,  ///< `parameter` is an index into Expressions.parameters
  kIndex,
  kCall,
  kUnary,
  kBinary,  ///< `and` and `or` evaluate the right side only if needed
  kConditional,
  kConcat,  ///< joins the parts of a template
};

/// A typed expression. Equal expressions have the same id (Expressions::exprs is hash-consed).
struct Expr {
  ExprKind kind = ExprKind::kConstant;
  Type type = Type::kAny;
  Op op = Op::kNone;
  std::uint32_t effects = stdlib::kPure;  ///< effects of the expression and of its operands
  bool boolean = false;
  std::int64_t number = 0;
  double real = 0;
  std::string text;
  std::uint32_t parameter = 0;
  const stdlib::FunctionDecl* function = nullptr;
  std::vector<ExprId> operands;
  friend bool operator==(const Expr&, const Expr&) = default;
};

/// A text or expression whose value the program needs at run time (hpdl_expr in the ABI). Equal
/// values share one entry.
struct Value {
  ExprId expr;                  ///< invalid for a constant, whose value is `text`
  std::string text;             ///< the value, or the template as written
  Type target = Type::kString;  ///< the type of the result, such as kBoolean for a predicate
  Range range;                  ///< the place where the value first appears
  /// The phase that evaluates the value. kScope stands for the phase of the whole definition.
  stdlib::Environment environment = stdlib::kScope;
};

/// An element or attribute that is written in an action or in <global>.
struct Arg {
  std::uint32_t field = 0;
  std::uint32_t end = 0;  ///< index one past the last descendant, in the same vector
  ValueId value;          ///< invalid if there is no text
  Range range;
};

/// A transition.
struct Edge {
  std::string name;
  NodeId target;
  ValueId when;  ///< the predicate of a decision's case; invalid for the default
  Range range;
};

/// A node that can be reached from the start node. Node::type decides which members are set.
struct Node {
  std::string name;
  NodeType type = NodeType::kAction;
  Range range;
  std::vector<Edge> edges;
  ValueId message;
  const stdlib::KindEntry* kind = nullptr;
  std::uint32_t shape = 0;
  std::vector<Arg> args;      ///< in preorder, without the root
  bool takes_global = false;  ///< true if an action of this kind takes elements of <global>
  /// The elements and properties of <global> that the action does not use, because it has its own
  /// or because a later property has the same name: indices into Workflow::global_args, sorted.
  /// Their descendants are not listed.
  std::vector<std::uint32_t> unused_global;
  ValueId retry_max, retry_interval, retry_policy;
  ValueId on_finish;  ///< evaluated when the action has ended
  std::string credentials;
};

/// A service level agreement (SLA element of version 0.2) of a workflow or of one of its actions.
struct Agreement {
  NodeId node;            ///< invalid for an SLA of the workflow itself
  std::vector<Arg> args;  ///< the content, as declared by stdlib::control::kSla02Decl
};

/// A variable in the expressions, or an entry of <parameters>. The constants of the expression
/// language are not parameters.
struct Parameter {
  std::string name;
  std::optional<std::string> default_value;
  Range range;
  bool used = false;
  bool declared = false;  ///< true for an entry of <parameters>
  /// True if only an inherited <global> reads the parameter. A job starts without a value of it.
  bool optional = false;
};

/// A property of the job's configuration.
struct Property {
  std::string name;
  std::string value;
};

/// A file of the application directory. Large files stay on disk until codegen copies them.
struct File {
  std::string path;       ///< path in the application
  std::string disk_path;  ///< empty if `data` has the bytes, as for members of a ZIP file
  std::string data;
  std::uint64_t size = 0;
};

/// The expressions of one definition, in any language.
struct Expressions {
  std::vector<Expr> exprs;
  std::vector<Value> values;
  std::vector<Parameter> parameters;
};

/// The parts that definitions of all languages have.
struct Definition : Expressions {
  std::string schema;                    ///< the namespace as written
  const SourceBuffer* source = nullptr;  ///< not owned; outlives the hir
  std::string file_name;                 ///< the name in messages and debug line tables
  ValueId name;
  /// The properties in the file of defaults of the definition's language.
  std::vector<Property> defaults;
};

/// One checked workflow.
struct Workflow : Definition {
  Dialect dialect = Dialect::kOozie;
  std::string app_path;  ///< as written in <app-path>; empty for the root
  /// The reachable nodes, in document order. Transitions refer to them by index.
  std::vector<Node> nodes;
  NodeId start;
  /// The arguments of the <global> that the workflow inherits, and of its own <global>.
  std::vector<Arg> global_args;
  std::string inherited_global;  ///< the inherited <global> as the value of kGlobalProperty, or ""
  /// The value of kGlobalProperty in the jobs of sub-workflows, if it is not that of this job; ""
  /// if it is.
  std::string handed_global;
  std::vector<Agreement> agreements;  ///< the SLAs of the workflow itself come first
  std::vector<File> files;
  bool unpaired_joins = false;  ///< true if the rules of forks and joins were switched off
};

/// Returns the stable text form of `hpdlc emit --hir`: one line for each node, argument and
/// expression.
std::string Print(const Workflow& workflow);
/// Aborts with a message if the tables contradict each other. Debug builds call Verify() between
/// phases.
void Verify(const Workflow& workflow);

}  // namespace hpdl::hir

#endif  // HPDL_COMPILER_HIR_HIR_H_
