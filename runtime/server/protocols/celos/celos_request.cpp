#include "runtime/server/protocols/celos/celos_request.h"

#include <optional>

#include "runtime/ground/base/lower_case.h"
#include "runtime/ground/base/percent.h"
#include "runtime/ground/base/text_parts.h"
#include "runtime/ground/base/utf8.h"

namespace hpdl::rt::celos {
namespace {

std::string Decoded(std::string_view text) {
  const std::optional<std::string> decoded = FormDecoded(text);
  return ValidUtf8(decoded ? std::string_view(*decoded) : text);
}

void AddParameters(std::string_view text, CelosParameters* parameters) {
  for (const std::string_view part : Split(text, '&')) {
    if (part.empty() || parameters->size() >= kMostCelosParameters) {
      continue;
    }
    const std::size_t equals = part.find('=');
    const std::string_view value =
        equals == std::string_view::npos ? std::string_view() : part.substr(equals + 1);
    // If a name has several values, the first value is used.
    parameters->emplace(Decoded(part.substr(0, equals)), Decoded(value));
  }
}

}  // namespace

std::string_view PathOfTarget(std::string_view target) {
  return target.substr(0, target.find('?'));
}

CelosParameters ParametersOf(const CelosRequest& request) {
  CelosParameters parameters;
  const std::string_view target = request.target;
  if (const std::size_t question = target.find('?'); question != std::string_view::npos) {
    AddParameters(target.substr(question + 1), &parameters);
  }
  if (request.method == "POST" &&
      LowerCase(request.content_type).starts_with("application/x-www-form-urlencoded")) {
    AddParameters(request.body, &parameters);
  }
  return parameters;
}

}  // namespace hpdl::rt::celos
