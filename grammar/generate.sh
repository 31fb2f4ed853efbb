#!/bin/sh
# Makes the parser sources that are kept in the tree from the grammars. See README.md.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out="$here/../compiler/frontend/el/generated"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mvn -q org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy \
  -Dartifact=org.antlr:antlr4:4.9.2:jar:complete -DoutputDirectory="$work"
cp "$here/ElLexer.g4" "$here/ElParser.g4" "$work/"
(cd "$work" && java -jar antlr4-4.9.2-complete.jar -Dlanguage=Cpp -package hpdl::frontend::grammar \
  -no-listener -no-visitor -o out ElLexer.g4 ElParser.g4)
mkdir -p "$out"
cp "$work"/out/*.cpp "$work"/out/*.h "$out/"
(cd "$here" && sha256sum ElLexer.g4 ElParser.g4) >"$out/grammar.sha256"
