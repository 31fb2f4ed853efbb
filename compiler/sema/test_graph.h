#ifndef HPDL_COMPILER_SEMA_TEST_GRAPH_H_
#define HPDL_COMPILER_SEMA_TEST_GRAPH_H_

#include <algorithm>
#include <string>
#include <string_view>

#include "compiler/ast/ast.h"
#include "compiler/base/source.h"

namespace hpdl::sema {

/// A workflow for tests, written in the notation of test/conformance/graphs.tsv. Ranges refer to
/// that text, so a test can check which words a diagnostic marks.
struct TestGraph {
  SourceBuffer source;
  ast::Workflow workflow;

  explicit TestGraph(std::string text, ast::Dialect dialect = ast::Dialect::kOozie);

 private:
  void AddNode(std::string_view word, std::uint32_t at);
};

inline ast::NodeType TypeOf(char letter) {
  switch (letter) {
    case 'S':
      return ast::NodeType::kStart;
    case 'F':
      return ast::NodeType::kFork;
    case 'J':
      return ast::NodeType::kJoin;
    case 'D':
      return ast::NodeType::kDecision;
    case 'K':
      return ast::NodeType::kKill;
    case 'E':
      return ast::NodeType::kEnd;
    default:
      return ast::NodeType::kAction;
  }
}

inline void TestGraph::AddNode(std::string_view word, std::uint32_t at) {
  ast::Node node;
  node.type = TypeOf(word[0]);
  const std::size_t arrow = std::min(word.find('>'), word.size());
  const auto name = [&](std::size_t begin, std::size_t end) {
    return ast::Name{
        std::string(word.substr(begin, end - begin)),
        {static_cast<std::uint32_t>(at + begin), static_cast<std::uint32_t>(at + end)}};
  };
  node.name =
      node.type == ast::NodeType::kStart ? ast::Name{":start:", {at, at + 1}} : name(2, arrow);
  node.range = {at, static_cast<std::uint32_t>(at + word.size())};
  for (std::size_t begin = arrow + 1; begin < word.size();) {
    const std::size_t end = std::min(word.find_first_of(",!", begin), word.size());
    ast::Edge edge;
    edge.to = name(begin, end);
    edge.range = edge.to.range;
    node.edges.push_back(std::move(edge));
    begin = end + 1;
  }
  workflow.nodes.push_back(std::move(node));
}

inline TestGraph::TestGraph(std::string text, ast::Dialect dialect)
    : source("graph", std::move(text)) {
  workflow.dialect = dialect;
  const std::string_view all = source.text();
  for (std::size_t begin = 0; begin < all.size();) {
    const std::size_t end = std::min(all.find(' ', begin), all.size());
    if (end > begin) {
      AddNode(all.substr(begin, end - begin), static_cast<std::uint32_t>(begin));
    }
    begin = end + 1;
  }
}

}  // namespace hpdl::sema

#endif  // HPDL_COMPILER_SEMA_TEST_GRAPH_H_
