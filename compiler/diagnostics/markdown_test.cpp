#include "compiler/diagnostics/markdown.h"

#include <gtest/gtest.h>

namespace hpdl {
namespace {

TEST(Markdown, PageOfAWarning) {
  EXPECT_EQ(MarkdownPage(DiagnosticKind::kDuplicateParameter),
            R"x(<!-- Made by `./dev docs` from compiler/diagnostics/kinds.def and explain.def. -->
# DuplicateParameter

*warning*

A parameter declared twice.

Only the first of the two declarations has an effect.

**Wrong**

```xml
<property><name>n</name><value>1</value></property>
<property><name>n</name><value>2</value></property>
```

**Right**

```xml
<property><name>n</name><value>1</value></property>
```

`-Wno-DuplicateParameter` silences it for all files of a command. Before an element, this comment silences it for that element:

```xml
<!-- hpdlc: no-DuplicateParameter -->
```

[All kinds](README.md)
)x");
}

TEST(Markdown, ErrorsHaveOoziesCodeAndCannotBeSilenced) {
  const std::string page = MarkdownPage(DiagnosticKind::kForkJoinCount);
  EXPECT_NE(page.find("*error*, Oozie's `E0730`"), std::string::npos) << page;
  EXPECT_EQ(page.find("-Wno-"), std::string::npos);
}

TEST(Markdown, NoCommentSilencesWhatHasNoPlaceInADefinition) {
  for (const DiagnosticKind kind : {DiagnosticKind::kPropertiesLeftOut, DiagnosticKind::kSecretFile,
                                    DiagnosticKind::kBakedSecret}) {
    const std::string page = MarkdownPage(kind);
    EXPECT_NE(page.find("-Wno-"), std::string::npos) << page;
    EXPECT_EQ(page.find("<!-- hpdlc:"), std::string::npos) << page;
  }
}

TEST(Markdown, ElementsInProseAreCode) {
  const std::string page = MarkdownPage(DiagnosticKind::kMissingCluster);
  EXPECT_NE(page.find("or `<global>` names them for all actions."), std::string::npos) << page;
}

TEST(Markdown, AFileForEachKindAndTheIndex) {
  const auto pages = MarkdownPages();
  ASSERT_EQ(pages.size(), static_cast<std::size_t>(DiagnosticKind::kCount) + 1);
  EXPECT_EQ(pages[0].first, "README.md");
  for (std::size_t i = 1; i < pages.size(); ++i) {
    EXPECT_NE(pages[0].second.find("(" + pages[i].first + ")"), std::string::npos)
        << pages[i].first;
  }
}

}  // namespace
}  // namespace hpdl
