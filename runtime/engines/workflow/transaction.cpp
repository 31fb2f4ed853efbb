#include "runtime/engines/workflow/transaction.h"

#include <exception>
#include <utility>

#include "runtime/engines/workflow/loop.h"
#include "runtime/engines/workflow/rerun.h"

namespace hpdl::rt {

Transaction::Transaction(Loop& loop) : loop_(loop) {
  ++loop_.open_transactions_;
}

Transaction::~Transaction() {
  if (--loop_.open_transactions_ != 0 || loop_.records_ <= loop_.hooks_.most_records) {
    return;
  }
  try {
    // This commit resumes no waiting branch. The commit at the end of the loop's turn resumes the
    // waiting branches.
    loop_.Commit({});
  } catch (const std::exception&) {
    loop_.Break({ErrorClass::kFatal, "E0607", "out of memory or an internal error"});
  }
}

void Transaction::Count(const Result<void>& put, std::size_t records) {
  if (!put) {
    loop_.Break(put.error());
    return;
  }
  loop_.records_ += records;
  loop_.Changed();
}

void Transaction::Put(const JobRow& row) {
  Count(loop_.journal().PutJob(row), 1);
  if (loop_.sla() != nullptr) {
    Count(loop_.sla()->Saw(*this, row), 1);
  }
}

void Transaction::Put(const NodeRow& row) {
  Count(loop_.journal().PutNode(row), 1);
  if (loop_.sla() != nullptr) {
    Count(loop_.sla()->Saw(*this, row), 1);
  }
}

void Transaction::Put(const AttemptRow& row) {
  Count(loop_.journal().PutAttempt(row), 1);
}

void Transaction::Put(const CallbackRow& row) {
  Count(loop_.journal().PutCallback(row), 1);
}

void Transaction::Put(std::int64_t job, std::int64_t run, const Properties& properties) {
  Count(loop_.journal().PutProperties(job, run, properties), properties.size());
}

void Transaction::Put(const NextRun& next) {
  Count(PutNextRun(loop_.journal(), next), 2 + next.properties.size() + next.skipped.size());
}

void Transaction::Notify(std::vector<NotificationRow> rows) {
  if (const std::size_t records = rows.size(); records != 0) {
    Count(loop_.notifier().Put(std::move(rows)), records);
  }
}

}  // namespace hpdl::rt
