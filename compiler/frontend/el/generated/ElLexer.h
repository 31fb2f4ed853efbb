
// Generated from ElLexer.g4 by ANTLR 4.9.2

#pragma once


#include "antlr4-runtime.h"


namespace hpdl::frontend::grammar {


class  ElLexer : public antlr4::Lexer {
public:
  enum {
    QUALIFIER = 1, AND = 2, OR = 3, NOT = 4, EMPTY = 5, EQ = 6, NE = 7, 
    LT = 8, LE = 9, GT = 10, GE = 11, PLUS = 12, MINUS = 13, TIMES = 14, 
    DIVIDE = 15, MODULO = 16, QUESTION = 17, COLON = 18, COMMA = 19, DOT = 20, 
    LPAREN = 21, RPAREN = 22, LBRACKET = 23, RBRACKET = 24, TRUE = 25, FALSE = 26, 
    NULL_LITERAL = 27, INSTANCEOF = 28, FLOAT = 29, INTEGER = 30, IDENTIFIER = 31, 
    STRING = 32, SPACE = 33, BAD_ESCAPE = 34, UNTERMINATED = 35, OTHER = 36
  };

  explicit ElLexer(antlr4::CharStream *input);
  ~ElLexer();

  virtual std::string getGrammarFileName() const override;
  virtual const std::vector<std::string>& getRuleNames() const override;

  virtual const std::vector<std::string>& getChannelNames() const override;
  virtual const std::vector<std::string>& getModeNames() const override;
  virtual const std::vector<std::string>& getTokenNames() const override; // deprecated, use vocabulary instead
  virtual antlr4::dfa::Vocabulary& getVocabulary() const override;

  virtual const std::vector<uint16_t> getSerializedATN() const override;
  virtual const antlr4::atn::ATN& getATN() const override;

private:
  static std::vector<antlr4::dfa::DFA> _decisionToDFA;
  static antlr4::atn::PredictionContextCache _sharedContextCache;
  static std::vector<std::string> _ruleNames;
  static std::vector<std::string> _tokenNames;
  static std::vector<std::string> _channelNames;
  static std::vector<std::string> _modeNames;

  static std::vector<std::string> _literalNames;
  static std::vector<std::string> _symbolicNames;
  static antlr4::dfa::Vocabulary _vocabulary;
  static antlr4::atn::ATN _atn;
  static std::vector<uint16_t> _serializedATN;


  // Individual action functions triggered by action() above.

  // Individual semantic predicate functions triggered by sempred() above.

  struct Initializer {
    Initializer();
  };
  static Initializer _init;
};

}  // namespace hpdl::frontend::grammar
