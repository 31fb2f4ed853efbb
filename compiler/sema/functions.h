#ifndef HPDL_COMPILER_SEMA_FUNCTIONS_H_
#define HPDL_COMPILER_SEMA_FUNCTIONS_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "compiler/base/message.h"
#include "compiler/hir/hir.h"

namespace hpdl::sema {

/// The result of BindFunction(): the overload of a function, or null and a message. If there is no
/// overload, `unknown` is true if the name is unknown, and false if only the number of arguments is
/// wrong.
struct Binding {
  const stdlib::FunctionDecl* function = nullptr;
  bool unknown = false;
  Message message;
  std::string_view meant;  ///< the existing name that the author probably meant, or ""
  bool certainly = false;  ///< true if the author cannot have meant another name
};
Binding BindFunction(std::string_view name, std::size_t arguments, stdlib::Environment environment);

/// Returns the overload that BindFunction() finds, or null. Is faster than BindFunction(), because
/// it makes no error message.
const stdlib::FunctionDecl* FindFunction(std::string_view name, std::size_t arguments,
                                         stdlib::Environment environment);

/// Returns the function that always fails, with its argument as the reason.
const stdlib::FunctionDecl& FailingFunction();

/// Returns the constant of that name, or null.
const stdlib::ConstantDecl* FindConstant(std::string_view name, stdlib::Environment environment);

/// Returns the reason why no run can have a variable with this name, or an empty message if a run
/// can have the variable. In a coordinator or bundle, the name must not be a constant of another
/// environment, because Oozie accepts no property of this name.
Message WhyNoValue(std::string_view name, stdlib::Environment environment);

/// Returns a type in the words that messages use, such as "a String" or "a Long".
std::string_view TypePhrase(stdlib::Type type);

}  // namespace hpdl::sema

#endif  // HPDL_COMPILER_SEMA_FUNCTIONS_H_
