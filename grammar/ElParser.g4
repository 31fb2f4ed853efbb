// Expressions of JSP 2.0 (JSP.2.9). One rule a level of precedence, and every choice is made by the next
// token, so the parser never has to look ahead or to start again.
parser grammar ElParser;

options { tokenVocab = ElLexer; }

root : expression EOF ;

expression : disjunction (QUESTION expression COLON expression)? ;

disjunction : conjunction (OR conjunction)* ;

conjunction : equality (AND equality)* ;

equality : relation ((EQ | NE) relation)* ;

relation : sum ((LT | LE | GT | GE) sum)* ;

sum : product ((PLUS | MINUS) product)* ;

product : unary ((TIMES | DIVIDE | MODULO) unary)* ;

unary : (NOT | MINUS | EMPTY)* value ;

value : primary (DOT IDENTIFIER | LBRACKET expression RBRACKET)* ;

primary
  : (TRUE | FALSE | NULL_LITERAL | INTEGER | FLOAT | STRING)
  | LPAREN expression RPAREN
  | IDENTIFIER (QUALIFIER IDENTIFIER)? arguments?
  ;

arguments : LPAREN (expression (COMMA expression)*)? RPAREN ;
