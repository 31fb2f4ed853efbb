#ifndef HPDL_COMPILER_FRONTEND_XML_CHILD_CHECKER_H_
#define HPDL_COMPILER_FRONTEND_XML_CHILD_CHECKER_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/frontend/xml/schema_reader.h"

namespace hpdl::frontend {

/// Checks the order, the number and the versions of the children of one element.
class ChildChecker {
 public:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  ChildChecker(SchemaReader& reader, const stdlib::StructDecl& decl, const Scope& scope,
               Element parent);

  /// Returns the field of `child`. If the child is misplaced or repeated, reports this and still
  /// returns its field. If the child is not known, reports this and returns kNone. The caller
  /// itself reads the children whose names are in `others`. A suggestion may be one of these names.
  std::uint32_t Take(Element child, std::span<const std::string_view> others = {});
  /// Reports missing children, except a child that probably exists under a wrong name. The caller
  /// calls this function after the last child.
  void Finish();

 private:
  bool Exists(std::uint32_t field) const;
  std::uint32_t Place(std::uint32_t field) const;
  void Unknown(Element child, std::span<const std::string_view> others);
  void CheckOrder(Element child, std::uint32_t field);
  void CheckCount(Element child, std::uint32_t field);
  /// Reports that no member of a choice is present. The members are the fields from `first` to
  /// before `end`.
  void ReportMissing(std::uint32_t first, std::uint32_t end);
  std::string NamespaceWithout(const stdlib::ElementDecl& missing) const;

  SchemaReader& reader_;
  const stdlib::StructDecl& decl_;
  const Scope& scope_;
  Element parent_;
  std::vector<Range> first_;  ///< for each field: the name of the first child
  /// For each field: true if the author of a wrong child probably meant this field.
  std::vector<bool> meant_;
  std::uint32_t place_ = 0;  ///< the current position in the sequence
  std::uint32_t place_field_ = kNone;
  std::size_t moves_ = 0;  ///< the number of fixes that move a child
};

}  // namespace hpdl::frontend

#endif  // HPDL_COMPILER_FRONTEND_XML_CHILD_CHECKER_H_
