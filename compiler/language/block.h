#ifndef HPDL_COMPILER_LANGUAGE_BLOCK_H_
#define HPDL_COMPILER_LANGUAGE_BLOCK_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stdlib/core/schema.h"

namespace hpdl::language {

using Versions = std::span<const stdlib::Version>;

/// Returns a version such as "0.2.5".
std::string VersionName(stdlib::Version version);

/// Returns the values of each version in words. Equal values of neighbouring versions are one item,
/// and "-" means no value. With the versions 0.1, 0.2 and 0.3, {"1", "1", "?"} gives "1 to 0.2, ?
/// from 0.3".
std::string ByVersion(Versions versions, std::span<const std::string> values);

/// Returns the title of the section about a structure that many constructs have. Returns "" if the
/// structure has no section of its own.
std::string_view SectionOf(const stdlib::StructDecl& decl);

/// The lines about one construct: its elements and attributes, their number, versions and meaning.
class Block {
 public:
  explicit Block(Versions versions) : versions_(versions) {}

  /// Adds the element of the construct with its whole content. `name` is its name in this block.
  void AddRoot(std::string_view name, const stdlib::StructDecl& decl);
  /// Adds a line that does not come from a declaration.
  void Add(int depth, std::string_view form, std::string when, std::string meaning);

  /// Returns the lines as a fenced block with aligned columns.
  std::string Format() const;
  /// Returns the titles of the sections to which the block refers. Each title occurs once.
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
