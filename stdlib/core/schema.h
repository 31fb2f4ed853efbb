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

/// The words in which the shape of a construct is declared, once: which elements and attributes, in
/// which order, how often, and in which schema versions. The reader checks documents against it,
/// the diagnostics suggest from it, docs/language.md is made from it, and the runtime fills the
/// kind's struct by it.
namespace hpdl::stdlib {

/// A schema version as a number that sorts: 0.1 is 10, 0.2.5 is 25, 1.0 is 100. HWS is 1.
using Version = std::uint16_t;
inline constexpr Version kHws = 1;
inline constexpr Version kV0_1 = 10, kV0_2 = 20, kV0_2_5 = 25, kV0_3 = 30, kV0_4 = 40, kV0_4_5 = 45,
                         kV0_5 = 50, kV0_6 = 60, kV1_0 = 100;
inline constexpr Version kLatest = 0xffff;

/// What the text of an element or attribute must be as written (before expressions are evaluated).
enum class TextRule : std::uint8_t {
  kAny,         ///< xs:string; may hold expressions; white space around it is dropped
  kVerbatim,    ///< the same, every blank kept (message bodies, payloads)
  kIdentifier,  ///< a node name, no expressions
  kPlain,       ///< xs:string, expressions are not evaluated (node names of HWS transitions ...)
  kBoolean,     ///< xs:boolean, no expressions
  kShort,       ///< xs:short, no expressions
  kUnsigned,    ///< xs:unsignedInt, no expressions
  kInteger,     ///< xs:integer, no expressions
  kDataName,    ///< the name of a data set or of an event, no expressions

  // Any xs:string for the schema; what holds no expression and is not of this form is of no use.
  kNotEmpty,
  kPermissions,  ///< 3 octal digits, or like -rwxr-x---
  kTrueOrFalse,  ///< in any case
  kTries,        ///< retry-max
  kInterval,     ///< retry-interval
  kRetryPolicy,  ///< retry-policy
};

/// What happens if an action is started again after a failure, as with retry-max.
enum class Repeat : std::uint8_t {
  kUnknown,         ///< what the action starts decides: a command, a program, a script
  kSafe,            ///< no more than starting it once
  kTwice,           ///< what others may have seen already: a message is sent again
  kOutputInTheWay,  ///< it meets the output of the try before, unless its <prepare> deletes that
};

enum class Content : std::uint8_t {
  kText,      ///< text only
  kFlag,      ///< empty; being there is the value
  kChildren,  ///< a struct: elements, attributes, and text if the struct declares it
};

/// What an action does with the path that a text names. Data flow analysis goes by it.
enum class PathUse : std::uint8_t {
  kNone,        ///< the text is no path
  kFileSystem,  ///< no path: where the paths lie that name no file system
  kElement,     ///< of an attribute: what its element says

  kReads,    ///< wants that it is there
  kLoads,    ///< reads a file that is named relative to the application; `#name` may follow
  kWrites,   ///< puts something there
  kCreates,  ///< makes a directory; that it is there already does no harm
  kDeletes,
  kMoves,         ///< away from there
  kCopies,        ///< of a list with options: the last is written, the others are read
  kOutputFormat,  ///< no path: the class that decides whether the job's output is a directory
};

/// What an element is for, where no other member of its declaration says it.
enum class ElementRole : std::uint8_t {
  kNone,
  kCapturesOutput,  ///< asks that what the action writes becomes its data
  kJobXml,          ///< names a file of properties
  kHandsOn,         ///< lets another job see the properties of this one
  kFromLibraries,   ///< names a file that the job's libraries may bring too
  kSparkOptions,    ///< options of spark-submit: `options` says which of them are known
  kHiveScript,      ///< names a script that Hive puts the values of variables into
  kHiveVariable,    ///< NAME=VALUE of such a variable
  kHiveArgument,    ///< a word for Hive's command line, which may give such variables too
  kHiveServer,      ///< a URL of a Hive server, which may give such variables too
};

/// An option in the text of an element.
struct OptionDecl {
  std::string_view name;          ///< "--master", or the name of a property
  std::string_view element = {};  ///< beside it says the same
  bool wins = false;              ///< over that element, else that one does
  PathUse path = PathUse::kNone;  ///< of what its value names, with commas
};

struct StructDecl;

/// Puts an evaluated node into the member it is bound to; `object` is the owning struct.
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
  /// Of the expressions in it; kScope: those of what it stands in.
  Environment environment = Environment::kScope;
};

struct ElementDecl {
  std::string_view name;
  Content content = Content::kText;
  const StructDecl* type = nullptr;  ///< kChildren
  TextRule rule = TextRule::kAny;
  PathUse path = PathUse::kNone;  ///< of its text, or of its attribute that says kElement
  /// kCopies: words of the list that take what follows them as their value.
  std::span<const std::string_view> valued_options = {};
  Version since = 0;  ///< exists in versions since..until
  Version until = kLatest;
  Version required_since = kLatest;  ///< must be there in versions required_since..required_until
  Version required_until = kLatest;
  Version repeat_since = kLatest;  ///< may be repeated from this version on
  /// Nonzero: neighbours with the same number share one place and exclude each other. A required
  /// choice is one whose members are all marked required.
  std::uint8_t choice = 0;
  /// With a choice: its members may stand in any order and number (xs:choice
  /// maxOccurs="unbounded").
  bool mixed = false;
  Assign assign = nullptr;
  std::string_view doc;
  /// Not kUnknown: of an action that has the element, whatever the kind says.
  Repeat repeat = Repeat::kUnknown;
  ElementRole role = ElementRole::kNone;
  std::span<const OptionDecl> options = {};  ///< kSparkOptions
  /// Of the expressions in its text; kScope: those of what it stands in.
  Environment environment = Environment::kScope;
};

enum class Order : std::uint8_t {
  kSequence,  ///< as declared (xs:sequence). HWS documents may use any order: it has no schema
  kAny,       ///< repeated choice (xs:choice maxOccurs="unbounded")
};

struct StructDecl {
  std::string_view name;
  std::span<const ElementDecl> elements;
  std::span<const AttributeDecl> attributes;
  Order order = Order::kSequence;
  /// Nonnull: the element has text of its own beside its attributes.
  Assign text = nullptr;
  TextRule text_rule = TextRule::kAny;
  /// What its elements do is done before the action itself starts.
  bool prepares = false;
};

/// The namespace an action's element stands in.
enum class Family : std::uint8_t {
  kHws,       ///< no namespace, an HWS document; the element itself is the node
  kWorkflow,  ///< the namespace of the workflow-app; versions are the workflow's
  kOwn,       ///< the kind's own, such as uri:oozie:shell-action:0.3; versions are its own
};

/// One way to write a kind. All shapes of a kind fill the same struct.
struct Shape {
  Family family;
  std::string_view element;           ///< "map-reduce", "shell", ...
  std::string_view namespace_prefix;  ///< kOwn: "uri:oozie:shell-action:"
  std::span<const Version> versions;  ///< those that exist (kHws: none needed)
  const StructDecl* body;
};

/// A property of the configuration that holds paths, separated by commas, or says what they are.
struct PathProperty {
  std::string_view name;
  PathUse use = PathUse::kNone;
};

/// An action kind as the compiler knows it.
struct KindDecl {
  std::string_view name;  ///< also the folder's
  std::span<const Shape> shapes;
  /// Needs job-tracker/resource-manager and name-node, its own or <global>'s (E0701 without, from
  /// schema 0.4 of the workflow on).
  bool needs_cluster = false;
  /// The node may have data for wf:actionData and action:output.
  bool produces_data = false;
  /// Is a MapReduce job: hadoop:counters and hadoop:job* apply.
  bool map_reduce = false;
  /// hadoop:counters has something to say of its jobs, of which it may run any number. Implied by
  /// map_reduce.
  bool counters = false;
  std::span<const PathProperty> paths = {};
  Repeat repeat = Repeat::kUnknown;
  /// kOutputInTheWay: words among the action's texts that make it get along with what is there.
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

/// Structs that are elements themselves declare `static const StructDecl& Decl();`.
template <class T>
concept Declared = requires { T::Decl(); };

}  // namespace internal

/// Fills `object` (of the type that `decl` is bound to) from the node's children and text.
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

/// The setter of a member; `fill` decodes a declared struct.
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
  } else if constexpr (requires { member.emplace(); }) {  // optional<Declared>
    fill(member.emplace());
  } else {  // vector<Declared>
    fill(member.emplace_back());
  }
}

}  // namespace internal

/// The setter of a member: std::string takes the text, optional and vector a further one, bool
/// becomes true, a declared struct is filled from the children by its own Decl().
template <auto Member>
void AssignMember(void* object, const rt::ArgNode& node) {
  internal::AssignBy<Member>(object, node,
                             [&node]<class S>(S& target) { Decode(S::Decl(), node, &target); });
}

/// The same for a member written as `D` declares, which may not be its own Decl(): that differs
/// between namespaces.
template <auto Member, const StructDecl& D>
void AssignChildren(void* object, const rt::ArgNode& node) {
  internal::AssignBy<Member>(object, node, [&node](auto& target) { Decode(D, node, &target); });
}

/// `<name>text</name>`
template <auto Member>
constexpr ElementDecl Text(std::string_view name, std::string_view doc = {}) {
  ElementDecl e;
  e.name = name;
  e.assign = &AssignMember<Member>;
  e.doc = doc;
  return e;
}

/// `<name/>`; Member is a bool.
template <auto Member>
constexpr ElementDecl Flag(std::string_view name, std::string_view doc = {}) {
  ElementDecl e = Text<Member>(name, doc);
  e.content = Content::kFlag;
  return e;
}

/// An element with elements or attributes, written as `D` declares; Member is a declared struct, or
/// an optional or vector of one.
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
/// A member of a choice that may be taken any number of times, in any order.
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
/// The expressions in it are those of a phase of their own.
constexpr ElementDecl Phase(ElementDecl e, Environment environment) {
  e.environment = environment;
  return e;
}
constexpr AttributeDecl Phase(AttributeDecl a, Environment environment) {
  a.environment = environment;
  return a;
}
/// A list of options, sources and a target.
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

/// The kind's struct from the evaluated arguments of a node written in shape number `shape`.
template <class Args>
Args DecodeArgs(const KindDecl& kind, std::uint32_t shape, const rt::ArgNode& root) {
  Args args;
  Decode(*kind.shapes[shape].body, root, &args);
  return args;
}

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_CORE_SCHEMA_H_
