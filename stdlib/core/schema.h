#ifndef HPDL_STDLIB_CORE_SCHEMA_H_
#define HPDL_STDLIB_CORE_SCHEMA_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "runtime/ground/value/arg_node.h"
#include "stdlib/core/function.h"

/// The types that declare the shape of a construct: its elements and attributes, their order and
/// number, and their schema versions. The reader checks documents with the declaration, and
/// diagnostics take suggestions from it. docs/language.md is generated from it, and the runtime
/// uses it to fill the kind's struct.
namespace hpdl::stdlib {

/// A schema version as a number that can be compared: 0.1 is 10, 0.2.5 is 25, 1.0 is 100. HWS is 1.
using Version = std::uint16_t;
inline constexpr Version kHws = 1;
inline constexpr Version kV0_1 = 10, kV0_2 = 20, kV0_2_5 = 25, kV0_3 = 30, kV0_4 = 40, kV0_4_5 = 45,
                         kV0_5 = 50, kV0_6 = 60, kV1_0 = 100;
inline constexpr Version kLatest = 0xffff;

/// The rule for the text of an element or attribute as written, before expressions are evaluated.
enum class TextRule : std::uint8_t {
  kAny,         ///< xs:string; may contain expressions; white space around it is dropped
  kVerbatim,    ///< like kAny, but all blanks are kept (message bodies, payloads)
  kIdentifier,  ///< a node name without expressions
  kPlain,       ///< xs:string; expressions are not evaluated (node names of HWS transitions ...)
  kBoolean,     ///< xs:boolean without expressions
  kShort,       ///< xs:short without expressions
  kUnsigned,    ///< xs:unsignedInt without expressions
  kInteger,     ///< xs:integer without expressions
  kDataName,    ///< the name of a data set or of an event, without expressions

  // For the rules below, the schema allows any xs:string. The compiler itself reports a text that
  // violates its rule, unless the text has expressions.
  kNotEmpty,
  kPermissions,  ///< 3 octal digits, or a form like -rwxr-x---
  kTrueOrFalse,  ///< true or false, in upper or lower case
  kTries,        ///< the value of retry-max
  kInterval,     ///< the value of retry-interval
  kRetryPolicy,  ///< the value of retry-policy
};

/// The effect of starting an action again after a failure, as with retry-max.
enum class Repeat : std::uint8_t {
  kUnknown,  ///< depends on the command, program or script that the action starts
  kSafe,     ///< has the same effect as one start
  kTwice,    ///< repeats an effect that others may have seen already: a message is sent again
  kOutputInTheWay,  ///< meets the output of the previous attempt, unless <prepare> deletes it
};

enum class Content : std::uint8_t {
  kText,      ///< text without child elements
  kFlag,      ///< empty; the presence of the element is the value
  kChildren,  ///< a struct: elements, attributes, and text if the struct declares it
};

/// The use that an action makes of the path in a text. The data flow analysis reads it.
enum class PathUse : std::uint8_t {
  kNone,        ///< the text is not a path
  kFileSystem,  ///< names the default file system, for paths without a scheme
  kElement,     ///< an attribute uses the path as its element declares

  kReads,  ///< expects that the path exists
  kLoads,  ///< reads a file that is named relative to the application; `#name` may follow
  /// HWS: reads a file of the package. A path begins at the root of the package, with or without a
  /// slash; `#name` may follow.
  kPackaged,
  kWrites,   ///< writes to the path
  kCreates,  ///< makes a directory; an existing directory is not an error
  kDeletes,
  kMoves,   ///< moves the file away from the path
  kCopies,  ///< a list with options: the last path is written, the other paths are read
  /// Not a path: the class that decides whether the job's output is a directory.
  kOutputFormat,
};

/// The purpose of an element, if no other member of its declaration shows it.
enum class ElementRole : std::uint8_t {
  kNone,
  kCapturesOutput,  ///< the output of the action becomes the action's data
  kJobXml,          ///< names a file of properties
  kHandsOn,         ///< passes the properties of this job to another job
  kFromLibraries,   ///< names a file that may come from the job's libraries
  kSparkOptions,    ///< options of spark-submit; ElementDecl::options has the known options
  kHiveScript,      ///< names a script in which Hive replaces variables by their values
  kHiveVariable,    ///< sets a variable of a Hive script: NAME=VALUE
  kHiveArgument,    ///< an argument of Hive's command line; it may set variables of a Hive script
  kHiveServer,      ///< a URL of a Hive server; it may set variables of a Hive script
  kProgram,         ///< names one program; no shell reads the text
};

/// An option in the text of an element.
struct OptionDecl {
  std::string_view name;          ///< "--master", or the name of a property
  std::string_view element = {};  ///< the element that sets the same value
  bool wins = false;  ///< true if the option wins over `element`, false if `element` wins
  /// The use of the paths in the option's value. Commas separate the paths.
  PathUse path = PathUse::kNone;
};

struct StructDecl;

/// Puts an evaluated node into a member of the struct `object`.
using Assign = void (*)(void* object, const rt::ArgNode& node);

struct AttributeDecl {
  std::string_view name;
  bool required = false;
  Version since = 0;
  Version until = kLatest;
  TextRule rule = TextRule::kAny;
  PathUse path = PathUse::kNone;
  Assign assign = nullptr;
  std::string_view doc;
  /// The environment of the expressions in the attribute. kScope means the environment of the
  /// attribute's owner.
  Environment environment = Environment::kScope;
};

struct ElementDecl {
  std::string_view name;
  Content content = Content::kText;
  const StructDecl* type = nullptr;  ///< the declaration of the struct, if `content` is kChildren
  TextRule rule = TextRule::kAny;
  /// The use of the path in the element's text. An attribute with kElement uses its path in the
  /// same way.
  PathUse path = PathUse::kNone;
  /// kCopies: the options in the list whose value is the next word of the list.
  std::span<const std::string_view> valued_options = {};
  Version since = 0;  ///< the element exists in versions since..until
  Version until = kLatest;
  /// The element is required in versions required_since..required_until.
  Version required_since = kLatest;
  Version required_until = kLatest;
  Version repeat_since = kLatest;  ///< the element may be repeated from this version on
  /// A number other than 0 makes the element a member of a choice. Only one of the neighbouring
  /// elements with the same number may be present. A choice is required if all its members are
  /// marked required.
  std::uint8_t choice = 0;
  /// The members of the choice may stand in any order and number (xs:choice maxOccurs="unbounded").
  bool mixed = false;
  Assign assign = nullptr;
  std::string_view doc;
  /// A value other than kUnknown replaces the Repeat of the kind for an action with this element.
  Repeat repeat = Repeat::kUnknown;
  ElementRole role = ElementRole::kNone;
  std::span<const OptionDecl> options = {};  ///< for kSparkOptions: the known options
  /// The environment of the expressions in the text. kScope means the environment of the element's
  /// owner.
  Environment environment = Environment::kScope;
};

enum class Order : std::uint8_t {
  /// The elements must stand in the declared order (xs:sequence). HWS has no schema, so its
  /// documents may use any order.
  kSequence,
  kAny,  ///< any order (xs:choice maxOccurs="unbounded")
};

struct StructDecl {
  std::string_view name;
  std::span<const ElementDecl> elements;
  std::span<const AttributeDecl> attributes;
  Order order = Order::kSequence;
  /// The function that takes the element's own text. Null: the element has no text of its own.
  Assign text = nullptr;
  TextRule text_rule = TextRule::kAny;
  /// The commands in this construct run before the action itself starts.
  bool prepares = false;
};

/// The namespace of an action's element.
enum class Family : std::uint8_t {
  kHws,       ///< no namespace, in an HWS document; the element itself is the node
  kWorkflow,  ///< the namespace of the workflow-app, with its versions
  kOwn,  ///< the kind's own namespace with its own versions, such as uri:oozie:shell-action:0.3
};

/// One of the forms that an action of a kind may have in a definition. All shapes of a kind fill
/// the same struct.
struct Shape {
  Family family;
  std::string_view element;           ///< "map-reduce", "shell", ...
  std::string_view namespace_prefix;  ///< kOwn: "uri:oozie:shell-action:"
  std::span<const Version> versions;  ///< the existing versions; empty for kHws
  const StructDecl* body;
};

/// A property of the configuration that holds paths, separated by commas, or describes those paths.
struct PathProperty {
  std::string_view name;
  PathUse use = PathUse::kNone;
};

/// The declaration of an action kind for the compiler.
struct KindDecl {
  std::string_view name;  ///< the kind's name, also the name of its folder
  std::span<const Shape> shapes;
  /// The kind needs job-tracker/resource-manager and name-node, from the action or from <global>.
  /// Without them the compiler reports E0701, from schema 0.4 of the workflow on.
  bool needs_cluster = false;
  /// The node may have data for wf:actionData and action:output.
  bool produces_data = false;
  /// The action is a MapReduce job: hadoop:counters and hadoop:job* apply.
  bool map_reduce = false;
  /// The action may run any number of jobs, and hadoop:counters applies to them. map_reduce implies
  /// counters.
  bool counters = false;
  std::span<const PathProperty> paths = {};
  Repeat repeat = Repeat::kUnknown;
  /// For kOutputInTheWay: an action that has one of these words among its texts accepts existing
  /// output.
  std::span<const std::string_view> repeat_words;
  std::string_view summary;  ///< one line for `hpdlc explain` and docs/language.md
};

// ---- Binding members
// -------------------------------------------------------------------------------

namespace internal {

template <class T>
struct MemberOf;
template <class Owner, class T>
struct MemberOf<T Owner::*> {
  using OwnerType = Owner;
  using Type = T;
};

/// True if T declares an element. T then has the member `static const StructDecl& Decl();`.
template <class T>
concept Declared = requires { T::Decl(); };

}  // namespace internal

/// Fills `object` from the node's children and text. `object` has the type that `decl` is bound to.
inline void Decode(const StructDecl& decl, const rt::ArgNode& node, void* object) {
  if (decl.text != nullptr) {
    decl.text(object, node);
  }
  for (const rt::ArgNode& child : node.children) {
    const std::size_t elements = decl.elements.size();
    const Assign assign = child.field < elements ? decl.elements[child.field].assign
                                                 : decl.attributes[child.field - elements].assign;
    if (assign != nullptr) {
      assign(object, child);
    }
  }
}

namespace internal {

/// Sets a member from a node. `fill` decodes a declared struct.
template <auto Member, class Fill>
void AssignBy(void* object, const rt::ArgNode& node, Fill fill) {
  using Traits = MemberOf<decltype(Member)>;
  using T = typename Traits::Type;
  T& member = static_cast<typename Traits::OwnerType*>(object)->*Member;
  if constexpr (std::is_same_v<T, bool>) {
    member = node.text.empty() || node.text == "true" || node.text == "1";
  } else if constexpr (std::is_same_v<T, std::string> ||
                       std::is_same_v<T, std::optional<std::string>>) {
    member = node.text;
  } else if constexpr (std::is_same_v<T, std::vector<std::string>>) {
    member.push_back(node.text);
  } else if constexpr (Declared<T>) {
    fill(member);
  } else if constexpr (requires { member.emplace(); }) {  // an optional of a declared struct
    fill(member.emplace());
  } else {  // a vector of declared structs
    fill(member.emplace_back());
  }
}

}  // namespace internal

/// Sets a member from a node. A std::string or an optional takes the text, and a vector gets one
/// more entry. A bool becomes true. A declared struct is filled from the children by its own
/// Decl().
template <auto Member>
void AssignMember(void* object, const rt::ArgNode& node) {
  internal::AssignBy<Member>(object, node,
                             [&node]<class S>(S& target) { Decode(S::Decl(), node, &target); });
}

/// Sets a member from a node that is written as `D` declares. `D` may differ from the member's own
/// Decl(), because declarations differ between namespaces.
template <auto Member, const StructDecl& D>
void AssignChildren(void* object, const rt::ArgNode& node) {
  internal::AssignBy<Member>(object, node, [&node](auto& target) { Decode(D, node, &target); });
}

/// Declares `<name>text</name>`.
template <auto Member>
constexpr ElementDecl Text(std::string_view name, std::string_view doc = {}) {
  ElementDecl e;
  e.name = name;
  e.assign = &AssignMember<Member>;
  e.doc = doc;
  return e;
}

/// Declares `<name/>`. Member is a bool.
template <auto Member>
constexpr ElementDecl Flag(std::string_view name, std::string_view doc = {}) {
  ElementDecl e = Text<Member>(name, doc);
  e.content = Content::kFlag;
  return e;
}

/// Declares an element with elements or attributes, as `D` declares them. Member is a declared
/// struct, or an optional or a vector of a declared struct.
template <auto Member, const StructDecl& D>
constexpr ElementDecl Children(std::string_view name, std::string_view doc = {}) {
  ElementDecl e;
  e.name = name;
  e.content = Content::kChildren;
  e.type = &D;
  e.assign = &AssignChildren<Member, D>;
  e.doc = doc;
  return e;
}

template <auto Member>
constexpr AttributeDecl Attribute(std::string_view name, std::string_view doc = {}) {
  AttributeDecl a;
  a.name = name;
  a.assign = &AssignMember<Member>;
  a.doc = doc;
  return a;
}

constexpr ElementDecl Required(ElementDecl e, Version since = 0, Version until = kLatest) {
  e.required_since = since;
  e.required_until = until;
  return e;
}
constexpr ElementDecl Repeated(ElementDecl e, Version since = 0) {
  e.repeat_since = since;
  return e;
}
constexpr ElementDecl In(ElementDecl e, Version since, Version until = kLatest) {
  e.since = since;
  e.until = until;
  return e;
}
constexpr ElementDecl Choice(ElementDecl e, std::uint8_t number) {
  e.choice = number;
  return e;
}
/// Declares a member of a choice that may stand any number of times, in any order.
constexpr ElementDecl Mixed(ElementDecl e, std::uint8_t number) {
  e.choice = number;
  e.mixed = true;
  return Repeated(e);
}
constexpr ElementDecl Rule(ElementDecl e, TextRule rule) {
  e.rule = rule;
  return e;
}
constexpr ElementDecl Repeats(ElementDecl e, Repeat repeat) {
  e.repeat = repeat;
  return e;
}
constexpr ElementDecl As(ElementDecl e, ElementRole role) {
  e.role = role;
  return e;
}
constexpr ElementDecl Path(ElementDecl e, PathUse use) {
  e.path = use;
  return e;
}
/// Sets the environment of the expressions in the element or attribute.
constexpr ElementDecl Phase(ElementDecl e, Environment environment) {
  e.environment = environment;
  return e;
}
constexpr AttributeDecl Phase(AttributeDecl a, Environment environment) {
  a.environment = environment;
  return a;
}
/// Declares a list of options, sources and a target.
constexpr ElementDecl Copies(ElementDecl e, std::span<const std::string_view> valued_options) {
  e.path = PathUse::kCopies;
  e.valued_options = valued_options;
  return e;
}
constexpr AttributeDecl Required(AttributeDecl a) {
  a.required = true;
  return a;
}
constexpr AttributeDecl In(AttributeDecl a, Version since, Version until = kLatest) {
  a.since = since;
  a.until = until;
  return a;
}
constexpr AttributeDecl Rule(AttributeDecl a, TextRule rule) {
  a.rule = rule;
  return a;
}

constexpr AttributeDecl Path(AttributeDecl a, PathUse use) {
  a.path = use;
  return a;
}

/// Returns the kind's struct, filled from the evaluated arguments of a node in shape number
/// `shape`.
template <class Args>
Args DecodeArgs(const KindDecl& kind, std::uint32_t shape, const rt::ArgNode& root) {
  Args args;
  Decode(*kind.shapes[shape].body, root, &args);
  return args;
}

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_CORE_SCHEMA_H_
