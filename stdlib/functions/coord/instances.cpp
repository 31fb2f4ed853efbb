#include "runtime/rules/coordinator/instances.h"

#include <limits>
#include <string>

#include "runtime/ground/value/arguments.h"
#include "runtime/rules/coordinator/view.h"
#include "stdlib/functions/coord/coord.fn.h"

using namespace hpdl::rt;  // the hpdl_fn_ functions below are in no namespace

namespace {

/// One call of a function about instances of a data set: its arguments and the coordinator that it
/// reads.
class Question {
 public:
  Question(hpdl_eval* eval, std::string_view function, const hpdl_value* args)
      : eval_(eval), function_(function), args_(args), coordinator_(eval->run->coordinator()) {}

  const Dataset& dataset() const { return *coordinator_->DataSet(); }
  const ActionTimes& times() const { return *coordinator_->Times(); }
  std::int64_t number(std::size_t i) const { return numbers_[i]; }

  /// Reads the `count` arguments from `begin` on as numbers of 32 bits. Returns false, with an
  /// error message, if an argument cannot be read, or if there is no action or no data set.
  bool Read(std::size_t begin, std::size_t count) {
    for (std::size_t i = begin; i < begin + count; ++i) {
      std::int64_t& number = numbers_[i];
      if (!CoerceToLong(eval_, args_[i], &number)) {
        return false;
      }
      if (number < std::numeric_limits<std::int32_t>::min() ||
          number > std::numeric_limits<std::int32_t>::max()) {
        Fail(std::to_string(number) + " does not fit in 32 bits");
        return false;
      }
    }
    if (coordinator_ == nullptr || coordinator_->Times() == nullptr) {
      Fail("the expression does not belong to an action");
      return false;
    }
    if (coordinator_->DataSet() == nullptr) {
      Fail("the expression does not belong to a data set");
      return false;
    }
    if (eval_->notes != nullptr && eval_->notes->instances >= kMostInstances) {
      Fail("more than " + std::to_string(kMostInstances) + " instances in one text");
      return false;
    }
    return true;
  }

  IsThere is_there() {
    return [this](std::int64_t instance) {
      Count(1);
      return coordinator_->HasData(instance);
    };
  }

  std::int32_t Fail(const std::string& text) {
    return eval_->Fail("coord:" + std::string(function_) + ": " + text);
  }

  std::int32_t Give(const Result<std::int64_t>& number, hpdl_value* out) {
    if (!number) {
      return Fail(number.error().message);
    }
    *out = LongValue(*number);
    return 0;
  }

  std::int32_t Give(const Result<std::optional<std::int64_t>>& instance, hpdl_value* out) {
    if (!instance) {
      return Fail(instance.error().message);
    }
    *out = *instance ? StringValueCopy(eval_, WriteTime(**instance)) : StringValue("");
    return 0;
  }

  std::int32_t Give(const Result<Instances>& instances, hpdl_value* out) {
    if (!instances) {
      return Fail(instances.error().message);
    }
    Count(static_cast<std::int64_t>(instances->size()));
    GiveAll(*instances, out);
    return 0;
  }

  /// Sets the result to the found instances, or to the call `unresolved` if some instances are
  /// missing.
  std::int32_t Give(const Result<FoundInstances>& found, const std::string& unresolved,
                    hpdl_value* out) {
    if (!found) {
      return Fail(found.error().message);
    }
    if (found->complete) {
      GiveAll(found->instances, out);
      return 0;
    }
    if (eval_->notes != nullptr) {
      eval_->notes->unresolved = true;
    }
    *out = StringValueCopy(eval_, "${coord:" + unresolved + "}");
    return 0;
  }

 private:
  void Count(std::int64_t instances) {
    if (eval_->notes != nullptr) {
      eval_->notes->instances += instances;
    }
  }

  /// Sets the result to one text with all instances. Oozie puts a `#` between instances.
  void GiveAll(const Instances& instances, hpdl_value* out) {
    std::string text;
    for (const std::int64_t instance : instances) {
      text += (text.empty() ? "" : "#") + WriteTime(instance);
    }
    *out = StringValueCopy(eval_, text);
  }

  hpdl_eval* eval_;
  std::string_view function_;
  const hpdl_value* args_;
  const CoordinatorView* coordinator_;
  std::int64_t numbers_[3] = {};
};

std::int32_t Latest(Question* question, std::int64_t oldest, std::int64_t newest, hpdl_value* out) {
  const std::string call = oldest == newest ? "latest(" + std::to_string(oldest) + ")"
                                            : "latestRange(" + std::to_string(oldest) + ", " +
                                                  std::to_string(newest) + ")";
  return question->Give(
      LatestInstances(question->dataset(), question->times(), oldest, newest, question->is_there()),
      call, out);
}

std::int32_t Future(Question* question, std::int64_t first, std::int64_t last, std::int64_t limit,
                    hpdl_value* out) {
  const std::string call = (first == last ? "future(" : "futureRange(") + std::to_string(first) +
                           (first == last ? "" : ", " + std::to_string(last)) + ", " +
                           std::to_string(limit) + ")";
  return question->Give(FutureInstances(question->dataset(), question->times(), first, last, limit,
                                        question->is_there()),
                        call, out);
}

}  // namespace

std::int32_t hpdl_fn_coord_current(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  Question question(eval, "current", args);
  return question.Read(0, 1)
             ? question.Give(
                   CurrentInstance(question.dataset(), question.times(), question.number(0)), out)
             : 1;
}

std::int32_t hpdl_fn_coord_current_range(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  Question question(eval, "currentRange", args);
  return question.Read(0, 2) ? question.Give(CurrentRange(question.dataset(), question.times(),
                                                          question.number(0), question.number(1)),
                                             out)
                             : 1;
}

std::int32_t hpdl_fn_coord_offset(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  Question question(eval, "offset", args);
  if (!question.Read(0, 1)) {
    return 1;
  }
  const Result<TimeUnit> unit = ReadTimeUnit(CoerceToString(eval, args[1]));
  return unit ? question.Give(
                    OffsetInstance(question.dataset(), question.times(), question.number(0), *unit),
                    out)
              : question.Fail(unit.error().message);
}

std::int32_t hpdl_fn_coord_absolute_range(hpdl_eval* eval, const hpdl_value* args,
                                          hpdl_value* out) {
  Question question(eval, "absoluteRange", args);
  if (!question.Read(1, 1)) {
    return 1;
  }
  const Result<std::int64_t> start = ReadTime(CoerceToString(eval, args[0]));
  return start ? question.Give(AbsoluteRange(question.dataset(), question.times(), *start,
                                             question.number(1)),
                               out)
               : question.Fail(start.error().message);
}

std::int32_t hpdl_fn_coord_latest(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  Question question(eval, "latest", args);
  return question.Read(0, 1) ? Latest(&question, question.number(0), question.number(0), out) : 1;
}

std::int32_t hpdl_fn_coord_latest_range(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  Question question(eval, "latestRange", args);
  return question.Read(0, 2) ? Latest(&question, question.number(0), question.number(1), out) : 1;
}

std::int32_t hpdl_fn_coord_future(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  Question question(eval, "future", args);
  return question.Read(0, 2)
             ? Future(&question, question.number(0), question.number(0), question.number(1), out)
             : 1;
}

std::int32_t hpdl_fn_coord_future_range(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  Question question(eval, "futureRange", args);
  return question.Read(0, 3)
             ? Future(&question, question.number(0), question.number(1), question.number(2), out)
             : 1;
}

std::int32_t hpdl_fn_coord_hours_in_day(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  Question question(eval, "hoursInDay", args);
  return question.Read(0, 1)
             ? question.Give(HoursInDay(question.dataset(), question.times(), question.number(0)),
                             out)
             : 1;
}

std::int32_t hpdl_fn_coord_days_in_month(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  Question question(eval, "daysInMonth", args);
  return question.Read(0, 1)
             ? question.Give(DaysInMonth(question.dataset(), question.times(), question.number(0)),
                             out)
             : 1;
}

std::int32_t hpdl_fn_coord_tz_offset(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  Question question(eval, "tzOffset", args);
  if (!question.Read(0, 0)) {
    return 1;
  }
  *out = LongValue(ZoneDifference(question.dataset(), question.times()));
  return 0;
}
