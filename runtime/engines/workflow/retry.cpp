#include "runtime/engines/workflow/retry.h"

#include <algorithm>

#include "runtime/engines/workflow/args_codec.h"
#include "runtime/engines/workflow/transitions.h"
#include "runtime/ground/abi/text_view.h"

namespace hpdl::rt {
namespace {

constexpr std::int64_t kSecondMs = 1000;
/// The maximum wait before a retry. Waits are doubled up to this limit.
constexpr std::int64_t kMostMs = 366LL * 24 * 3600 * 1000;

/// An attribute of an action. Its values have the type and range of the setting `like`.
struct Attribute {
  const char* name;
  std::uint32_t hpdl_node::* expression;
  Setting like;
};
constexpr Attribute kAttributes[] = {
    {"retry-max", &hpdl_node::retry_max, Setting::kUserMax},
    {"retry-interval", &hpdl_node::retry_interval, Setting::kUserInterval},
    {"retry-policy", &hpdl_node::retry_policy, Setting::kUserPolicy},
};

/// Reads a Java int, as Oozie does. The value is limited later.
bool ReadInt(std::string_view text, std::int64_t* value) {
  return ReadNumber(text, INT32_MIN, INT32_MAX, value);
}

/// Returns the reason why the text is not a valid value of the attribute, or "". Any text is valid
/// for retry-policy.
std::string Complaint(const Attribute& attribute, std::string_view text) {
  std::int64_t number = 0;
  if (SpecOf(attribute.like).type != SettingType::kNumber || ReadInt(text, &number)) {
    return {};
  }
  constexpr std::size_t kShown = 60;
  std::string complaint(attribute.name);
  complaint.append(" '").append(text.substr(0, kShown));
  return complaint.append(text.size() > kShown ? "...' is not " : "' is not ")
      .append("a whole number of 32 bits");
}

/// Sets `value` to the value of the attribute in `text`, which is valid. The value of retry-policy
/// is 1 for exponential and 0 for periodic or fixed. For an unknown policy, `value` keeps the
/// site's policy, as in Oozie.
void Read(const Attribute& attribute, std::string_view text, std::int64_t* value) {
  bool exponential = false;
  if (SpecOf(attribute.like).type == SettingType::kNumber) {
    (void)ReadInt(text, value);
  } else if (ReadPolicy(text, &exponential)) {
    *value = exponential ? 1 : 0;
  }
}

std::int64_t Doubled(std::int64_t first_ms, std::uint32_t times, std::int64_t most_ms) {
  std::int64_t delay = std::min(first_ms, most_ms);
  for (; times > 0 && delay != 0 && delay < most_ms; --times) {
    delay = std::min(delay * 2, most_ms);
  }
  return delay;
}

}  // namespace

RetryPolicy TransientPolicy(const Site& site, const Properties& job, std::string_view kind) {
  RetryPolicy policy;
  policy.max = static_cast<std::uint32_t>(site.Number(Setting::kTransientMax, job, kind));
  policy.first_ms = site.Number(Setting::kTransientInterval, job, kind) * kSecondMs;
  policy.most_ms = site.Number(Setting::kTransientMost, job, kind) * kSecondMs;
  policy.exponential = site.Exponential(Setting::kTransientPolicy, job, kind);
  return policy;
}

Verdict Decide(ErrorClass error_class, bool has_error_transition, bool listed,
               const RetryState& retry, std::uint32_t transient_max) {
  const bool again = listed && retry.user_tries < retry.user_max;
  switch (error_class) {
    case ErrorClass::kTransient:
      return retry.transient_tries < transient_max ? Verdict::kStartRetry : Verdict::kManual;
    case ErrorClass::kNonTransient:
      return Verdict::kManual;
    case ErrorClass::kCorruptStore:
      return Verdict::kBreak;
    case ErrorClass::kError:
      return again                  ? Verdict::kUserRetry
             : has_error_transition ? Verdict::kErrorTransition
                                    : Verdict::kFail;
    case ErrorClass::kFatal:
      break;
  }
  return again ? Verdict::kUserRetry : Verdict::kFail;
}

RetryState Count(Verdict verdict, RetryState retry) {
  retry.transient_tries = verdict == Verdict::kStartRetry ? retry.transient_tries + 1 : 0;
  retry.user_tries += verdict == Verdict::kUserRetry ? 1 : 0;
  return retry;
}

std::int64_t TransientDelay(const RetryPolicy& policy, const RetryState& retry) {
  if (!policy.exponential) {
    return policy.first_ms;
  }
  return Doubled(policy.first_ms, std::max(retry.transient_tries, 1U) - 1, policy.most_ms);
}

std::int64_t UserDelay(const RetryState& retry) {
  const std::uint32_t times = retry.user_exponential ? std::max(retry.user_tries, 1U) - 1 : 0;
  return Doubled(retry.user_interval_ms, times, kMostMs);
}

std::int64_t WaitBeforeRetry(const NodeRow& row, const RetryPolicy& transient) {
  if (!MayHurry(row.state)) {
    return 0;
  }
  const Result<ActionArguments> arguments = DecodeArguments(row.arguments);
  const RetryState retry = arguments ? arguments->retry : RetryState();
  return row.state == NodeState::kUserRetry ? UserDelay(retry) : TransientDelay(transient, retry);
}

Result<RetryState> EvaluateUserRetry(JobView& view, const hpdl_node& node, const Site& site) {
  RetryState retry;
  if ((node.retry_max & node.retry_interval & node.retry_policy) == HPDL_NONE) {
    return retry;  // HPDL_NONE has all bits set, so all three attributes are missing
  }
  std::int64_t values[] = {0, site.Number(Setting::kUserInterval),
                           site.Exponential(Setting::kUserPolicy) ? 1 : 0};
  std::int64_t* value = values;
  for (const Attribute& attribute : kAttributes) {
    if (const std::uint32_t expression = node.*attribute.expression; expression != HPDL_NONE) {
      const Result<std::string> text = view.Text(expression, ToView(node.name));
      HPDL_TRY(text);
      const std::string complaint = Complaint(attribute, *text);
      if (!complaint.empty()) {
        return Error{ErrorClass::kFatal, "E0700",
                     "node '" + std::string(ToView(node.name)) + "': " + complaint};
      }
      Read(attribute, *text, value);
    }
    ++value;
  }
  if (values[0] <= 0) {
    return retry;  // the action has no user-retries, so the interval and the policy are not needed
  }
  retry.user_max = static_cast<std::uint32_t>(std::min(values[0], site.Number(Setting::kUserMax)));
  retry.user_interval_ms = std::max<std::int64_t>(values[1], 0) * site.UserUnitMs();
  retry.user_exponential = values[2] != 0;
  return retry;
}

}  // namespace hpdl::rt
