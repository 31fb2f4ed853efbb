#ifndef HPDL_COMPILER_SEMA_FUNCTIONS_H_
#define HPDL_COMPILER_SEMA_FUNCTIONS_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "compiler/base/message.h"
#include "compiler/hir/hir.h"

namespace hpdl::sema {

/// The overload of that name and number of arguments in the environment, or null with a message and
/// whether the name is unknown (else only the number is wrong).
struct Binding {
  const stdlib::FunctionDecl* function = nullptr;
  bool unknown = false;
  Message message;
  std::string_view meant;  ///< an unknown name was probably meant to be this one
  bool certainly = false;  ///< nothing else can have been meant
};
Binding BindFunction(std::string_view name, std::size_t arguments, stdlib::Environment environment);

/// The same without a word about why there is none, which takes long to find.
const stdlib::FunctionDecl* FindFunction(std::string_view name, std::size_t arguments,
                                         stdlib::Environment environment);

/// The constant of that name, or null.
const stdlib::ConstantDecl* FindConstant(std::string_view name, stdlib::Environment environment);

/// Why no run can have a variable of that name: it is a constant of other places, so that Oozie
/// takes no property of that name for a coordinator or bundle. Else empty.
Message WhyNoValue(std::string_view name, stdlib::Environment environment);

/// "a String", "a Long" ...
std::string_view TypePhrase(stdlib::Type type);

}  // namespace hpdl::sema

#endif  // HPDL_COMPILER_SEMA_FUNCTIONS_H_
