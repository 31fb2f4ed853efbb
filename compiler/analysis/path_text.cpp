#include "compiler/analysis/path_text.h"

#include <algorithm>

#include "runtime/ground/base/trim.h"

namespace hpdl::analysis {
namespace {

// A mark in the text stands for an expression: kMarkBegin, the number of the expression, kMarkEnd.
// XML cannot contain these two bytes.
constexpr char kMarkBegin = '\x01';
constexpr char kMarkEnd = '\x02';

/// A property is replaced by its value only if the value and the text before it are short. The
/// value has at most kMaxValue bytes, and the text has at most kMaxText bytes. Without these limits
/// a text that uses one value many times could become huge.
constexpr std::size_t kMaxValue = 300;
constexpr std::size_t kMaxText = 4000;

/// Returns the name of the property that a parameter, or a call such as wf:conf('NAME'), reads.
/// Returns "" for any other expression.
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

/// Returns the length of "scheme://" at the beginning of the text, or 0 if the text has no scheme.
std::size_t SchemeLength(std::string_view text) {
  const std::size_t found = text.find("://");
  return found != std::string_view::npos && text.find('/') == found + 1 ? found + 3 : 0;
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

}  // namespace

std::string PathTextWriter::Text(hir::ValueId id) const {
  if (!id.valid()) {
    return {};
  }
  const hir::Value& value = workflow_.values[id.index];
  if (!value.expr.valid()) {
    return value.text;
  }
  std::string text;
  if ((workflow_.exprs[value.expr.index].effects & stdlib::kMayChange) == 0) {
    Append(value.expr, &text);
  }
  return text;
}

/// Recursion is as deep as the expression, whose depth is bounded.
void PathTextWriter::Append(hir::ExprId id, std::string* text) const {
  const hir::Expr& expr = workflow_.exprs[id.index];
  if (expr.kind == hir::ExprKind::kConstant && expr.type == stdlib::Type::kString) {
    *text += expr.text;
  } else if (expr.kind == hir::ExprKind::kConcat ||
             (expr.kind == hir::ExprKind::kCall &&
              expr.function->role == stdlib::FunctionRole::kConcat)) {
    for (const hir::ExprId part : expr.operands) {
      Append(part, text);
    }
  } else if (const std::string_view name = PropertyName(workflow_, expr); !PutIn(name, text)) {
    *text += kMarkBegin;
    *text += name.empty() ? std::to_string(id.index) : "=" + std::string(name);
    *text += kMarkEnd;
  }
}

/// Appends the given value of a property. Returns false if the value is not known, is too long or
/// refers to other properties.
bool PathTextWriter::PutIn(std::string_view name, std::string* text) const {
  const GivenValue* given = given_ == nullptr ? nullptr : given_->Find(name);
  if (given == nullptr || given->from == GivenValue::From::kParameters ||
      given->value.size() > kMaxValue || text->size() > kMaxText ||
      given->value.find("${") != std::string_view::npos ||
      given->value.find_first_of("\x01\x02") != std::string_view::npos) {
    return false;
  }
  *text += given->value;
  return true;
}

std::vector<std::string_view> SplitList(std::string_view text) {
  std::vector<std::string_view> parts;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i == text.size() || (text[i] == ',' && depth == 0)) {
      if (const std::string_view part = Trimmed(text.substr(begin, i - begin)); !part.empty()) {
        parts.push_back(part);
      }
      begin = i + 1;
      continue;
    }
    depth += text[i] == '{' ? 1 : text[i] == '}' && depth > 0 ? -1 : 0;
  }
  return parts;
}

std::string NormalFileSystem(std::string_view text) {
  std::string normal = WithoutNeedlessSlashes(Trimmed(text));
  return normal == "/" ? std::string() : normal;
}

std::string NormalPath(std::string_view text, const std::string& file_system) {
  constexpr std::string_view kDefault = "hdfs:///";  // a scheme without a host
  std::string path = WithoutNeedlessSlashes(Trimmed(text));
  if (path.starts_with(kDefault)) {
    path.erase(0, kDefault.size() - 1);
  }
  const std::string rooted = "/" + path + "/";
  if (path.empty() || rooted.find("/./") != std::string_view::npos ||
      rooted.find("/../") != std::string_view::npos) {
    return {};
  }
  if (path[0] == '/') {
    return path == "/" ? file_system : file_system + path;
  }
  if (!file_system.empty() && path.starts_with(file_system + kMarkBegin)) {
    return path.substr(file_system.size());
  }
  // A path that is not absolute is relative to the home directory.
  return IsAbsolute(path) ? path : file_system + "/~/" + path;
}

bool IsAbsolute(std::string_view text) {
  return text.starts_with('/') || text.starts_with(kMarkBegin) || SchemeLength(text) > 0;
}

bool IsSurelyOutside(std::string_view path, std::string_view other) {
  const std::string one = std::string(path) + "/", two = std::string(other) + "/";
  const auto differ = std::mismatch(one.begin(), one.end(), two.begin(), two.end());
  const std::size_t slash = std::string(one.begin(), differ.first).rfind('/');
  // If the paths first differ in their hosts, the result is false: two host names may mean the same
  // machine.
  if (differ.second == two.end() || slash == std::string_view::npos ||
      (slash > 0 && one[slash - 1] == '/')) {
    return false;
  }
  const auto is_plain = [slash](std::string_view text) {
    text.remove_prefix(slash + 1);
    return text.substr(0, text.find('/')).find_first_of(":~\x01") == std::string_view::npos;
  };
  return is_plain(one) && is_plain(two);
}

}  // namespace hpdl::analysis
