
// Generated from ElParser.g4 by ANTLR 4.9.2



#include "ElParser.h"


using namespace antlrcpp;
using namespace hpdl::frontend::grammar;
using namespace antlr4;

ElParser::ElParser(TokenStream *input) : Parser(input) {
  _interpreter = new atn::ParserATNSimulator(this, _atn, _decisionToDFA, _sharedContextCache);
}

ElParser::~ElParser() {
  delete _interpreter;
}

std::string ElParser::getGrammarFileName() const {
  return "ElParser.g4";
}

const std::vector<std::string>& ElParser::getRuleNames() const {
  return _ruleNames;
}

dfa::Vocabulary& ElParser::getVocabulary() const {
  return _vocabulary;
}


//----------------- RootContext ------------------------------------------------------------------

ElParser::RootContext::RootContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

ElParser::ExpressionContext* ElParser::RootContext::expression() {
  return getRuleContext<ElParser::ExpressionContext>(0);
}

tree::TerminalNode* ElParser::RootContext::EOF() {
  return getToken(ElParser::EOF, 0);
}


size_t ElParser::RootContext::getRuleIndex() const {
  return ElParser::RuleRoot;
}


ElParser::RootContext* ElParser::root() {
  RootContext *_localctx = _tracker.createInstance<RootContext>(_ctx, getState());
  enterRule(_localctx, 0, ElParser::RuleRoot);

#if __cplusplus > 201703L
  auto onExit = finally([=, this] {
#else
  auto onExit = finally([=] {
#endif
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(24);
    expression();
    setState(25);
    match(ElParser::EOF);
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- ExpressionContext ------------------------------------------------------------------

ElParser::ExpressionContext::ExpressionContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

ElParser::DisjunctionContext* ElParser::ExpressionContext::disjunction() {
  return getRuleContext<ElParser::DisjunctionContext>(0);
}

tree::TerminalNode* ElParser::ExpressionContext::QUESTION() {
  return getToken(ElParser::QUESTION, 0);
}

std::vector<ElParser::ExpressionContext *> ElParser::ExpressionContext::expression() {
  return getRuleContexts<ElParser::ExpressionContext>();
}

ElParser::ExpressionContext* ElParser::ExpressionContext::expression(size_t i) {
  return getRuleContext<ElParser::ExpressionContext>(i);
}

tree::TerminalNode* ElParser::ExpressionContext::COLON() {
  return getToken(ElParser::COLON, 0);
}


size_t ElParser::ExpressionContext::getRuleIndex() const {
  return ElParser::RuleExpression;
}


ElParser::ExpressionContext* ElParser::expression() {
  ExpressionContext *_localctx = _tracker.createInstance<ExpressionContext>(_ctx, getState());
  enterRule(_localctx, 2, ElParser::RuleExpression);
  size_t _la = 0;

#if __cplusplus > 201703L
  auto onExit = finally([=, this] {
#else
  auto onExit = finally([=] {
#endif
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(27);
    disjunction();
    setState(33);
    _errHandler->sync(this);

    _la = _input->LA(1);
    if (_la == ElParser::QUESTION) {
      setState(28);
      match(ElParser::QUESTION);
      setState(29);
      expression();
      setState(30);
      match(ElParser::COLON);
      setState(31);
      expression();
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- DisjunctionContext ------------------------------------------------------------------

ElParser::DisjunctionContext::DisjunctionContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

std::vector<ElParser::ConjunctionContext *> ElParser::DisjunctionContext::conjunction() {
  return getRuleContexts<ElParser::ConjunctionContext>();
}

ElParser::ConjunctionContext* ElParser::DisjunctionContext::conjunction(size_t i) {
  return getRuleContext<ElParser::ConjunctionContext>(i);
}

std::vector<tree::TerminalNode *> ElParser::DisjunctionContext::OR() {
  return getTokens(ElParser::OR);
}

tree::TerminalNode* ElParser::DisjunctionContext::OR(size_t i) {
  return getToken(ElParser::OR, i);
}


size_t ElParser::DisjunctionContext::getRuleIndex() const {
  return ElParser::RuleDisjunction;
}


ElParser::DisjunctionContext* ElParser::disjunction() {
  DisjunctionContext *_localctx = _tracker.createInstance<DisjunctionContext>(_ctx, getState());
  enterRule(_localctx, 4, ElParser::RuleDisjunction);
  size_t _la = 0;

#if __cplusplus > 201703L
  auto onExit = finally([=, this] {
#else
  auto onExit = finally([=] {
#endif
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(35);
    conjunction();
    setState(40);
    _errHandler->sync(this);
    _la = _input->LA(1);
    while (_la == ElParser::OR) {
      setState(36);
      match(ElParser::OR);
      setState(37);
      conjunction();
      setState(42);
      _errHandler->sync(this);
      _la = _input->LA(1);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- ConjunctionContext ------------------------------------------------------------------

ElParser::ConjunctionContext::ConjunctionContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

std::vector<ElParser::EqualityContext *> ElParser::ConjunctionContext::equality() {
  return getRuleContexts<ElParser::EqualityContext>();
}

ElParser::EqualityContext* ElParser::ConjunctionContext::equality(size_t i) {
  return getRuleContext<ElParser::EqualityContext>(i);
}

std::vector<tree::TerminalNode *> ElParser::ConjunctionContext::AND() {
  return getTokens(ElParser::AND);
}

tree::TerminalNode* ElParser::ConjunctionContext::AND(size_t i) {
  return getToken(ElParser::AND, i);
}


size_t ElParser::ConjunctionContext::getRuleIndex() const {
  return ElParser::RuleConjunction;
}


ElParser::ConjunctionContext* ElParser::conjunction() {
  ConjunctionContext *_localctx = _tracker.createInstance<ConjunctionContext>(_ctx, getState());
  enterRule(_localctx, 6, ElParser::RuleConjunction);
  size_t _la = 0;

#if __cplusplus > 201703L
  auto onExit = finally([=, this] {
#else
  auto onExit = finally([=] {
#endif
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(43);
    equality();
    setState(48);
    _errHandler->sync(this);
    _la = _input->LA(1);
    while (_la == ElParser::AND) {
      setState(44);
      match(ElParser::AND);
      setState(45);
      equality();
      setState(50);
      _errHandler->sync(this);
      _la = _input->LA(1);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- EqualityContext ------------------------------------------------------------------

ElParser::EqualityContext::EqualityContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

std::vector<ElParser::RelationContext *> ElParser::EqualityContext::relation() {
  return getRuleContexts<ElParser::RelationContext>();
}

ElParser::RelationContext* ElParser::EqualityContext::relation(size_t i) {
  return getRuleContext<ElParser::RelationContext>(i);
}

std::vector<tree::TerminalNode *> ElParser::EqualityContext::EQ() {
  return getTokens(ElParser::EQ);
}

tree::TerminalNode* ElParser::EqualityContext::EQ(size_t i) {
  return getToken(ElParser::EQ, i);
}

std::vector<tree::TerminalNode *> ElParser::EqualityContext::NE() {
  return getTokens(ElParser::NE);
}

tree::TerminalNode* ElParser::EqualityContext::NE(size_t i) {
  return getToken(ElParser::NE, i);
}


size_t ElParser::EqualityContext::getRuleIndex() const {
  return ElParser::RuleEquality;
}


ElParser::EqualityContext* ElParser::equality() {
  EqualityContext *_localctx = _tracker.createInstance<EqualityContext>(_ctx, getState());
  enterRule(_localctx, 8, ElParser::RuleEquality);
  size_t _la = 0;

#if __cplusplus > 201703L
  auto onExit = finally([=, this] {
#else
  auto onExit = finally([=] {
#endif
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(51);
    relation();
    setState(56);
    _errHandler->sync(this);
    _la = _input->LA(1);
    while (_la == ElParser::EQ

    || _la == ElParser::NE) {
      setState(52);
      _la = _input->LA(1);
      if (!(_la == ElParser::EQ

      || _la == ElParser::NE)) {
      _errHandler->recoverInline(this);
      }
      else {
        _errHandler->reportMatch(this);
        consume();
      }
      setState(53);
      relation();
      setState(58);
      _errHandler->sync(this);
      _la = _input->LA(1);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- RelationContext ------------------------------------------------------------------

ElParser::RelationContext::RelationContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

std::vector<ElParser::SumContext *> ElParser::RelationContext::sum() {
  return getRuleContexts<ElParser::SumContext>();
}

ElParser::SumContext* ElParser::RelationContext::sum(size_t i) {
  return getRuleContext<ElParser::SumContext>(i);
}

std::vector<tree::TerminalNode *> ElParser::RelationContext::LT() {
  return getTokens(ElParser::LT);
}

tree::TerminalNode* ElParser::RelationContext::LT(size_t i) {
  return getToken(ElParser::LT, i);
}

std::vector<tree::TerminalNode *> ElParser::RelationContext::LE() {
  return getTokens(ElParser::LE);
}

tree::TerminalNode* ElParser::RelationContext::LE(size_t i) {
  return getToken(ElParser::LE, i);
}

std::vector<tree::TerminalNode *> ElParser::RelationContext::GT() {
  return getTokens(ElParser::GT);
}

tree::TerminalNode* ElParser::RelationContext::GT(size_t i) {
  return getToken(ElParser::GT, i);
}

std::vector<tree::TerminalNode *> ElParser::RelationContext::GE() {
  return getTokens(ElParser::GE);
}

tree::TerminalNode* ElParser::RelationContext::GE(size_t i) {
  return getToken(ElParser::GE, i);
}


size_t ElParser::RelationContext::getRuleIndex() const {
  return ElParser::RuleRelation;
}


ElParser::RelationContext* ElParser::relation() {
  RelationContext *_localctx = _tracker.createInstance<RelationContext>(_ctx, getState());
  enterRule(_localctx, 10, ElParser::RuleRelation);
  size_t _la = 0;

#if __cplusplus > 201703L
  auto onExit = finally([=, this] {
#else
  auto onExit = finally([=] {
#endif
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(59);
    sum();
    setState(64);
    _errHandler->sync(this);
    _la = _input->LA(1);
    while ((((_la & ~ 0x3fULL) == 0) &&
      ((1ULL << _la) & ((1ULL << ElParser::LT)
      | (1ULL << ElParser::LE)
      | (1ULL << ElParser::GT)
      | (1ULL << ElParser::GE))) != 0)) {
      setState(60);
      _la = _input->LA(1);
      if (!((((_la & ~ 0x3fULL) == 0) &&
        ((1ULL << _la) & ((1ULL << ElParser::LT)
        | (1ULL << ElParser::LE)
        | (1ULL << ElParser::GT)
        | (1ULL << ElParser::GE))) != 0))) {
      _errHandler->recoverInline(this);
      }
      else {
        _errHandler->reportMatch(this);
        consume();
      }
      setState(61);
      sum();
      setState(66);
      _errHandler->sync(this);
      _la = _input->LA(1);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- SumContext ------------------------------------------------------------------

ElParser::SumContext::SumContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

std::vector<ElParser::ProductContext *> ElParser::SumContext::product() {
  return getRuleContexts<ElParser::ProductContext>();
}

ElParser::ProductContext* ElParser::SumContext::product(size_t i) {
  return getRuleContext<ElParser::ProductContext>(i);
}

std::vector<tree::TerminalNode *> ElParser::SumContext::PLUS() {
  return getTokens(ElParser::PLUS);
}

tree::TerminalNode* ElParser::SumContext::PLUS(size_t i) {
  return getToken(ElParser::PLUS, i);
}

std::vector<tree::TerminalNode *> ElParser::SumContext::MINUS() {
  return getTokens(ElParser::MINUS);
}

tree::TerminalNode* ElParser::SumContext::MINUS(size_t i) {
  return getToken(ElParser::MINUS, i);
}


size_t ElParser::SumContext::getRuleIndex() const {
  return ElParser::RuleSum;
}


ElParser::SumContext* ElParser::sum() {
  SumContext *_localctx = _tracker.createInstance<SumContext>(_ctx, getState());
  enterRule(_localctx, 12, ElParser::RuleSum);
  size_t _la = 0;

#if __cplusplus > 201703L
  auto onExit = finally([=, this] {
#else
  auto onExit = finally([=] {
#endif
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(67);
    product();
    setState(72);
    _errHandler->sync(this);
    _la = _input->LA(1);
    while (_la == ElParser::PLUS

    || _la == ElParser::MINUS) {
      setState(68);
      _la = _input->LA(1);
      if (!(_la == ElParser::PLUS

      || _la == ElParser::MINUS)) {
      _errHandler->recoverInline(this);
      }
      else {
        _errHandler->reportMatch(this);
        consume();
      }
      setState(69);
      product();
      setState(74);
      _errHandler->sync(this);
      _la = _input->LA(1);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- ProductContext ------------------------------------------------------------------

ElParser::ProductContext::ProductContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

std::vector<ElParser::UnaryContext *> ElParser::ProductContext::unary() {
  return getRuleContexts<ElParser::UnaryContext>();
}

ElParser::UnaryContext* ElParser::ProductContext::unary(size_t i) {
  return getRuleContext<ElParser::UnaryContext>(i);
}

std::vector<tree::TerminalNode *> ElParser::ProductContext::TIMES() {
  return getTokens(ElParser::TIMES);
}

tree::TerminalNode* ElParser::ProductContext::TIMES(size_t i) {
  return getToken(ElParser::TIMES, i);
}

std::vector<tree::TerminalNode *> ElParser::ProductContext::DIVIDE() {
  return getTokens(ElParser::DIVIDE);
}

tree::TerminalNode* ElParser::ProductContext::DIVIDE(size_t i) {
  return getToken(ElParser::DIVIDE, i);
}

std::vector<tree::TerminalNode *> ElParser::ProductContext::MODULO() {
  return getTokens(ElParser::MODULO);
}

tree::TerminalNode* ElParser::ProductContext::MODULO(size_t i) {
  return getToken(ElParser::MODULO, i);
}


size_t ElParser::ProductContext::getRuleIndex() const {
  return ElParser::RuleProduct;
}


ElParser::ProductContext* ElParser::product() {
  ProductContext *_localctx = _tracker.createInstance<ProductContext>(_ctx, getState());
  enterRule(_localctx, 14, ElParser::RuleProduct);
  size_t _la = 0;

#if __cplusplus > 201703L
  auto onExit = finally([=, this] {
#else
  auto onExit = finally([=] {
#endif
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(75);
    unary();
    setState(80);
    _errHandler->sync(this);
    _la = _input->LA(1);
    while ((((_la & ~ 0x3fULL) == 0) &&
      ((1ULL << _la) & ((1ULL << ElParser::TIMES)
      | (1ULL << ElParser::DIVIDE)
      | (1ULL << ElParser::MODULO))) != 0)) {
      setState(76);
      _la = _input->LA(1);
      if (!((((_la & ~ 0x3fULL) == 0) &&
        ((1ULL << _la) & ((1ULL << ElParser::TIMES)
        | (1ULL << ElParser::DIVIDE)
        | (1ULL << ElParser::MODULO))) != 0))) {
      _errHandler->recoverInline(this);
      }
      else {
        _errHandler->reportMatch(this);
        consume();
      }
      setState(77);
      unary();
      setState(82);
      _errHandler->sync(this);
      _la = _input->LA(1);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- UnaryContext ------------------------------------------------------------------

ElParser::UnaryContext::UnaryContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

ElParser::ValueContext* ElParser::UnaryContext::value() {
  return getRuleContext<ElParser::ValueContext>(0);
}

std::vector<tree::TerminalNode *> ElParser::UnaryContext::NOT() {
  return getTokens(ElParser::NOT);
}

tree::TerminalNode* ElParser::UnaryContext::NOT(size_t i) {
  return getToken(ElParser::NOT, i);
}

std::vector<tree::TerminalNode *> ElParser::UnaryContext::MINUS() {
  return getTokens(ElParser::MINUS);
}

tree::TerminalNode* ElParser::UnaryContext::MINUS(size_t i) {
  return getToken(ElParser::MINUS, i);
}

std::vector<tree::TerminalNode *> ElParser::UnaryContext::EMPTY() {
  return getTokens(ElParser::EMPTY);
}

tree::TerminalNode* ElParser::UnaryContext::EMPTY(size_t i) {
  return getToken(ElParser::EMPTY, i);
}


size_t ElParser::UnaryContext::getRuleIndex() const {
  return ElParser::RuleUnary;
}


ElParser::UnaryContext* ElParser::unary() {
  UnaryContext *_localctx = _tracker.createInstance<UnaryContext>(_ctx, getState());
  enterRule(_localctx, 16, ElParser::RuleUnary);
  size_t _la = 0;

#if __cplusplus > 201703L
  auto onExit = finally([=, this] {
#else
  auto onExit = finally([=] {
#endif
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(86);
    _errHandler->sync(this);
    _la = _input->LA(1);
    while ((((_la & ~ 0x3fULL) == 0) &&
      ((1ULL << _la) & ((1ULL << ElParser::NOT)
      | (1ULL << ElParser::EMPTY)
      | (1ULL << ElParser::MINUS))) != 0)) {
      setState(83);
      _la = _input->LA(1);
      if (!((((_la & ~ 0x3fULL) == 0) &&
        ((1ULL << _la) & ((1ULL << ElParser::NOT)
        | (1ULL << ElParser::EMPTY)
        | (1ULL << ElParser::MINUS))) != 0))) {
      _errHandler->recoverInline(this);
      }
      else {
        _errHandler->reportMatch(this);
        consume();
      }
      setState(88);
      _errHandler->sync(this);
      _la = _input->LA(1);
    }
    setState(89);
    value();
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- ValueContext ------------------------------------------------------------------

ElParser::ValueContext::ValueContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

ElParser::PrimaryContext* ElParser::ValueContext::primary() {
  return getRuleContext<ElParser::PrimaryContext>(0);
}

std::vector<tree::TerminalNode *> ElParser::ValueContext::DOT() {
  return getTokens(ElParser::DOT);
}

tree::TerminalNode* ElParser::ValueContext::DOT(size_t i) {
  return getToken(ElParser::DOT, i);
}

std::vector<tree::TerminalNode *> ElParser::ValueContext::IDENTIFIER() {
  return getTokens(ElParser::IDENTIFIER);
}

tree::TerminalNode* ElParser::ValueContext::IDENTIFIER(size_t i) {
  return getToken(ElParser::IDENTIFIER, i);
}

std::vector<tree::TerminalNode *> ElParser::ValueContext::LBRACKET() {
  return getTokens(ElParser::LBRACKET);
}

tree::TerminalNode* ElParser::ValueContext::LBRACKET(size_t i) {
  return getToken(ElParser::LBRACKET, i);
}

std::vector<ElParser::ExpressionContext *> ElParser::ValueContext::expression() {
  return getRuleContexts<ElParser::ExpressionContext>();
}

ElParser::ExpressionContext* ElParser::ValueContext::expression(size_t i) {
  return getRuleContext<ElParser::ExpressionContext>(i);
}

std::vector<tree::TerminalNode *> ElParser::ValueContext::RBRACKET() {
  return getTokens(ElParser::RBRACKET);
}

tree::TerminalNode* ElParser::ValueContext::RBRACKET(size_t i) {
  return getToken(ElParser::RBRACKET, i);
}


size_t ElParser::ValueContext::getRuleIndex() const {
  return ElParser::RuleValue;
}


ElParser::ValueContext* ElParser::value() {
  ValueContext *_localctx = _tracker.createInstance<ValueContext>(_ctx, getState());
  enterRule(_localctx, 18, ElParser::RuleValue);
  size_t _la = 0;

#if __cplusplus > 201703L
  auto onExit = finally([=, this] {
#else
  auto onExit = finally([=] {
#endif
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(91);
    primary();
    setState(100);
    _errHandler->sync(this);
    _la = _input->LA(1);
    while (_la == ElParser::DOT

    || _la == ElParser::LBRACKET) {
      setState(98);
      _errHandler->sync(this);
      switch (_input->LA(1)) {
        case ElParser::DOT: {
          setState(92);
          match(ElParser::DOT);
          setState(93);
          match(ElParser::IDENTIFIER);
          break;
        }

        case ElParser::LBRACKET: {
          setState(94);
          match(ElParser::LBRACKET);
          setState(95);
          expression();
          setState(96);
          match(ElParser::RBRACKET);
          break;
        }

      default:
        throw NoViableAltException(this);
      }
      setState(102);
      _errHandler->sync(this);
      _la = _input->LA(1);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- PrimaryContext ------------------------------------------------------------------

ElParser::PrimaryContext::PrimaryContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

tree::TerminalNode* ElParser::PrimaryContext::TRUE() {
  return getToken(ElParser::TRUE, 0);
}

tree::TerminalNode* ElParser::PrimaryContext::FALSE() {
  return getToken(ElParser::FALSE, 0);
}

tree::TerminalNode* ElParser::PrimaryContext::NULL_LITERAL() {
  return getToken(ElParser::NULL_LITERAL, 0);
}

tree::TerminalNode* ElParser::PrimaryContext::INTEGER() {
  return getToken(ElParser::INTEGER, 0);
}

tree::TerminalNode* ElParser::PrimaryContext::FLOAT() {
  return getToken(ElParser::FLOAT, 0);
}

tree::TerminalNode* ElParser::PrimaryContext::STRING() {
  return getToken(ElParser::STRING, 0);
}

tree::TerminalNode* ElParser::PrimaryContext::LPAREN() {
  return getToken(ElParser::LPAREN, 0);
}

ElParser::ExpressionContext* ElParser::PrimaryContext::expression() {
  return getRuleContext<ElParser::ExpressionContext>(0);
}

tree::TerminalNode* ElParser::PrimaryContext::RPAREN() {
  return getToken(ElParser::RPAREN, 0);
}

std::vector<tree::TerminalNode *> ElParser::PrimaryContext::IDENTIFIER() {
  return getTokens(ElParser::IDENTIFIER);
}

tree::TerminalNode* ElParser::PrimaryContext::IDENTIFIER(size_t i) {
  return getToken(ElParser::IDENTIFIER, i);
}

tree::TerminalNode* ElParser::PrimaryContext::QUALIFIER() {
  return getToken(ElParser::QUALIFIER, 0);
}

ElParser::ArgumentsContext* ElParser::PrimaryContext::arguments() {
  return getRuleContext<ElParser::ArgumentsContext>(0);
}


size_t ElParser::PrimaryContext::getRuleIndex() const {
  return ElParser::RulePrimary;
}


ElParser::PrimaryContext* ElParser::primary() {
  PrimaryContext *_localctx = _tracker.createInstance<PrimaryContext>(_ctx, getState());
  enterRule(_localctx, 20, ElParser::RulePrimary);
  size_t _la = 0;

#if __cplusplus > 201703L
  auto onExit = finally([=, this] {
#else
  auto onExit = finally([=] {
#endif
    exitRule();
  });
  try {
    setState(116);
    _errHandler->sync(this);
    switch (_input->LA(1)) {
      case ElParser::TRUE:
      case ElParser::FALSE:
      case ElParser::NULL_LITERAL:
      case ElParser::FLOAT:
      case ElParser::INTEGER:
      case ElParser::STRING: {
        enterOuterAlt(_localctx, 1);
        setState(103);
        _la = _input->LA(1);
        if (!((((_la & ~ 0x3fULL) == 0) &&
          ((1ULL << _la) & ((1ULL << ElParser::TRUE)
          | (1ULL << ElParser::FALSE)
          | (1ULL << ElParser::NULL_LITERAL)
          | (1ULL << ElParser::FLOAT)
          | (1ULL << ElParser::INTEGER)
          | (1ULL << ElParser::STRING))) != 0))) {
        _errHandler->recoverInline(this);
        }
        else {
          _errHandler->reportMatch(this);
          consume();
        }
        break;
      }

      case ElParser::LPAREN: {
        enterOuterAlt(_localctx, 2);
        setState(104);
        match(ElParser::LPAREN);
        setState(105);
        expression();
        setState(106);
        match(ElParser::RPAREN);
        break;
      }

      case ElParser::IDENTIFIER: {
        enterOuterAlt(_localctx, 3);
        setState(108);
        match(ElParser::IDENTIFIER);
        setState(111);
        _errHandler->sync(this);

        _la = _input->LA(1);
        if (_la == ElParser::QUALIFIER) {
          setState(109);
          match(ElParser::QUALIFIER);
          setState(110);
          match(ElParser::IDENTIFIER);
        }
        setState(114);
        _errHandler->sync(this);

        _la = _input->LA(1);
        if (_la == ElParser::LPAREN) {
          setState(113);
          arguments();
        }
        break;
      }

    default:
      throw NoViableAltException(this);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- ArgumentsContext ------------------------------------------------------------------

ElParser::ArgumentsContext::ArgumentsContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

tree::TerminalNode* ElParser::ArgumentsContext::LPAREN() {
  return getToken(ElParser::LPAREN, 0);
}

tree::TerminalNode* ElParser::ArgumentsContext::RPAREN() {
  return getToken(ElParser::RPAREN, 0);
}

std::vector<ElParser::ExpressionContext *> ElParser::ArgumentsContext::expression() {
  return getRuleContexts<ElParser::ExpressionContext>();
}

ElParser::ExpressionContext* ElParser::ArgumentsContext::expression(size_t i) {
  return getRuleContext<ElParser::ExpressionContext>(i);
}

std::vector<tree::TerminalNode *> ElParser::ArgumentsContext::COMMA() {
  return getTokens(ElParser::COMMA);
}

tree::TerminalNode* ElParser::ArgumentsContext::COMMA(size_t i) {
  return getToken(ElParser::COMMA, i);
}


size_t ElParser::ArgumentsContext::getRuleIndex() const {
  return ElParser::RuleArguments;
}


ElParser::ArgumentsContext* ElParser::arguments() {
  ArgumentsContext *_localctx = _tracker.createInstance<ArgumentsContext>(_ctx, getState());
  enterRule(_localctx, 22, ElParser::RuleArguments);
  size_t _la = 0;

#if __cplusplus > 201703L
  auto onExit = finally([=, this] {
#else
  auto onExit = finally([=] {
#endif
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(118);
    match(ElParser::LPAREN);
    setState(127);
    _errHandler->sync(this);

    _la = _input->LA(1);
    if ((((_la & ~ 0x3fULL) == 0) &&
      ((1ULL << _la) & ((1ULL << ElParser::NOT)
      | (1ULL << ElParser::EMPTY)
      | (1ULL << ElParser::MINUS)
      | (1ULL << ElParser::LPAREN)
      | (1ULL << ElParser::TRUE)
      | (1ULL << ElParser::FALSE)
      | (1ULL << ElParser::NULL_LITERAL)
      | (1ULL << ElParser::FLOAT)
      | (1ULL << ElParser::INTEGER)
      | (1ULL << ElParser::IDENTIFIER)
      | (1ULL << ElParser::STRING))) != 0)) {
      setState(119);
      expression();
      setState(124);
      _errHandler->sync(this);
      _la = _input->LA(1);
      while (_la == ElParser::COMMA) {
        setState(120);
        match(ElParser::COMMA);
        setState(121);
        expression();
        setState(126);
        _errHandler->sync(this);
        _la = _input->LA(1);
      }
    }
    setState(129);
    match(ElParser::RPAREN);
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

// Static vars and initialization.
std::vector<dfa::DFA> ElParser::_decisionToDFA;
atn::PredictionContextCache ElParser::_sharedContextCache;

// We own the ATN which in turn owns the ATN states.
atn::ATN ElParser::_atn;
std::vector<uint16_t> ElParser::_serializedATN;

std::vector<std::string> ElParser::_ruleNames = {
  "root", "expression", "disjunction", "conjunction", "equality", "relation", 
  "sum", "product", "unary", "value", "primary", "arguments"
};

std::vector<std::string> ElParser::_literalNames = {
  "", "", "", "", "", "'empty'", "", "", "", "", "", "", "'+'", "'-'", "'*'", 
  "", "", "'\u003F'", "':'", "','", "'.'", "'('", "')'", "'['", "']'", "'true'", 
  "'false'", "'null'", "'instanceof'"
};

std::vector<std::string> ElParser::_symbolicNames = {
  "", "QUALIFIER", "AND", "OR", "NOT", "EMPTY", "EQ", "NE", "LT", "LE", 
  "GT", "GE", "PLUS", "MINUS", "TIMES", "DIVIDE", "MODULO", "QUESTION", 
  "COLON", "COMMA", "DOT", "LPAREN", "RPAREN", "LBRACKET", "RBRACKET", "TRUE", 
  "FALSE", "NULL_LITERAL", "INSTANCEOF", "FLOAT", "INTEGER", "IDENTIFIER", 
  "STRING", "SPACE", "BAD_ESCAPE", "UNTERMINATED", "OTHER"
};

dfa::Vocabulary ElParser::_vocabulary(_literalNames, _symbolicNames);

std::vector<std::string> ElParser::_tokenNames;

ElParser::Initializer::Initializer() {
	for (size_t i = 0; i < _symbolicNames.size(); ++i) {
		std::string name = _vocabulary.getLiteralName(i);
		if (name.empty()) {
			name = _vocabulary.getSymbolicName(i);
		}

		if (name.empty()) {
			_tokenNames.push_back("<INVALID>");
		} else {
      _tokenNames.push_back(name);
    }
	}

  static const uint16_t serializedATNSegment0[] = {
    0x3, 0x608b, 0xa72a, 0x8133, 0xb9ed, 0x417c, 0x3be7, 0x7786, 0x5964, 
       0x3, 0x26, 0x86, 0x4, 0x2, 0x9, 0x2, 0x4, 0x3, 0x9, 0x3, 0x4, 0x4, 
       0x9, 0x4, 0x4, 0x5, 0x9, 0x5, 0x4, 0x6, 0x9, 0x6, 0x4, 0x7, 0x9, 
       0x7, 0x4, 0x8, 0x9, 0x8, 0x4, 0x9, 0x9, 0x9, 0x4, 0xa, 0x9, 0xa, 
       0x4, 0xb, 0x9, 0xb, 0x4, 0xc, 0x9, 0xc, 0x4, 0xd, 0x9, 0xd, 0x3, 
       0x2, 0x3, 0x2, 0x3, 0x2, 0x3, 0x3, 0x3, 0x3, 0x3, 0x3, 0x3, 0x3, 
       0x3, 0x3, 0x3, 0x3, 0x5, 0x3, 0x24, 0xa, 0x3, 0x3, 0x4, 0x3, 0x4, 
       0x3, 0x4, 0x7, 0x4, 0x29, 0xa, 0x4, 0xc, 0x4, 0xe, 0x4, 0x2c, 0xb, 
       0x4, 0x3, 0x5, 0x3, 0x5, 0x3, 0x5, 0x7, 0x5, 0x31, 0xa, 0x5, 0xc, 
       0x5, 0xe, 0x5, 0x34, 0xb, 0x5, 0x3, 0x6, 0x3, 0x6, 0x3, 0x6, 0x7, 
       0x6, 0x39, 0xa, 0x6, 0xc, 0x6, 0xe, 0x6, 0x3c, 0xb, 0x6, 0x3, 0x7, 
       0x3, 0x7, 0x3, 0x7, 0x7, 0x7, 0x41, 0xa, 0x7, 0xc, 0x7, 0xe, 0x7, 
       0x44, 0xb, 0x7, 0x3, 0x8, 0x3, 0x8, 0x3, 0x8, 0x7, 0x8, 0x49, 0xa, 
       0x8, 0xc, 0x8, 0xe, 0x8, 0x4c, 0xb, 0x8, 0x3, 0x9, 0x3, 0x9, 0x3, 
       0x9, 0x7, 0x9, 0x51, 0xa, 0x9, 0xc, 0x9, 0xe, 0x9, 0x54, 0xb, 0x9, 
       0x3, 0xa, 0x7, 0xa, 0x57, 0xa, 0xa, 0xc, 0xa, 0xe, 0xa, 0x5a, 0xb, 
       0xa, 0x3, 0xa, 0x3, 0xa, 0x3, 0xb, 0x3, 0xb, 0x3, 0xb, 0x3, 0xb, 
       0x3, 0xb, 0x3, 0xb, 0x3, 0xb, 0x7, 0xb, 0x65, 0xa, 0xb, 0xc, 0xb, 
       0xe, 0xb, 0x68, 0xb, 0xb, 0x3, 0xc, 0x3, 0xc, 0x3, 0xc, 0x3, 0xc, 
       0x3, 0xc, 0x3, 0xc, 0x3, 0xc, 0x3, 0xc, 0x5, 0xc, 0x72, 0xa, 0xc, 
       0x3, 0xc, 0x5, 0xc, 0x75, 0xa, 0xc, 0x5, 0xc, 0x77, 0xa, 0xc, 0x3, 
       0xd, 0x3, 0xd, 0x3, 0xd, 0x3, 0xd, 0x7, 0xd, 0x7d, 0xa, 0xd, 0xc, 
       0xd, 0xe, 0xd, 0x80, 0xb, 0xd, 0x5, 0xd, 0x82, 0xa, 0xd, 0x3, 0xd, 
       0x3, 0xd, 0x3, 0xd, 0x2, 0x2, 0xe, 0x2, 0x4, 0x6, 0x8, 0xa, 0xc, 
       0xe, 0x10, 0x12, 0x14, 0x16, 0x18, 0x2, 0x8, 0x3, 0x2, 0x8, 0x9, 
       0x3, 0x2, 0xa, 0xd, 0x3, 0x2, 0xe, 0xf, 0x3, 0x2, 0x10, 0x12, 0x4, 
       0x2, 0x6, 0x7, 0xf, 0xf, 0x5, 0x2, 0x1b, 0x1d, 0x1f, 0x20, 0x22, 
       0x22, 0x2, 0x89, 0x2, 0x1a, 0x3, 0x2, 0x2, 0x2, 0x4, 0x1d, 0x3, 0x2, 
       0x2, 0x2, 0x6, 0x25, 0x3, 0x2, 0x2, 0x2, 0x8, 0x2d, 0x3, 0x2, 0x2, 
       0x2, 0xa, 0x35, 0x3, 0x2, 0x2, 0x2, 0xc, 0x3d, 0x3, 0x2, 0x2, 0x2, 
       0xe, 0x45, 0x3, 0x2, 0x2, 0x2, 0x10, 0x4d, 0x3, 0x2, 0x2, 0x2, 0x12, 
       0x58, 0x3, 0x2, 0x2, 0x2, 0x14, 0x5d, 0x3, 0x2, 0x2, 0x2, 0x16, 0x76, 
       0x3, 0x2, 0x2, 0x2, 0x18, 0x78, 0x3, 0x2, 0x2, 0x2, 0x1a, 0x1b, 0x5, 
       0x4, 0x3, 0x2, 0x1b, 0x1c, 0x7, 0x2, 0x2, 0x3, 0x1c, 0x3, 0x3, 0x2, 
       0x2, 0x2, 0x1d, 0x23, 0x5, 0x6, 0x4, 0x2, 0x1e, 0x1f, 0x7, 0x13, 
       0x2, 0x2, 0x1f, 0x20, 0x5, 0x4, 0x3, 0x2, 0x20, 0x21, 0x7, 0x14, 
       0x2, 0x2, 0x21, 0x22, 0x5, 0x4, 0x3, 0x2, 0x22, 0x24, 0x3, 0x2, 0x2, 
       0x2, 0x23, 0x1e, 0x3, 0x2, 0x2, 0x2, 0x23, 0x24, 0x3, 0x2, 0x2, 0x2, 
       0x24, 0x5, 0x3, 0x2, 0x2, 0x2, 0x25, 0x2a, 0x5, 0x8, 0x5, 0x2, 0x26, 
       0x27, 0x7, 0x5, 0x2, 0x2, 0x27, 0x29, 0x5, 0x8, 0x5, 0x2, 0x28, 0x26, 
       0x3, 0x2, 0x2, 0x2, 0x29, 0x2c, 0x3, 0x2, 0x2, 0x2, 0x2a, 0x28, 0x3, 
       0x2, 0x2, 0x2, 0x2a, 0x2b, 0x3, 0x2, 0x2, 0x2, 0x2b, 0x7, 0x3, 0x2, 
       0x2, 0x2, 0x2c, 0x2a, 0x3, 0x2, 0x2, 0x2, 0x2d, 0x32, 0x5, 0xa, 0x6, 
       0x2, 0x2e, 0x2f, 0x7, 0x4, 0x2, 0x2, 0x2f, 0x31, 0x5, 0xa, 0x6, 0x2, 
       0x30, 0x2e, 0x3, 0x2, 0x2, 0x2, 0x31, 0x34, 0x3, 0x2, 0x2, 0x2, 0x32, 
       0x30, 0x3, 0x2, 0x2, 0x2, 0x32, 0x33, 0x3, 0x2, 0x2, 0x2, 0x33, 0x9, 
       0x3, 0x2, 0x2, 0x2, 0x34, 0x32, 0x3, 0x2, 0x2, 0x2, 0x35, 0x3a, 0x5, 
       0xc, 0x7, 0x2, 0x36, 0x37, 0x9, 0x2, 0x2, 0x2, 0x37, 0x39, 0x5, 0xc, 
       0x7, 0x2, 0x38, 0x36, 0x3, 0x2, 0x2, 0x2, 0x39, 0x3c, 0x3, 0x2, 0x2, 
       0x2, 0x3a, 0x38, 0x3, 0x2, 0x2, 0x2, 0x3a, 0x3b, 0x3, 0x2, 0x2, 0x2, 
       0x3b, 0xb, 0x3, 0x2, 0x2, 0x2, 0x3c, 0x3a, 0x3, 0x2, 0x2, 0x2, 0x3d, 
       0x42, 0x5, 0xe, 0x8, 0x2, 0x3e, 0x3f, 0x9, 0x3, 0x2, 0x2, 0x3f, 0x41, 
       0x5, 0xe, 0x8, 0x2, 0x40, 0x3e, 0x3, 0x2, 0x2, 0x2, 0x41, 0x44, 0x3, 
       0x2, 0x2, 0x2, 0x42, 0x40, 0x3, 0x2, 0x2, 0x2, 0x42, 0x43, 0x3, 0x2, 
       0x2, 0x2, 0x43, 0xd, 0x3, 0x2, 0x2, 0x2, 0x44, 0x42, 0x3, 0x2, 0x2, 
       0x2, 0x45, 0x4a, 0x5, 0x10, 0x9, 0x2, 0x46, 0x47, 0x9, 0x4, 0x2, 
       0x2, 0x47, 0x49, 0x5, 0x10, 0x9, 0x2, 0x48, 0x46, 0x3, 0x2, 0x2, 
       0x2, 0x49, 0x4c, 0x3, 0x2, 0x2, 0x2, 0x4a, 0x48, 0x3, 0x2, 0x2, 0x2, 
       0x4a, 0x4b, 0x3, 0x2, 0x2, 0x2, 0x4b, 0xf, 0x3, 0x2, 0x2, 0x2, 0x4c, 
       0x4a, 0x3, 0x2, 0x2, 0x2, 0x4d, 0x52, 0x5, 0x12, 0xa, 0x2, 0x4e, 
       0x4f, 0x9, 0x5, 0x2, 0x2, 0x4f, 0x51, 0x5, 0x12, 0xa, 0x2, 0x50, 
       0x4e, 0x3, 0x2, 0x2, 0x2, 0x51, 0x54, 0x3, 0x2, 0x2, 0x2, 0x52, 0x50, 
       0x3, 0x2, 0x2, 0x2, 0x52, 0x53, 0x3, 0x2, 0x2, 0x2, 0x53, 0x11, 0x3, 
       0x2, 0x2, 0x2, 0x54, 0x52, 0x3, 0x2, 0x2, 0x2, 0x55, 0x57, 0x9, 0x6, 
       0x2, 0x2, 0x56, 0x55, 0x3, 0x2, 0x2, 0x2, 0x57, 0x5a, 0x3, 0x2, 0x2, 
       0x2, 0x58, 0x56, 0x3, 0x2, 0x2, 0x2, 0x58, 0x59, 0x3, 0x2, 0x2, 0x2, 
       0x59, 0x5b, 0x3, 0x2, 0x2, 0x2, 0x5a, 0x58, 0x3, 0x2, 0x2, 0x2, 0x5b, 
       0x5c, 0x5, 0x14, 0xb, 0x2, 0x5c, 0x13, 0x3, 0x2, 0x2, 0x2, 0x5d, 
       0x66, 0x5, 0x16, 0xc, 0x2, 0x5e, 0x5f, 0x7, 0x16, 0x2, 0x2, 0x5f, 
       0x65, 0x7, 0x21, 0x2, 0x2, 0x60, 0x61, 0x7, 0x19, 0x2, 0x2, 0x61, 
       0x62, 0x5, 0x4, 0x3, 0x2, 0x62, 0x63, 0x7, 0x1a, 0x2, 0x2, 0x63, 
       0x65, 0x3, 0x2, 0x2, 0x2, 0x64, 0x5e, 0x3, 0x2, 0x2, 0x2, 0x64, 0x60, 
       0x3, 0x2, 0x2, 0x2, 0x65, 0x68, 0x3, 0x2, 0x2, 0x2, 0x66, 0x64, 0x3, 
       0x2, 0x2, 0x2, 0x66, 0x67, 0x3, 0x2, 0x2, 0x2, 0x67, 0x15, 0x3, 0x2, 
       0x2, 0x2, 0x68, 0x66, 0x3, 0x2, 0x2, 0x2, 0x69, 0x77, 0x9, 0x7, 0x2, 
       0x2, 0x6a, 0x6b, 0x7, 0x17, 0x2, 0x2, 0x6b, 0x6c, 0x5, 0x4, 0x3, 
       0x2, 0x6c, 0x6d, 0x7, 0x18, 0x2, 0x2, 0x6d, 0x77, 0x3, 0x2, 0x2, 
       0x2, 0x6e, 0x71, 0x7, 0x21, 0x2, 0x2, 0x6f, 0x70, 0x7, 0x3, 0x2, 
       0x2, 0x70, 0x72, 0x7, 0x21, 0x2, 0x2, 0x71, 0x6f, 0x3, 0x2, 0x2, 
       0x2, 0x71, 0x72, 0x3, 0x2, 0x2, 0x2, 0x72, 0x74, 0x3, 0x2, 0x2, 0x2, 
       0x73, 0x75, 0x5, 0x18, 0xd, 0x2, 0x74, 0x73, 0x3, 0x2, 0x2, 0x2, 
       0x74, 0x75, 0x3, 0x2, 0x2, 0x2, 0x75, 0x77, 0x3, 0x2, 0x2, 0x2, 0x76, 
       0x69, 0x3, 0x2, 0x2, 0x2, 0x76, 0x6a, 0x3, 0x2, 0x2, 0x2, 0x76, 0x6e, 
       0x3, 0x2, 0x2, 0x2, 0x77, 0x17, 0x3, 0x2, 0x2, 0x2, 0x78, 0x81, 0x7, 
       0x17, 0x2, 0x2, 0x79, 0x7e, 0x5, 0x4, 0x3, 0x2, 0x7a, 0x7b, 0x7, 
       0x15, 0x2, 0x2, 0x7b, 0x7d, 0x5, 0x4, 0x3, 0x2, 0x7c, 0x7a, 0x3, 
       0x2, 0x2, 0x2, 0x7d, 0x80, 0x3, 0x2, 0x2, 0x2, 0x7e, 0x7c, 0x3, 0x2, 
       0x2, 0x2, 0x7e, 0x7f, 0x3, 0x2, 0x2, 0x2, 0x7f, 0x82, 0x3, 0x2, 0x2, 
       0x2, 0x80, 0x7e, 0x3, 0x2, 0x2, 0x2, 0x81, 0x79, 0x3, 0x2, 0x2, 0x2, 
       0x81, 0x82, 0x3, 0x2, 0x2, 0x2, 0x82, 0x83, 0x3, 0x2, 0x2, 0x2, 0x83, 
       0x84, 0x7, 0x18, 0x2, 0x2, 0x84, 0x19, 0x3, 0x2, 0x2, 0x2, 0x11, 
       0x23, 0x2a, 0x32, 0x3a, 0x42, 0x4a, 0x52, 0x58, 0x64, 0x66, 0x71, 
       0x74, 0x76, 0x7e, 0x81, 
  };

  _serializedATN.insert(_serializedATN.end(), serializedATNSegment0,
    serializedATNSegment0 + sizeof(serializedATNSegment0) / sizeof(serializedATNSegment0[0]));


  atn::ATNDeserializer deserializer;
  _atn = deserializer.deserialize(_serializedATN);

  size_t count = _atn.getNumberOfDecisions();
  _decisionToDFA.reserve(count);
  for (size_t i = 0; i < count; i++) { 
    _decisionToDFA.emplace_back(_atn.getDecisionState(i), i);
  }
}

ElParser::Initializer ElParser::_init;
