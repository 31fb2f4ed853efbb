#include "runtime/ground/expression/interpret.h"

#include "runtime/ground/base/utf8.h"
#include "runtime/ground/expression/evaluate.h"
#include "runtime/ground/expression/scan.h"
#include "runtime/ground/value/coerce.h"

namespace hpdl::rt {
namespace {

constexpr std::size_t kMostQuoted = 100;

/// Puts the failed expression before the message of `eval` and returns 1.
std::int32_t FailIn(std::string_view text, const Segment& segment, hpdl_eval* eval) {
  const std::string_view written = text.substr(segment.begin, segment.end - segment.begin);
  std::string place(CutUtf8(written, kMostQuoted));
  place += place.size() < written.size() ? "..." : "";
  return eval->Fail(place + ": " + eval->error);
}

std::int32_t Unclosed(const Segment& segment, hpdl_eval* eval) {
  return eval->Fail(segment.open_string != 0
                        ? "found a string without its closing quote, so the expression has no '}'"
                        : "found the end of the text, expected the '}' of the expression");
}

std::int32_t Append(std::string_view text, const Segment& segment, const hpdl_names& names,
                    hpdl_eval* eval, std::string* out) {
  if (!segment.closed) {
    return Unclosed(segment, eval);
  }
  hpdl_value value{};
  if (EvaluateExpression(BodyOf(text, segment), names, eval, &value) != 0) {
    return 1;
  }
  AppendText(value, out);
  return out->size() <= kMostInterpretedBytes ? 0 : eval->Fail("the text exceeds 64 MiB");
}

}  // namespace

std::int32_t InterpretTemplate(std::string_view text, const hpdl_names& names, hpdl_eval* eval,
                               std::string* out) {
  TemplateScanner scanner(text, eval->run->dialect() == HPDL_DIALECT_HWS);
  for (Segment segment; scanner.Next(&segment);) {
    if (!segment.expression) {
      out->append(segment.text);
    } else if (Append(text, segment, names, eval, out) != 0) {
      return FailIn(text, segment, eval);
    }
  }
  return 0;
}

}  // namespace hpdl::rt
