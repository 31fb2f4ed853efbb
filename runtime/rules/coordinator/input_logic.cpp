#include "runtime/rules/coordinator/input_logic.h"

#include <utility>

namespace hpdl::rt {
namespace {

using Logical = LogicResult::State;

class Evaluation {
 public:
  Evaluation(const DefinedCoordinator& defined, bool second_pass, std::int64_t begin,
             std::int64_t now, LogicData* data)
      : logic_(defined.logic),
        counts_once_(defined.combine_counts_once),
        second_pass_(second_pass),
        begin_(begin),
        now_(now),
        data_(*data) {}

  Result<LogicOutcome> Run() {
    Result<LogicResult> result = Joined(0, logic_.size(), /*all=*/true, std::nullopt, std::nullopt);
    HPDL_TRY(result);
    outcome_.state = result->state;
    return std::move(outcome_);
  }

 private:
  using Number = std::optional<std::int64_t>;

  static bool IsTrue(const LogicResult& result) {
    return result.state == Logical::kTrue || result.state == Logical::kLater;
  }

  /// True if an element with this `wait` still waits for more data. In this case the function also
  /// sets `outcome_.until`.
  bool Waits(const Number& wait) {
    if (!wait || *wait <= 0 || (now_ - begin_) / 60 >= *wait) {
      return false;
    }
    outcome_.until = begin_ + *wait * 60;
    return true;
  }

  /// Evaluates the element at an index. `min_above` is the `min` of the innermost enclosing element
  /// that has this attribute. `wait_above` is the `wait` of the directly enclosing element.
  Result<LogicResult> Element(std::size_t at, const Number& min_above, const Number& wait_above) {
    const DefinedLogic& element = logic_[at];
    const Number min = element.min ? element.min : min_above;
    Result<LogicResult> result = LogicResult();
    switch (element.kind) {
      case HPDL_LOGIC_DATA_IN:
        result = DataIn(element.input, min, element.wait ? element.wait : wait_above);
        break;
      case HPDL_LOGIC_COMBINE:
        result = Combine(at, min, element.wait);
        break;
      default:
        result = Joined(at + 1, element.end, element.kind == HPDL_LOGIC_AND, min, element.wait);
    }
    if (result && IsTrue(*result) && !element.name.empty()) {
      outcome_.by_element[element.name] = result->uris;
    }
    return result;
  }

  /// Evaluates the elements from index `begin` up to `end`. If `all` is true, each element must be
  /// true, and the result has the URIs of the last element first. Otherwise the result is that of
  /// the first element that is not false.
  Result<LogicResult> Joined(std::size_t begin, std::size_t end, bool all, const Number& min,
                             const Number& wait) {
    LogicResult joined;
    joined.state = all ? Logical::kTrue : Logical::kFalse;
    for (std::size_t at = begin; at < end; at = logic_[at].end) {
      Result<LogicResult> result = Element(at, min, wait);
      HPDL_TRY(result);
      const bool decides = all ? !IsTrue(*result) : result->state != Logical::kFalse;
      if (decides) {
        return result;
      }
      if (all) {
        const bool later = joined.state == Logical::kLater || result->state == Logical::kLater;
        result->uris.insert(result->uris.end(), joined.uris.begin(), joined.uris.end());
        joined.uris = std::move(result->uris);
        joined.state = later ? Logical::kLater : Logical::kTrue;
      }
    }
    return joined;
  }

  /// An input that does not exist has no data.
  Result<LogicResult> DataIn(std::optional<std::size_t> known, const Number& min,
                             const Number& wait) {
    LogicResult result;
    if (!known) {
      result.state = min == 0 ? Logical::kTrue : Logical::kFalse;
      return result;
    }
    const std::size_t input = *known;
    if (data_.IsDeferred(input)) {
      return Deferred(input, min, wait);
    }
    const std::vector<std::string>& uris = data_.Uris(input);
    for (std::size_t i = 0; i < uris.size(); ++i) {
      const Result<bool> there = data_.IsThere(input, i);
      HPDL_TRY(there);
      if (*there) {
        result.uris.push_back(uris[i]);
      }
    }
    return Judged(std::move(result), uris.size(), min, wait);
  }

  Result<LogicResult> Deferred(std::size_t input, const Number& min, const Number& wait) {
    LogicResult result;
    if (!second_pass_) {
      result.state = Logical::kLater;
      return result;
    }
    Result<DeferredData> found = data_.Deferred(input);
    HPDL_TRY(found);
    result.uris = std::move(found->uris);
    return Judged(std::move(result), found->complete ? result.uris.size() : result.uris.size() + 1,
                  min, wait);
  }

  /// Sets the state of a result. `result.uris` has the URIs that exist; `all` is the number of
  /// URIs, existing or not.
  Result<LogicResult> Judged(LogicResult result, std::size_t all, const Number& min,
                             const Number& wait) {
    const auto found = static_cast<std::int64_t>(result.uris.size());
    if (result.uris.size() == all) {
      result.state = Logical::kTrue;
    } else if (Waits(wait)) {
      result.state = Logical::kWaits;
    } else {
      result.state = min && *min >= 0 && found >= *min ? Logical::kTrue : Logical::kFalse;
    }
    return result;
  }

  /// Combines data sets instance by instance. An instance is taken from the first data set if it
  /// exists there. Otherwise it is taken from all other data sets that have it. With
  /// `counts_once_`, it is taken only from the first of these other data sets. If an input that
  /// does not exist is needed, the result waits for ever.
  Result<LogicResult> Combine(std::size_t at, const Number& min, const Number& wait) {
    const DefinedLogic& element = logic_[at];
    LogicResult result;
    if (at + 1 == element.end) {
      return result;
    }
    if (!logic_[at + 1].input) {
      result.state = Logical::kWaits;
      return result;
    }
    const std::size_t count = data_.Uris(*logic_[at + 1].input).size();
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t child = at + 1; child < element.end; child = logic_[child].end) {
        if (!logic_[child].input) {
          result.state = Logical::kWaits;
          return result;
        }
        const std::size_t input = *logic_[child].input;
        if (i >= data_.Uris(input).size()) {
          continue;
        }
        const Result<bool> there = data_.IsThere(input, i);
        HPDL_TRY(there);
        if (*there) {
          result.uris.push_back(data_.Uris(input)[i]);
          if (child == at + 1 || counts_once_) {
            break;
          }
        }
      }
    }
    return Judged(std::move(result), count, min, wait);
  }

  const std::vector<DefinedLogic>& logic_;
  const bool counts_once_, second_pass_;
  const std::int64_t begin_, now_;
  LogicData& data_;
  LogicOutcome outcome_;
};

}  // namespace

Result<LogicOutcome> EvaluateLogic(const DefinedCoordinator& defined, bool second_pass,
                                   std::int64_t begin, std::int64_t now, LogicData* data) {
  return Evaluation(defined, second_pass, begin, now, data).Run();
}

}  // namespace hpdl::rt
