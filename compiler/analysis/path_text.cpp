#include "compiler/analysis/path_text.h"

#include <algorithm>
#include <cctype>

namespace hpdl::analysis {
namespace {

// XML has neither character.
constexpr char kMarkBegin = '\x01';
constexpr char kMarkEnd = '\x02';

constexpr std::size_t kMaxFileSystems = 16;

/// What is put into one text is bounded, as one value may be used any number of times.
constexpr std::size_t kMaxValue = 1000;
constexpr std::size_t kMaxText = 4000;

constexpr std::string_view kAuthority = "://";
constexpr std::string_view kPattern = "*?[{";

/// The property that a parameter, or wf:conf of a text, is the value of; empty for all else.
std::string_view PropertyName(const hir::Workflow& workflow, const hir::Expr& expr) {
  if (expr.kind == hir::ExprKind::kParameter) {
    return workflow.parameters[expr.parameter].name;
  }
  if (expr.kind != hir::ExprKind::kCall || expr.operands.size() != 1 ||
      expr.function->arguments[0].role != stdlib::ArgumentRole::kProperty) {
    return {};
  }
  const hir::Expr& name = workflow.exprs[expr.operands[0].index];
  return name.kind == hir::ExprKind::kConstant && name.type == stdlib::Type::kString
             ? std::string_view(name.text)
             : std::string_view();
}

std::string Trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(kBlanks);
  return first == std::string_view::npos
             ? std::string()
             : std::string(text.substr(first, text.find_last_not_of(kBlanks) - first + 1));
}

/// How long "scheme://" at the beginning is; 0 without.
std::size_t SchemeLength(std::string_view text) {
  const std::size_t found = text.find(kAuthority);
  const bool scheme =
      found != std::string_view::npos && found > 0 &&
      std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(found), [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '+' || c == '-' || c == '.';
      });
  return scheme ? found + kAuthority.size() : 0;
}

std::string WithoutNeedlessSlashes(std::string_view text) {
  const std::size_t scheme = SchemeLength(text);
  std::string out(text.substr(0, scheme));
  for (const char c : text.substr(scheme)) {
    if (c != '/' || out.size() == scheme || out.back() != '/') {
      out += c;
    }
  }
  while (out.size() > std::max<std::size_t>(scheme, 1) && out.back() == '/') {
    out.pop_back();
  }
  return out;
}

/// What follows the file system at the beginning of a path; none if it begins otherwise.
std::optional<std::string_view> AfterFileSystem(std::string_view path, const std::string& system) {
  if (system.empty() || !path.starts_with(system)) {
    return std::nullopt;
  }
  const std::string_view rest = path.substr(system.size());
  return rest.empty() || rest[0] == '/' || rest[0] == kMarkBegin ? std::optional(rest)
                                                                 : std::nullopt;
}

/// Takes the first component off; none if nothing is left.
std::optional<std::string_view> TakeComponent(std::string_view* path) {
  path->remove_prefix(std::min(path->find_first_not_of('/'), path->size()));
  const std::string_view component = path->substr(0, path->find('/'));
  path->remove_prefix(component.size());
  return component.empty() ? std::nullopt : std::optional(component);
}

/// Whether a component names one entry of a directory, and always the same.
bool IsPlainName(std::string_view component) {
  return component != "." && component != ".." && component != "~" &&
         component.find_first_of(":\x01") == std::string_view::npos;
}

/// `path` without "." and "..", but for those that follow an expression, a pattern or the root.
/// What stands before the first slash is a file system or an expression and stays.
std::string WithoutDots(std::string path) {
  const std::size_t root = path.find('/', SchemeLength(path));
  if (root == std::string::npos || path.find("/.", root) == std::string::npos) {
    return path;
  }
  std::vector<std::string_view> components;
  std::string_view rest = std::string_view(path).substr(root);
  while (const auto component = TakeComponent(&rest)) {
    if (*component == "..") {
      const bool known = !components.empty() && IsPlainName(components.back()) &&
                         components.back().find_first_of(kPattern) == std::string_view::npos;
      known ? components.pop_back() : components.push_back(*component);
    } else if (*component != ".") {
      components.push_back(*component);
    }
  }
  std::string out = path.substr(0, root);
  for (const std::string_view component : components) {
    out += '/';
    out += component;
  }
  return out;
}

/// The path's own file system is looked at first, and few others.
std::optional<std::string_view> AfterAnyFileSystem(std::string_view path,
                                                   const PathContext& context) {
  auto rest = AfterFileSystem(path, context.file_system);
  for (auto other = context.all->begin(); !rest && other != context.all->end(); ++other) {
    rest = context.all->size() <= kMaxFileSystems ? AfterFileSystem(path, *other) : std::nullopt;
  }
  return rest;
}

std::string WithFileSystem(std::string text, const PathContext& context) {
  std::string path = WithoutNeedlessSlashes(Trimmed(text));
  if (path.starts_with("hdfs:///")) {
    path.erase(0, std::string_view("hdfs://").size());
  }
  if (path.empty() || path == "/") {
    return path == "/" ? context.file_system : path;
  }
  if (path[0] == '/') {
    return context.file_system + path;
  }
  if (const auto rest = AfterAnyFileSystem(path, context)) {
    return rest->empty() || rest->front() == '/' ? path : std::string(*rest);
  }
  if (path[0] == kMarkBegin || SchemeLength(path) > 0) {
    return path;
  }
  return context.file_system + "/~/" + path;  // relative to the home directory
}

}  // namespace

PathTextWriter::PathTextWriter(const hir::Workflow& workflow, KnownValues known)
    : workflow_(workflow), known_(std::move(known)) {
  for (std::uint32_t i = 0; i < workflow.exprs.size(); ++i) {
    const hir::Expr& expr = workflow.exprs[i];
    if (expr.kind == hir::ExprKind::kParameter) {
      parameters_.emplace(workflow.parameters[expr.parameter].name, hir::ExprId{i});
    }
  }
}

std::optional<std::string> PathTextWriter::Text(hir::ValueId id) const {
  if (!id.valid()) {
    return std::nullopt;
  }
  const hir::Value& value = workflow_.values[id.index];
  if (!value.expr.valid()) {
    return value.text;
  }
  if ((workflow_.exprs[value.expr.index].effects & stdlib::kMayChange) != 0) {
    return std::nullopt;
  }
  std::string text;
  Append(value.expr, &text);
  return text;
}

/// Nests as deep as the expression, which is bounded.
void PathTextWriter::Append(hir::ExprId id, std::string* text) const {
  const hir::Expr& expr = workflow_.exprs[id.index];
  if (expr.kind == hir::ExprKind::kConstant && expr.type == stdlib::Type::kString) {
    *text += expr.text;
    return;
  }
  if (expr.kind == hir::ExprKind::kConcat ||
      (expr.kind == hir::ExprKind::kCall && expr.function->name == "concat")) {
    for (const hir::ExprId part : expr.operands) {
      Append(part, text);
    }
    return;
  }
  const std::string_view name = PropertyName(workflow_, expr);
  if (PutIn(name, text)) {
    return;
  }
  const auto same = parameters_.find(name);
  const hir::ExprId marked = same == parameters_.end() ? id : same->second;
  *text += kMarkBegin + std::to_string(marked.index) + kMarkEnd;
}

/// False for a property that is not known, or whose value needs others.
bool PathTextWriter::PutIn(std::string_view name, std::string* text) const {
  const auto found = known_.find(name);
  if (found == known_.end() || found->second.size() > kMaxValue || text->size() > kMaxText ||
      found->second.find("${") != std::string_view::npos ||
      found->second.find_first_of("\x01\x02") != std::string_view::npos) {
    return false;
  }
  *text += found->second;
  return true;
}

std::vector<std::string> SplitList(std::string_view text) {
  std::vector<std::string> parts;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i == text.size() || (text[i] == ',' && depth == 0)) {
      if (std::string part = Trimmed(text.substr(begin, i - begin)); !part.empty()) {
        parts.push_back(std::move(part));
      }
      begin = i + 1;
      continue;
    }
    depth += text[i] == '{' ? 1 : text[i] == '}' && depth > 0 ? -1 : 0;
  }
  return parts;
}

std::string NormalFileSystem(std::string text) {
  text = WithoutNeedlessSlashes(Trimmed(text));
  return text == "/" ? std::string() : text;
}

std::string NormalPath(std::string text, const PathContext& context) {
  return WithoutDots(WithFileSystem(std::move(text), context));
}

bool IsAbsolute(std::string_view text) {
  return text.starts_with('/') || text.starts_with(kMarkBegin) || SchemeLength(text) > 0;
}

bool IsSurelyOutside(std::string_view path, std::string_view above) {
  bool authority = false;  // two names of a machine may be of the same one
  while (const auto wanted = TakeComponent(&above)) {
    const auto component = TakeComponent(&path);
    if (component == wanted && *wanted != "..") {
      authority = wanted->ends_with(':');
      continue;
    }
    if (authority) {
      return false;
    }
    return component ? IsPlainName(*component) && IsPlainName(*wanted) : IsPlainName(*wanted);
  }
  return false;
}

std::optional<std::string> DirectoryOfPattern(std::string_view path) {
  const std::size_t pattern = path.find_first_of(kPattern);
  if (pattern == std::string_view::npos) {
    return std::nullopt;
  }
  const std::size_t slash = path.substr(0, pattern).rfind('/');
  return std::string(path.substr(0, slash == std::string_view::npos ? 0 : slash));
}

}  // namespace hpdl::analysis
