#include "compiler/frontend/el/shape.h"

#include <algorithm>

#include "compiler/frontend/el/generated/ElLexer.h"
#include "compiler/frontend/el/generated/ElParser.h"

namespace hpdl::frontend {
namespace {

using ast::ExprKind;
using ast::Op;
using Grammar = grammar::ElParser;

/// Passes the tokens of one expression to the generated parser. The parser's token indices are
/// indices into the row of tokens.
class RowSource final : public antlr4::TokenSource {
 public:
  void Reset(const std::vector<ElToken>* row) {
    row_ = row;
    next_ = 0;
  }
  std::unique_ptr<antlr4::Token> nextToken() override {
    const ElToken& token = (*row_)[std::min(next_, row_->size() - 1)];
    ++next_;
    const std::size_t type =
        token.type == kEndOfExpression ? antlr4::Token::EOF : static_cast<std::size_t>(token.type);
    return std::make_unique<antlr4::CommonToken>(type);
  }
  std::size_t getLine() const override { return 1; }
  std::size_t getCharPositionInLine() override { return next_; }
  antlr4::CharStream* getInputStream() override { return nullptr; }
  std::string getSourceName() override { return "expression"; }
  antlr4::TokenFactory<antlr4::CommonToken>* getTokenFactory() override {
    return antlr4::CommonTokenFactory::DEFAULT.get();
  }

 private:
  const std::vector<ElToken>* row_ = nullptr;
  std::size_t next_ = 0;
};

std::string Describe(const antlr4::misc::IntervalSet& expected) {
  const auto has = [&](std::size_t type) { return expected.contains(type); };
  if (has(Grammar::STRING)) {
    return has(Grammar::RPAREN) ? "a value or ')'" : "a value";
  }
  if (has(Grammar::IDENTIFIER)) {
    return "a name";
  }
  if (has(Grammar::COLON)) {
    return "an operator or ':'";
  }
  if (has(Grammar::RPAREN)) {
    return has(Grammar::COMMA) ? "an operator, ',' or ')'" : "an operator or ')'";
  }
  if (has(Grammar::RBRACKET)) {
    return "an operator or ']'";
  }
  return "an operator or '}'";
}

/// Stops at the first error, because later errors in a broken expression would be guesses.
class StopAtFirst final : public antlr4::DefaultErrorStrategy {
 public:
  ShapeError error;

  void sync(antlr4::Parser*) override {}
  void reportError(antlr4::Parser*, const antlr4::RecognitionException&) override {}
  void recover(antlr4::Parser* parser, std::exception_ptr) override { Stop(parser); }
  antlr4::Token* recoverInline(antlr4::Parser* parser) override {
    Stop(parser);
    return nullptr;
  }

 private:
  [[noreturn]] void Stop(antlr4::Parser* parser) {
    error.token = static_cast<std::uint32_t>(parser->getCurrentToken()->getTokenIndex());
    // Directly after '(', a value would also be valid. The parser does not list a value as
    // expected, because it has already left the rule for arguments.
    const bool no_value_yet =
        error.token > 0 && parser->getTokenStream()->LA(-1) == Grammar::LPAREN;
    const antlr4::misc::IntervalSet expected = parser->getExpectedTokens();
    error.expected = no_value_yet && !expected.contains(std::size_t{Grammar::STRING})
                         ? "a value or ')'"
                         : Describe(expected);
    throw antlr4::ParseCancellationException();
  }
};

Op OperatorOf(std::size_t type) {
  switch (type) {
    case Grammar::AND:
      return Op::kAnd;
    case Grammar::OR:
      return Op::kOr;
    case Grammar::EQ:
      return Op::kEqual;
    case Grammar::NE:
      return Op::kNotEqual;
    case Grammar::LT:
      return Op::kLess;
    case Grammar::LE:
      return Op::kLessEqual;
    case Grammar::GT:
      return Op::kGreater;
    case Grammar::GE:
      return Op::kGreaterEqual;
    case Grammar::PLUS:
      return Op::kAdd;
    case Grammar::MINUS:
      return Op::kSubtract;
    case Grammar::TIMES:
      return Op::kMultiply;
    case Grammar::DIVIDE:
      return Op::kDivide;
    case Grammar::MODULO:
      return Op::kModulo;
    default:
      return Op::kNone;
  }
}

std::uint32_t First(antlr4::ParserRuleContext* c) {
  return static_cast<std::uint32_t>(c->start->getTokenIndex());
}
std::uint32_t Last(antlr4::ParserRuleContext* c) {
  return static_cast<std::uint32_t>(c->stop->getTokenIndex());
}
std::uint32_t IndexOf(antlr4::tree::TerminalNode* node) {
  return static_cast<std::uint32_t>(node->getSymbol()->getTokenIndex());
}

/// Walks the parser's tree once and writes the steps. Each function of this class writes steps that
/// leave one result for the next step, like the instructions of a stack machine.
class Flattener {
 public:
  explicit Flattener(std::vector<ShapeStep>* steps) : steps_(steps) {}

  void Expression(Grammar::ExpressionContext* c) {
    Chain(c->disjunction());
    if (c->QUESTION() != nullptr) {
      Expression(c->expression(0));
      Expression(c->expression(1));
      Add({ExprKind::kConditional, Op::kNone, false, 3, First(c), Last(c)});
    }
  }

 private:
  /// Handles a rule of the form `operand (OPERATOR operand)*`, which binds to the left.
  void Chain(antlr4::ParserRuleContext* c) {
    if (c->getRuleIndex() == Grammar::RuleUnary) {
      Unary(static_cast<Grammar::UnaryContext*>(c));
      return;
    }
    Chain(static_cast<antlr4::ParserRuleContext*>(c->children[0]));
    for (std::size_t i = 1; i + 1 < c->children.size(); i += 2) {
      auto* operation = static_cast<antlr4::tree::TerminalNode*>(c->children[i]);
      auto* operand = static_cast<antlr4::ParserRuleContext*>(c->children[i + 1]);
      Chain(operand);
      Add({ExprKind::kBinary, OperatorOf(operation->getSymbol()->getType()), false, 2, First(c),
           Last(operand)});
    }
  }

  void Unary(Grammar::UnaryContext* c) {
    Value(c->value());
    for (std::size_t i = c->children.size() - 1; i-- > 0;) {
      auto* operation = static_cast<antlr4::tree::TerminalNode*>(c->children[i]);
      const std::size_t type = operation->getSymbol()->getType();
      const Op op = type == Grammar::NOT     ? Op::kNot
                    : type == Grammar::MINUS ? Op::kNegate
                                             : Op::kEmpty;
      Add({ExprKind::kUnary, op, false, 1, IndexOf(operation), Last(c)});
    }
  }

  void Value(Grammar::ValueContext* c) {
    Primary(c->primary());
    const std::uint32_t first = First(c);
    for (std::size_t i = 1; i < c->children.size(); ++i) {
      auto* bracket = static_cast<antlr4::tree::TerminalNode*>(c->children[i]);
      if (bracket->getSymbol()->getType() == Grammar::DOT) {
        const std::uint32_t name =
            IndexOf(static_cast<antlr4::tree::TerminalNode*>(c->children[++i]));
        Add({ExprKind::kString, Op::kNone, false, 0, name, name, name, name});
        Add({ExprKind::kIndex, Op::kNone, false, 2, first, name});
      } else {
        Expression(static_cast<Grammar::ExpressionContext*>(c->children[i + 1]));
        i += 2;
        Add({ExprKind::kIndex, Op::kNone, false, 2, first,
             IndexOf(static_cast<antlr4::tree::TerminalNode*>(c->children[i]))});
      }
    }
  }

  void Primary(Grammar::PrimaryContext* c) {
    if (c->LPAREN() != nullptr) {
      Expression(c->expression());
      return;
    }
    const std::uint32_t first = First(c);
    if (Grammar::ArgumentsContext* arguments = c->arguments(); arguments != nullptr) {
      const std::vector<Grammar::ExpressionContext*> expressions = arguments->expression();
      for (Grammar::ExpressionContext* argument : expressions) {
        Expression(argument);
      }
      Add({ExprKind::kCall, Op::kNone, false, static_cast<std::uint32_t>(expressions.size()), first,
           Last(c), first, First(arguments) - 1});
      return;
    }
    Literal(c->start->getType(), first);
  }

  void Literal(std::size_t type, std::uint32_t token) {
    ShapeStep step{ExprKind::kName, Op::kNone, false, 0, token, token, token, token};
    switch (type) {
      case Grammar::TRUE:
      case Grammar::FALSE:
        step.kind = ExprKind::kBoolean;
        step.boolean = type == Grammar::TRUE;
        break;
      case Grammar::NULL_LITERAL:
        step.kind = ExprKind::kNull;
        break;
      case Grammar::INTEGER:
        step.kind = ExprKind::kLong;
        break;
      case Grammar::FLOAT:
        step.kind = ExprKind::kDouble;
        break;
      case Grammar::STRING:
        step.kind = ExprKind::kString;
        break;
      default:
        break;
    }
    Add(step);
  }

  void Add(ShapeStep step) {
    for (std::uint32_t i = 0; i < step.operands; ++i) {
      step.depth = std::max(step.depth, heights_.back() + 1);
      heights_.pop_back();
    }
    heights_.push_back(step.depth);
    steps_->push_back(step);
  }

  std::vector<ShapeStep>* steps_;
  std::vector<std::uint32_t> heights_;
};

}  // namespace

struct ShapeParser::Impl {
  static constexpr std::size_t kMostRemembered = 4096;
  static constexpr std::size_t kLongestRemembered = 256;

  RowSource source;
  antlr4::CommonTokenStream stream{&source};
  Grammar parser{&stream};
  std::shared_ptr<StopAtFirst> strategy = std::make_shared<StopAtFirst>();
  std::unordered_map<std::string, Shape> known;
  Shape unknown;
  std::string key;

  Impl() {
    parser.removeErrorListeners();
    parser.setErrorHandler(strategy);
  }

  void Run(const std::vector<ElToken>& tokens, Shape* shape) {
    shape->steps.clear();
    source.Reset(&tokens);
    stream.setTokenSource(&source);
    parser.setTokenStream(&stream);
    try {
      Grammar::RootContext* root = parser.root();
      Flattener(&shape->steps).Expression(root->expression());
    } catch (const antlr4::ParseCancellationException&) {
      shape->steps.clear();
      shape->error = strategy->error;
    }
    parser.reset();
  }
};

ShapeParser::ShapeParser() : impl_(std::make_unique<Impl>()) {}
ShapeParser::~ShapeParser() = default;

const Shape& ShapeParser::Parse(const std::vector<ElToken>& tokens) {
  if (tokens.size() > Impl::kLongestRemembered) {
    impl_->Run(tokens, &impl_->unknown);
    return impl_->unknown;
  }
  std::string& key = impl_->key;
  key.clear();
  for (const ElToken& token : tokens) {
    key += static_cast<char>(token.type);
  }
  const auto found = impl_->known.find(key);
  if (found != impl_->known.end()) {
    return found->second;
  }
  if (impl_->known.size() >= Impl::kMostRemembered) {
    impl_->known.clear();
  }
  Shape& shape = impl_->known[key];
  impl_->Run(tokens, &shape);
  return shape;
}

}  // namespace hpdl::frontend
