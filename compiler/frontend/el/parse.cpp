#include "compiler/frontend/el/parse.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/frontend/el/generated/ElLexer.h"
#include "compiler/frontend/el/shape.h"
#include "compiler/frontend/el/tokens.h"
#include "runtime/ground/base/utf8.h"
#include "runtime/ground/expression/scan.h"
#include "runtime/ground/expression/tokens.h"

namespace hpdl::frontend {
namespace {

using ast::Expr;
using ast::ExprId;
using ast::ExprKind;
using grammar::ElLexer;

constexpr std::uint32_t kMostBytes = 64u << 10;
constexpr std::uint32_t kDeepestNesting = 200;
/// The greatest depth of a tree. The tree of a chain a+b+c is as deep as the chain is long.
constexpr std::uint32_t kDeepestTree = 1000;

/// One expression with its text and source, and the objects to which the parser writes.
struct Place {
  const ast::Text* text;
  const SourceBuffer* source;
  ast::ExprPool* pool;
  Diagnostics* diagnostics;
  std::uint32_t offset;   ///< offset in the text of the first byte after "${"
  std::string_view body;  ///< the text between "${" and "}"

  /// Returns the range in the source of bytes `begin` to `end` of the body.
  Range RangeOf(std::uint32_t begin, std::uint32_t end) const {
    return text->RawRange(offset + begin, offset + end);
  }
};

ExprId ErrorNode(const Place& place, Range range) {
  Expr expr;
  expr.kind = ExprKind::kError;
  expr.range = range;
  return place.pool->Add(std::move(expr));
}

ExprId Report(const Place& place, DiagnosticKind kind, Range range, Message message) {
  place.diagnostics->Emit(kind, place.source, range, std::move(message));
  return ErrorNode(place, range);
}

Message Found(const Place& place, const ElToken& token) {
  switch (token.type) {
    case kEndOfExpression:
      return "found the end of the expression";
    case ElLexer::STRING:
      return "found a string";
    case ElLexer::UNTERMINATED:
      return "found a string without its closing quote";
    case ElLexer::BAD_ESCAPE:
      return "found a string with an unknown escape: only \\\\, \\' and \\\" are known";
    case ElLexer::INSTANCEOF:
      return "found 'instanceof', a reserved word without meaning in expressions";
    default:
      break;
  }
  const std::string_view text = token.type == ElLexer::OTHER
                                    ? CharacterAt(place.body, token.begin)
                                    : place.body.substr(token.begin, token.end - token.begin);
  return "found " + Quoted(text);
}

bool IsNameByte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// True if a body that is not an expression looks like shell syntax: `x:-y`, `x%.*`, `x//a/b`,
/// `#x`, `x[@]`, `@`.
bool LooksLikeShell(std::string_view body) {
  std::size_t name = 0;
  while (name < body.size() && IsNameByte(body[name])) {
    ++name;
  }
  const std::string_view rest = body.substr(name);
  if (name == 0) {
    return body == "@" || body == "*" || body == "$" || body == "?" || body == "!" ||
           (body.starts_with('#') && body.size() > 1 && IsNameByte(body[1]));
  }
  constexpr std::string_view kOperators[] = {":-", ":=", ":+", ":?", "%",   "#",
                                             "/",  "^",  ",",  "@",  "[@]", "[*]"};
  return std::any_of(std::begin(kOperators), std::end(kOperators),
                     [&](std::string_view op) { return rest.starts_with(op); });
}

Message Hint(const Place& place, const std::vector<ElToken>& tokens, std::size_t at) {
  if (LooksLikeShell(place.body)) {
    return "; to let the shell expand it, write \\${" + Message(place.body) + "}";
  }
  const std::string_view text =
      place.body.substr(tokens[at].begin, tokens[at].end - tokens[at].begin);
  if (text == "=") {
    return "; to compare, write '==' or 'eq'";
  }
  if (text == "(" && at >= 2 && tokens[at - 2].type == ElLexer::DOT) {
    return "; values have no methods";
  }
  if (text == "&" || text == "|") {
    return "; to combine conditions, write " +
           Message(text == "&" ? "'&&' or 'and'" : "'||' or 'or'");
  }
  return "";
}

ExprId ReportSyntax(const Place& place, const std::vector<ElToken>& tokens,
                    const ShapeError& error) {
  const ElToken& token = tokens[error.token];
  const bool at_end = token.type == kEndOfExpression;
  const Range range = at_end && tokens.size() == 1
                          ? place.text->RawRange(place.offset - 2, place.offset + token.end + 1)
                          : place.RangeOf(token.begin, at_end ? token.end + 1 : token.end);
  return Report(place, DiagnosticKind::kElSyntax, range,
                Found(place, token) + ", expected " + Message::Words(error.expected) +
                    Hint(place, tokens, error.token));
}

/// Makes ast nodes from the steps of a Shape and the texts of its tokens.
class Builder {
 public:
  Builder(const Place& place, const std::vector<ElToken>& tokens)
      : place_(place), tokens_(tokens) {}

  ExprId Build(const Shape& shape) {
    for (const ShapeStep& step : shape.steps) {
      Take(step);
    }
    return results_.back();
  }

 private:
  void Take(const ShapeStep& step) {
    Expr expr;
    expr.kind = step.kind;
    expr.op = step.op;
    expr.boolean = step.boolean;
    expr.range = place_.RangeOf(tokens_[step.first].begin, tokens_[step.last].end);
    const std::size_t rest = results_.size() - step.operands;
    expr.operands.assign(results_.begin() + static_cast<std::ptrdiff_t>(rest), results_.end());
    results_.resize(rest);
    FillText(step, &expr);
    results_.push_back(place_.pool->Add(std::move(expr)));
  }

  void FillText(const ShapeStep& step, Expr* expr) {
    const ElToken& token = tokens_[step.name_first];
    const std::string_view text = place_.body.substr(token.begin, token.end - token.begin);
    switch (step.kind) {
      case ExprKind::kLong:
        FillLong(text, expr);
        break;
      case ExprKind::kDouble:
        expr->real = std::strtod(std::string(text).c_str(), nullptr);
        break;
      case ExprKind::kString:
        expr->text = token.type == ElLexer::STRING ? rt::Unquoted(text) : std::string(text);
        break;
      case ExprKind::kName:
        expr->text = text;
        break;
      case ExprKind::kCall:
        expr->name_range = place_.RangeOf(token.begin, tokens_[step.name_last].end);
        expr->text = text;
        if (step.name_last > step.name_first) {
          const ElToken& name = tokens_[step.name_last];
          expr->text += ':';
          expr->text += place_.body.substr(name.begin, name.end - name.begin);
        }
        break;
      default:
        break;
    }
  }

  void FillLong(std::string_view text, Expr* expr) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), expr->number);
    if (error != std::errc()) {
      place_.diagnostics->Emit(
          DiagnosticKind::kElSyntax, place_.source, expr->range,
          "the number " + Message(text) + " is too large, the largest is 9223372036854775807");
      expr->kind = ExprKind::kError;
    }
  }

  const Place& place_;
  const std::vector<ElToken>& tokens_;
  std::vector<ExprId> results_;
};

}  // namespace

struct ElParser::Impl {
  ElTokenizer tokenizer;
  ShapeParser shapes;

  ExprId ParseBody(const Place& place) {
    const auto size = static_cast<std::uint32_t>(place.body.size());
    if (size > kMostBytes) {
      return TooComplex(place, 0, size,
                        "an expression of " + Message(std::to_string(size)) +
                            " bytes, at most 65536 are allowed");
    }
    const std::vector<ElToken>& tokens = tokenizer.Tokenize(place.body);
    if (const std::uint32_t depth = NestingDepth(tokens); depth > kDeepestNesting) {
      return TooComplex(place, 0, size,
                        "brackets and conditions nested " + Message(std::to_string(depth)) +
                            " deep, at most 200 are allowed");
    }
    const Shape& shape = shapes.Parse(tokens);
    if (shape.steps.empty()) {
      return ReportSyntax(place, tokens, shape.error);
    }
    if (shape.steps.back().depth > kDeepestTree) {
      return TooComplex(place, 0, size,
                        "a chain of " + Message(std::to_string(shape.steps.back().depth)) +
                            " operators, at most 1000 are allowed");
    }
    return Builder(place, tokens).Build(shape);
  }

  static ExprId TooComplex(const Place& place, std::uint32_t begin, std::uint32_t end,
                           Message message) {
    return Report(place, DiagnosticKind::kElTooComplex, place.RangeOf(begin, end),
                  std::move(message));
  }

  ExprId ParseSegment(const rt::Segment& segment, Place place) {
    if (!segment.expression) {
      Expr expr;
      expr.kind = ExprKind::kString;
      expr.text = segment.text;
      expr.range = place.text->RawRange(segment.begin, segment.end);
      return place.pool->Add(std::move(expr));
    }
    if (!segment.closed) {
      const bool string = segment.open_string != 0;
      return Report(place, DiagnosticKind::kElSyntax,
                    place.text->RawRange(string ? segment.open_string : segment.begin, segment.end),
                    string
                        ? "found a string without its closing quote, so the expression has no '}'"
                        : "found the end of the text, expected the '}' of the expression");
    }
    const std::string_view text = place.text->value;
    place.offset = segment.begin + 2;
    place.body = text.substr(place.offset, segment.end - 1 - place.offset);
    return ParseBody(place);
  }
};

ElParser::ElParser() : impl_(std::make_unique<Impl>()) {}
ElParser::~ElParser() = default;

ExprId ElParser::Parse(const ast::Text& text, ast::Dialect dialect, const SourceBuffer& source,
                       ast::ExprPool& pool, Diagnostics& diagnostics) {
  const bool hash = dialect == ast::Dialect::kHws;
  if (text.value.find("${") == std::string::npos &&
      !(hash && text.value.find("#{") != std::string::npos)) {
    return {};
  }
  const Place place{&text, &source, &pool, &diagnostics, 0, {}};
  const std::vector<rt::Segment> segments = rt::SplitTemplate(text.value, hash);
  if (segments.size() == 1) {
    return impl_->ParseSegment(segments[0], place);
  }
  Expr whole;
  whole.kind = ExprKind::kTemplate;
  whole.range = text.RawRange(0, static_cast<std::uint32_t>(text.value.size()));
  for (const rt::Segment& segment : segments) {
    whole.operands.push_back(impl_->ParseSegment(segment, place));
  }
  return pool.Add(std::move(whole));
}

}  // namespace hpdl::frontend
