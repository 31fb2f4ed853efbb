#include "runtime/ground/base/quoted_text.h"

#include <gtest/gtest.h>

namespace hpdl {
namespace {

TEST(QuotedText, Shell) {
  EXPECT_EQ(ShellQuoted(""), "''");
  EXPECT_EQ(ShellQuoted("it's $HOME `id`\n"), "'it'\\''s $HOME `id`\n'");
}

TEST(QuotedText, Mermaid) {
  EXPECT_EQ(MermaidQuoted("a \"b\" #1 <c> &amp; \\n\x7F\t"),
            "\"a #quot;b#quot; #35;1 #lt;c#gt; #amp;amp; #92;n  \"");
  EXPECT_EQ(MermaidQuoted("${a} $$x$$ $$$"), "\"${a} $#36;x$#36; $#36;$\"");
}

TEST(QuotedText, Dot) {
  EXPECT_EQ(DotQuoted("a \"b\" &lt; \\n\n$$"), "\"a \\\"b\\\" &amp;lt; \\\\n $$\"");
}

}  // namespace
}  // namespace hpdl
