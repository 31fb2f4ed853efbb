#ifndef HPDL_COMPILER_LANGUAGE_BLOCK_H_
#define HPDL_COMPILER_LANGUAGE_BLOCK_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stdlib/core/schema.h"

namespace hpdl::language {

using Versions = std::span<const stdlib::Version>;

/// "0.2.5"
std::string VersionName(stdlib::Version version);

/// A value for each version, in words: equal ones of neighbours together, "-" where there is
/// nothing. {"1", "1", "?"} of 0.1, 0.2, 0.3 is "1 to 0.2, ? from 0.3".
std::string ByVersion(Versions versions, std::span<const std::string> values);

/// Where a structure that many constructs have is described; empty if it is in no section of its
/// own.
std::string_view SectionOf(const stdlib::StructDecl& decl);

/// The lines about one construct: its elements and attributes, how often, in which versions, and
/// what they mean.
class Block {
 public:
  explicit Block(Versions versions) : versions_(versions) {}

  /// The element itself with all that is in it. `name`: what it is called here.
  void AddRoot(std::string_view name, const stdlib::StructDecl& decl);
  /// A line that no declaration has.
  void Add(int depth, std::string_view form, std::string when, std::string meaning);

  /// A fenced block, columns aligned.
  std::string Format() const;
  /// The sections that it refers to, each once, as links.
  const std::vector<std::string_view>& sections() const { return sections_; }

 private:
  struct Line {
    std::string form;
    std::string when;
    std::string meaning;
  };

  void AddInside(int depth, const stdlib::StructDecl& decl);
  void AddElement(int depth, const stdlib::ElementDecl& e, std::string when);
  std::size_t AddChoice(int depth, const stdlib::StructDecl& decl, std::size_t first);
  void AddAttributes(int depth, const stdlib::StructDecl& decl);
  std::string Attributes(const stdlib::StructDecl& decl) const;
  bool Exists(const stdlib::ElementDecl& e) const;
  std::string Times(const stdlib::ElementDecl& e, bool many) const;
  std::string TimesInChoice(const stdlib::ElementDecl& e) const;

  Versions versions_;
  std::vector<Line> lines_;
  std::vector<std::string_view> sections_;
};

}  // namespace hpdl::language

#endif  // HPDL_COMPILER_LANGUAGE_BLOCK_H_
