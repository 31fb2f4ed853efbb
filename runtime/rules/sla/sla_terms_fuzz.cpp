#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "runtime/rules/sla/sla_terms.h"

namespace {

using namespace hpdl::rt;

void Require(bool holds) {
  if (!holds) {
    std::abort();
  }
}

/// Returns the lines of a text one after another; "" after the last line.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}
  std::string Next() {
    const std::size_t end = rest_.find('\n');
    std::string line(rest_.substr(0, end));
    rest_ = end == std::string_view::npos ? std::string_view() : rest_.substr(end + 1);
    return line;
  }

 private:
  std::string_view rest_;
};

}  // namespace

/// Reads any texts as the terms of an SLA. The times of accepted terms must be in order, also after
/// a change.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Lines lines({reinterpret_cast<const char*>(data), size});
  SlaTexts texts;
  texts.nominal_time = lines.Next();
  texts.should_start = lines.Next();
  texts.should_end = lines.Next();
  texts.max_duration = lines.Next();
  texts.alert_events = lines.Next();
  Result<SlaTerms> terms = ReadSlaTerms(texts);
  const std::string change = lines.Next();
  (void)CheckSlaChange(change);
  const auto check = [](const SlaTerms& read) {
    Require(read.expected.end_ms >= read.nominal_ms);
    Require(!read.expected.start_ms || *read.expected.start_ms >= read.nominal_ms);
    Require(!read.expected.duration_ms || *read.expected.duration_ms > 0);
  };
  if (terms) {
    Require(terms->alert_events != 0);
    check(*terms);
    (void)ChangeSlaTerms(change, &*terms);
    check(*terms);
  }
  SlaAlertRules rules;
  rules.disabled = lines.Next();
  rules.enabled = lines.Next();
  (void)HasAlerts(rules, {1, 0, "c", "n"}, 0);
  return 0;
}
