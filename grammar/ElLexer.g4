// Tokens of JSP 2.0 expressions (JSP.2.9), inside of ${ and }. Input is bytes: a byte above 7F is part of
// a character that may stand in identifiers and strings. What is no token becomes one of the last three
// kinds, so that every error is found by the parser, at one place.
lexer grammar ElLexer;

// Never lexed: the ':' between prefix and name of a function is turned into it before parsing.
tokens { QUALIFIER }

AND : 'and' | '&&' ;
OR : 'or' | '||' ;
NOT : 'not' | '!' ;
EMPTY : 'empty' ;
EQ : 'eq' | '==' ;
NE : 'ne' | '!=' ;
LT : 'lt' | '<' ;
LE : 'le' | '<=' ;
GT : 'gt' | '>' ;
GE : 'ge' | '>=' ;
PLUS : '+' ;
MINUS : '-' ;
TIMES : '*' ;
DIVIDE : 'div' | '/' ;
MODULO : 'mod' | '%' ;
QUESTION : '?' ;
COLON : ':' ;
COMMA : ',' ;
DOT : '.' ;
LPAREN : '(' ;
RPAREN : ')' ;
LBRACKET : '[' ;
RBRACKET : ']' ;
TRUE : 'true' ;
FALSE : 'false' ;
NULL_LITERAL : 'null' ;
INSTANCEOF : 'instanceof' ;

FLOAT
  : DIGIT+ '.' DIGIT* EXPONENT?
  | '.' DIGIT+ EXPONENT?
  | DIGIT+ EXPONENT
  ;
INTEGER : DIGIT+ ;
IDENTIFIER : LETTER (LETTER | DIGIT)* ;
STRING
  : '\'' (~['\\] | '\\' ['"\\])* '\''
  | '"' (~["\\] | '\\' ['"\\])* '"'
  ;
SPACE : [ \t\r\n]+ -> skip ;

BAD_ESCAPE
  : '\'' (~['\\] | '\\' .)* '\''
  | '"' (~["\\] | '\\' .)* '"'
  ;
UNTERMINATED
  : '\'' (~['\\] | '\\' .)*
  | '"' (~["\\] | '\\' .)*
  ;
OTHER : . ;

fragment DIGIT : [0-9] ;
fragment LETTER : [a-zA-Z_$] | [\u0080-\u00FF] ;
fragment EXPONENT : [eE] [+\-]? DIGIT+ ;
