#include "compiler/driver/eval/eval_expression.h"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "compiler/application/remote_files.h"
#include "compiler/diagnostics/text.h"
#include "compiler/frontend/el/parse.h"
#include "compiler/hir/evaluate.h"
#include "compiler/sema/expression.h"
#include "runtime/ground/value/coerce.h"
#include "runtime/ground/value/map.h"
#include "runtime/ground/value/values.h"
#include "runtime/rules/coordinator/view.h"

namespace hpdl::driver {
namespace {

using json = nlohmann::ordered_json;  // keeps the order of a map's entries

stdlib::Type TargetOf(const std::string& type) {
  if (type == "String") {
    return stdlib::Type::kString;
  }
  if (type == "Boolean") {
    return stdlib::Type::kBoolean;
  }
  return type == "Long" || type == "Integer" ? stdlib::Type::kLong : stdlib::Type::kAny;
}

/// Converts a value to a type that a context file names.
bool ConvertTo(const std::string& type, hpdl_eval* eval, hpdl_value* value) {
  if (hir::Convert(TargetOf(type), eval, value) != 0) {
    return false;
  }
  if (type == "Integer" && (value->as.i > std::numeric_limits<std::int32_t>::max() ||
                            value->as.i < std::numeric_limits<std::int32_t>::min())) {
    eval->Fail("cannot convert " + std::to_string(value->as.i) +
               " to an Integer: it does not fit in 32 bits");
    return false;
  }
  if (type == "Double") {
    double number = 0;
    const bool ok = rt::CoerceToDouble(eval, *value, &number);
    *value = rt::DoubleValue(number);
    return ok;
  }
  if (type == "Map" && value->type != HPDL_MAP && value->type != HPDL_NULL) {
    eval->Fail("cannot convert " + std::string(rt::TypeName(value->type)) + " to a Map");
    return false;
  }
  return true;
}

json ToJson(const hpdl_value& value) {
  switch (value.type) {
    case HPDL_BOOLEAN:
      return value.as.i != 0;
    case HPDL_LONG:
      return value.as.i;
    case HPDL_DOUBLE:
      if (std::isfinite(value.as.d)) {
        return value.as.d;
      }
      break;  // JSON has no number for infinity and NaN, so they become text
    case HPDL_MAP: {
      json object = json::object();
      for (std::uint32_t i = 0; i < value.as.m->size; ++i) {
        const rt::MapEntry& entry = value.as.m->entries[i];
        object[std::string(entry.key)] = ToJson(entry.value);
      }
      return object;
    }
    case HPDL_NULL:
      return nullptr;
    default:
      break;
  }
  std::string text;
  rt::AppendText(value, &text);
  return text;
}

std::string NameOf(const hpdl_value& value, const std::string& wanted) {
  static constexpr const char* kNames[] = {"Null", "Boolean", "Long", "Double", "String", "Map"};
  return wanted == "Integer" ? wanted : kNames[value.type];
}

EvalResult Failed(const Diagnostics& diagnostics) {
  EvalResult result;
  const std::vector<Diagnostic> sorted = diagnostics.Sorted();
  for (const Diagnostic& diagnostic : sorted) {
    result.error += result.error.empty() ? "" : "; ";
    result.error += diagnostic.text.str();
  }
  result.diagnostics = FormatText(sorted, {});
  return result;
}

EvalResult Succeeded(const hpdl_value& value, const std::string& type) {
  EvalResult result;
  result.ok = true;
  rt::AppendText(value, &result.text);
  result.json = ToJson(value).dump(-1, ' ', false, json::error_handler_t::replace);
  result.type = NameOf(value, type);
  return result;
}

}  // namespace

EvalResult EvaluateText(const std::string& text, EvalContext* context) {
  const SourceBuffer source("expression", text);
  Diagnostics diagnostics;
  frontend::ElParser parser;
  ast::ExprPool pool;
  ast::Text whole{text, {0, static_cast<std::uint32_t>(text.size())}, {}};
  const ast::ExprId parsed = parser.Parse(whole, context->language(), source, pool, diagnostics);
  hir::Workflow workflow;
  sema::ExpressionLowering lowering(pool, source, workflow, diagnostics);
  hir::ExprId expr;
  if (parsed.valid()) {
    expr = lowering.Lower(parsed, TargetOf(context->result_type()), context->environment());
  }
  if (diagnostics.HasErrors()) {
    return Failed(diagnostics);
  }
  context->set_workflow(&workflow);
  application::RemoteFileView files;
  hpdl_eval eval;
  eval.run = context;
  eval.files = &files;
  eval.writer = context;
  rt::CoordinatorNotes notes;
  eval.notes = &notes;
  hpdl_value value = rt::StringValue(text);
  const bool evaluated = !expr.valid() || hir::Evaluate(workflow, expr, &eval, &value) == 0;
  if (evaluated && notes.written_back) {
    std::string whole = "${";
    rt::AppendText(value, &whole);
    value = rt::StringValueCopy(&eval, whole + "}");
  }
  if (!evaluated || !ConvertTo(context->result_type(), &eval, &value)) {
    EvalResult result;
    result.error = eval.error;
    return result;
  }
  return Succeeded(value, context->result_type());
}

}  // namespace hpdl::driver
