#include <cmath>
#include <compare>
#include <limits>
#include <string>

#include "runtime/ground/value/coerce.h"
#include "runtime/ground/value/map.h"
#include "runtime/ground/value/values.h"
#include "runtime/ground/value/variable.h"

/// The operators of JSP.2.3. In cases that JSP.2.3 does not define, they behave like the
/// implementation that Oozie uses.
namespace hpdl::rt {
namespace {

bool IsFloating(const hpdl_value& v) {
  return v.type == HPDL_DOUBLE ||
         (v.type == HPDL_STRING && TextOf(v).find_first_of(".eE") != std::string_view::npos);
}

/// Returns `v` as an operand of any operator except []. A map with reads_as_zero becomes the number
/// 0.
hpdl_value Operand(const hpdl_value& v) {
  return v.type == HPDL_MAP && v.as.m->reads_as_zero ? LongValue(0) : v;
}

/// The arithmetic operators. Sums and products of Longs wrap around, as in Java. An operator that
/// fails leaves a message.
struct Add {
  static double Doubles(double a, double b) { return a + b; }
  static bool Longs(hpdl_eval*, std::int64_t a, std::int64_t b, std::int64_t* out) {
    __builtin_add_overflow(a, b, out);
    return true;
  }
};
struct Subtract {
  static double Doubles(double a, double b) { return a - b; }
  static bool Longs(hpdl_eval*, std::int64_t a, std::int64_t b, std::int64_t* out) {
    __builtin_sub_overflow(a, b, out);
    return true;
  }
};
struct Multiply {
  static double Doubles(double a, double b) { return a * b; }
  static bool Longs(hpdl_eval*, std::int64_t a, std::int64_t b, std::int64_t* out) {
    __builtin_mul_overflow(a, b, out);
    return true;
  }
};
struct Modulo {
  static double Doubles(double a, double b) { return std::fmod(a, b); }
  static bool Longs(hpdl_eval* eval, std::int64_t a, std::int64_t b, std::int64_t* out) {
    if (b == 0) {
      eval->Fail("the remainder of a division by zero is not defined");
      return false;
    }
    *out = b == -1 ? 0 : a % b;  // the processor cannot compute INT64_MIN % -1 and raises an error
    return true;
  }
};

template <class Operator>
std::int32_t Arithmetic(hpdl_eval* eval, const hpdl_value* left, const hpdl_value* right,
                        hpdl_value* out) {
  const hpdl_value a = Operand(*left);
  const hpdl_value b = Operand(*right);
  if (a.type == HPDL_NULL && b.type == HPDL_NULL) {
    *out = LongValue(0);
    return 0;
  }
  if (IsFloating(a) || IsFloating(b)) {
    double x = 0;
    double y = 0;
    if (!CoerceToDouble(eval, a, &x) || !CoerceToDouble(eval, b, &y)) {
      return 1;
    }
    *out = DoubleValue(Operator::Doubles(x, y));
    return 0;
  }
  std::int64_t x = 0;
  std::int64_t y = 0;
  if (!CoerceToLong(eval, a, &x) || !CoerceToLong(eval, b, &y)) {
    return 1;
  }
  std::int64_t result = 0;
  if (!Operator::Longs(eval, x, y, &result)) {
    return 1;
  }
  *out = LongValue(result);
  return 0;
}

/// Sets `out` to true if the operands are equal. If an operand cannot be converted or the operands
/// cannot be compared, leaves a message and returns false.
bool Equal(hpdl_eval* eval, const hpdl_value& left, const hpdl_value& right, bool* out);

/// Compares two maps. The order of their entries does not matter, as in Java.
bool MapsEqual(hpdl_eval* eval, const hpdl_map& a, const hpdl_map& b, bool* out) {
  *out = a.size == b.size;
  for (std::uint32_t i = 0; *out && i < a.size; ++i) {
    const MapEntry& entry = a.entries[i];
    // Equal maps nearly always have the same order, so the entry at the same place is tried first.
    const MapEntry* other = b.entries[i].key == entry.key ? &b.entries[i] : FindEntry(b, entry.key);
    if (other == nullptr) {
      *out = false;
      return true;
    }
    if (!Equal(eval, entry.value, other->value, out)) {
      return false;
    }
  }
  return true;
}

bool Equal(hpdl_eval* eval, const hpdl_value& left, const hpdl_value& right, bool* out) {
  const hpdl_value a = Operand(left);
  const hpdl_value b = Operand(right);
  const auto either = [&](std::uint32_t type) { return a.type == type || b.type == type; };
  if (either(HPDL_NULL)) {
    *out = a.type == b.type;
    return true;
  }
  if (either(HPDL_DOUBLE)) {
    double x = 0;
    double y = 0;
    const bool ok = CoerceToDouble(eval, a, &x) && CoerceToDouble(eval, b, &y);
    *out = x == y;
    return ok;
  }
  if (either(HPDL_LONG)) {
    std::int64_t x = 0;
    std::int64_t y = 0;
    const bool ok = CoerceToLong(eval, a, &x) && CoerceToLong(eval, b, &y);
    *out = x == y;
    return ok;
  }
  if (either(HPDL_BOOLEAN)) {
    bool x = false;
    bool y = false;
    const bool ok = CoerceToBoolean(eval, a, &x) && CoerceToBoolean(eval, b, &y);
    *out = x == y;
    return ok;
  }
  if (either(HPDL_STRING)) {
    *out = CoerceToString(eval, a) == CoerceToString(eval, b);
    return true;
  }
  return MapsEqual(eval, *a.as.m, *b.as.m, out);
}

/// Compares two values that are not null, and puts the result into `out`. If a value is NaN, the
/// result is `unordered`. If the values cannot be compared, leaves a message and returns false.
bool Order(hpdl_eval* eval, const hpdl_value& a, const hpdl_value& b, std::partial_ordering* out) {
  const auto either = [&](std::uint32_t type) { return a.type == type || b.type == type; };
  if (either(HPDL_DOUBLE)) {
    double x = 0;
    double y = 0;
    const bool ok = CoerceToDouble(eval, a, &x) && CoerceToDouble(eval, b, &y);
    *out = x <=> y;
    return ok;
  }
  if (either(HPDL_LONG)) {
    std::int64_t x = 0;
    std::int64_t y = 0;
    const bool ok = CoerceToLong(eval, a, &x) && CoerceToLong(eval, b, &y);
    *out = x <=> y;
    return ok;
  }
  if (either(HPDL_STRING)) {
    *out = CompareText(CoerceToString(eval, a), CoerceToString(eval, b)) <=> 0;
    return true;
  }
  if (a.type == HPDL_BOOLEAN && b.type == HPDL_BOOLEAN) {
    *out = a.as.i <=> b.as.i;
    return true;
  }
  eval->Fail("cannot compare " + std::string(TypeName(a.type)) + " with " +
             std::string(TypeName(b.type)));
  return false;
}

template <class Test>
std::int32_t Relational(hpdl_eval* eval, const hpdl_value* left, const hpdl_value* right,
                        bool if_both_null, Test test, hpdl_value* out) {
  const hpdl_value a = Operand(*left);
  const hpdl_value b = Operand(*right);
  if (a.type == HPDL_NULL || b.type == HPDL_NULL) {
    *out = BooleanValue(if_both_null && a.type == b.type);
    return 0;
  }
  std::partial_ordering order = std::partial_ordering::unordered;
  if (!Order(eval, a, b, &order)) {
    return 1;
  }
  *out = BooleanValue(test(order));
  return 0;
}

}  // namespace
}  // namespace hpdl::rt

using namespace hpdl::rt;  // the functions below are outside of all namespaces

std::int32_t hpdl_op_add(hpdl_eval* eval, const hpdl_value* a, const hpdl_value* b,
                         hpdl_value* out) {
  return Arithmetic<Add>(eval, a, b, out);
}

std::int32_t hpdl_op_subtract(hpdl_eval* eval, const hpdl_value* a, const hpdl_value* b,
                              hpdl_value* out) {
  return Arithmetic<Subtract>(eval, a, b, out);
}

std::int32_t hpdl_op_multiply(hpdl_eval* eval, const hpdl_value* a, const hpdl_value* b,
                              hpdl_value* out) {
  return Arithmetic<Multiply>(eval, a, b, out);
}

std::int32_t hpdl_op_divide(hpdl_eval* eval, const hpdl_value* left, const hpdl_value* right,
                            hpdl_value* out) {
  const hpdl_value a = Operand(*left);
  const hpdl_value b = Operand(*right);
  if (a.type == HPDL_NULL && b.type == HPDL_NULL) {
    *out = LongValue(0);
    return 0;
  }
  double x = 0;
  double y = 0;
  if (!CoerceToDouble(eval, a, &x) || !CoerceToDouble(eval, b, &y)) {
    return 1;
  }
  *out = DoubleValue(x / y);
  return 0;
}

std::int32_t hpdl_op_modulo(hpdl_eval* eval, const hpdl_value* a, const hpdl_value* b,
                            hpdl_value* out) {
  return Arithmetic<Modulo>(eval, a, b, out);
}

std::int32_t hpdl_op_equal(hpdl_eval* eval, const hpdl_value* a, const hpdl_value* b,
                           hpdl_value* out) {
  bool equal = false;
  if (!Equal(eval, *a, *b, &equal)) {
    return 1;
  }
  *out = BooleanValue(equal);
  return 0;
}

std::int32_t hpdl_op_not_equal(hpdl_eval* eval, const hpdl_value* a, const hpdl_value* b,
                               hpdl_value* out) {
  bool equal = false;
  if (!Equal(eval, *a, *b, &equal)) {
    return 1;
  }
  *out = BooleanValue(!equal);
  return 0;
}

std::int32_t hpdl_op_less(hpdl_eval* eval, const hpdl_value* a, const hpdl_value* b,
                          hpdl_value* out) {
  return Relational(eval, a, b, false, [](auto order) { return order < 0; }, out);
}

std::int32_t hpdl_op_less_equal(hpdl_eval* eval, const hpdl_value* a, const hpdl_value* b,
                                hpdl_value* out) {
  return Relational(eval, a, b, true, [](auto order) { return order <= 0; }, out);
}

std::int32_t hpdl_op_greater(hpdl_eval* eval, const hpdl_value* a, const hpdl_value* b,
                             hpdl_value* out) {
  return Relational(eval, a, b, false, [](auto order) { return order > 0; }, out);
}

std::int32_t hpdl_op_greater_equal(hpdl_eval* eval, const hpdl_value* a, const hpdl_value* b,
                                   hpdl_value* out) {
  return Relational(eval, a, b, true, [](auto order) { return order >= 0; }, out);
}

std::int32_t hpdl_op_index(hpdl_eval* eval, const hpdl_value* base, const hpdl_value* key,
                           hpdl_value* out) {
  if (base->type == HPDL_NULL || key->type == HPDL_NULL) {
    *out = NullValue();
    return 0;
  }
  if (base->type == HPDL_MAP) {
    // All keys are strings, so a key of another type is always missing.
    *out = Lookup(*base->as.m, key->type == HPDL_STRING ? TextOf(*key) : std::string_view());
    if (key->type != HPDL_STRING && base->as.m->missing == MissingKey::kNull) {
      *out = NullValue();
    }
    return 0;
  }
  return eval->Fail(std::string(TypeName(base->type)) + " has no value named \"" +
                    std::string(CoerceToString(eval, *key)) + "\"; only a Map has named values");
}

std::int32_t hpdl_op_negate(hpdl_eval* eval, const hpdl_value* value, hpdl_value* out) {
  const hpdl_value v = Operand(*value);
  if (IsFloating(v)) {
    double d = 0;
    if (!CoerceToDouble(eval, v, &d)) {
      return 1;
    }
    *out = DoubleValue(-d);
    return 0;
  }
  std::int64_t i = 0;
  if (!CoerceToLong(eval, v, &i)) {
    return 1;
  }
  std::int64_t negated = 0;
  __builtin_sub_overflow(std::int64_t{0}, i, &negated);
  *out = LongValue(negated);
  return 0;
}

std::int32_t hpdl_op_not(hpdl_eval* eval, const hpdl_value* value, hpdl_value* out) {
  bool b = false;
  if (!CoerceToBoolean(eval, *value, &b)) {
    return 1;
  }
  *out = BooleanValue(!b);
  return 0;
}

std::int32_t hpdl_op_empty(hpdl_eval*, const hpdl_value* value, hpdl_value* out) {
  *out =
      BooleanValue(value->type == HPDL_NULL || (value->type == HPDL_STRING && value->size == 0) ||
                   (value->type == HPDL_MAP && value->as.m->size == 0));
  return 0;
}

std::int32_t hpdl_op_to_boolean(hpdl_eval* eval, const hpdl_value* value, hpdl_value* out) {
  bool b = false;
  if (!CoerceToBoolean(eval, Operand(*value), &b)) {
    return 1;
  }
  *out = BooleanValue(b);
  return 0;
}

std::int32_t hpdl_op_to_long(hpdl_eval* eval, const hpdl_value* value, hpdl_value* out) {
  std::int64_t i = 0;
  if (!CoerceToLong(eval, *value, &i)) {
    return 1;
  }
  *out = LongValue(i);
  return 0;
}

std::int32_t hpdl_op_to_string(hpdl_eval* eval, const hpdl_value* value, hpdl_value* out) {
  *out = StringValue(CoerceToString(eval, *value));
  return 0;
}

std::int32_t hpdl_op_concat(hpdl_eval* eval, const hpdl_value* parts, std::uint32_t count,
                            hpdl_value* out) {
  std::string text;
  for (std::uint32_t i = 0; i < count; ++i) {
    AppendText(parts[i], &text);
  }
  if (text.size() >= UINT32_MAX) {
    return eval->Fail("the text of an expression exceeds 4 GiB");
  }
  *out = StringValueCopy(eval, text);
  return 0;
}

std::int32_t hpdl_op_parameter(hpdl_eval* eval, std::uint32_t index, hpdl_value* out) {
  return VariableValue(eval, eval->run->ParameterName(index), out);
}

std::int32_t hpdl::rt::VariableValue(hpdl_eval* eval, std::string_view name, hpdl_value* out) {
  const std::string* value = eval->run->Property(name);
  if (value == nullptr) {
    return eval->Fail("variable [" + std::string(name) + "] cannot be resolved");
  }
  *out = StringValue(*value);
  return 0;
}
