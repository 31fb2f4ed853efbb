#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <utility>

#include "runtime/base/lower_case.h"
#include "runtime/store/catalogue_columns.h"
#include "runtime/store/catalogue_table.h"

namespace hpdl::rt {
namespace {

using catalogue::EntryOf;
using catalogue::kSelect;
using enum catalogue::Field;

/// More indexes than this are not walked side by side.
constexpr std::size_t kMostStreams = 256;
/// So many rows are rather sorted than searched for along another order.
constexpr std::int64_t kSortedRows = 5000;

constexpr JobState kStates[] = {JobState::kPrep,      JobState::kRunning, JobState::kSuspended,
                                JobState::kSucceeded, JobState::kKilled,  JobState::kFailed};

/// Where a job stands in an order, from the newest on.
struct Key {
  std::int64_t time = std::numeric_limits<std::int64_t>::max();
  std::string id;

  bool operator==(const Key&) const = default;
  bool IsBefore(const Key& other) const {
    return time != other.time ? time > other.time : id > other.id;
  }
};

Key KeyOf(const JobRow& job, JobOrder order) {
  return {order == JobOrder::kModified ? job.modified_ms : job.created_ms, job.id};
}

std::string TextOf(const Key& key) {
  return std::to_string(key.time) + "," + key.id;
}

/// The key before all jobs for an empty text.
std::optional<Key> KeyOf(std::string_view text) {
  Key key;
  if (text.empty()) {
    return key;
  }
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), key.time);
  const std::size_t size = static_cast<std::size_t>(end - text.data());
  if (error != std::errc() || size == text.size() || *end != ',') {
    return std::nullopt;
  }
  key.id = text.substr(size + 1);
  return key;
}

template <class T>
bool IsAmong(const std::vector<T>& values, const T& value) {
  return values.empty() || std::find(values.begin(), values.end(), value) != values.end();
}

/// The condition of a filter on a field.
const std::vector<std::string>* ConditionOf(const JobFilter& filter, int field) {
  const std::vector<std::string>* const conditions[] = {nullptr, &filter.users, &filter.groups,
                                                        &filter.names};
  return conditions[field];
}

/// True if `tally` alone can count what the filter means.
bool IsTallied(const JobFilter& filter) {
  const int conditions = static_cast<int>(!filter.users.empty()) +
                         static_cast<int>(!filter.groups.empty()) +
                         static_cast<int>(!filter.names.empty());
  return conditions < 2 && filter.ids.empty() && filter.text.empty() && !filter.children &&
         filter.created_from_ms == 0 && filter.created_until_ms == 0;
}

void SortByKey(JobOrder order, std::vector<CatalogueEntry>* entries) {
  std::sort(entries->begin(), entries->end(),
            [order](const CatalogueEntry& a, const CatalogueEntry& b) {
              return KeyOf(a.job, order).IsBefore(KeyOf(b.job, order));
            });
}

}  // namespace

bool Matches(const JobFilter& filter, const JobRow& job) {
  const std::string text = LowerCase(filter.text);
  return IsAmong(filter.states, job.state) && IsAmong(filter.users, job.user) &&
         IsAmong(filter.groups, job.group) && IsAmong(filter.names, job.app_name) &&
         IsAmong(filter.ids, job.id) && job.created_ms >= filter.created_from_ms &&
         (filter.created_until_ms == 0 || job.created_ms < filter.created_until_ms) &&
         (text.empty() || LowerCase(job.app_name).find(text) != std::string::npos ||
          LowerCase(job.user).find(text) != std::string::npos);
}

Result<std::map<JobState, std::int64_t>> CatalogueTable::TallyOf(
    int field, const std::vector<std::string>& values, const std::vector<JobState>& states) {
  Statement query;
  HPDL_TRY(database_->Prepare("SELECT state, jobs FROM tally WHERE field=? AND value=? AND jobs>0",
                              &query));
  std::map<JobState, std::int64_t> counts;
  for (const std::string& value : values) {
    query.Bind(field).Bind(value);
    while (true) {
      Result<bool> more = query.Step();
      HPDL_TRY(more);
      if (!*more) {
        break;
      }
      const auto state = static_cast<JobState>(query.Integer(0));
      if (IsAmong(states, state)) {
        counts[state] += query.Integer(1);
      }
    }
  }
  return counts;
}

/// Users or names that have the text in them.
Result<std::vector<std::string>> CatalogueTable::ValuesWith(int field, const std::string& text) {
  Statement query;
  HPDL_TRY(database_->Prepare(
      "SELECT DISTINCT value FROM tally WHERE field=? AND jobs>0 AND instr(lower(value), ?)>0",
      &query));
  query.Bind(field).Bind(text);
  std::vector<std::string> values;
  while (true) {
    Result<bool> more = query.Step();
    HPDL_TRY(more);
    if (!*more) {
      return values;
    }
    values.emplace_back(query.Text(0));
  }
}

/// Indexes to walk, and how many rows they have between them.
struct CatalogueTable::Way {
  std::vector<std::pair<int, std::string>> starts;  ///< field and value
  std::int64_t rows = 0;

  void Add(int field, const std::vector<std::string>& values,
           const std::map<JobState, std::int64_t>& counts) {
    for (const std::string& value : values) {
      starts.emplace_back(field, value);
    }
    for (const auto& [state, count] : counts) {
      rows += count;
    }
  }
};

Result<void> CatalogueTable::AddText(const JobFilter& filter, std::vector<Way>* ways) {
  Way way;
  for (const int field : {static_cast<int>(kName), static_cast<int>(kUser)}) {
    const auto values = ValuesWith(field, LowerCase(filter.text));
    HPDL_TRY(values);
    const auto counts = TallyOf(field, *values, filter.states);
    HPDL_TRY(counts);
    way.Add(field, *values, *counts);
  }
  ways->push_back(std::move(way));
  return {};
}

/// The one with the fewest rows of those that every job of the filter is on.
Result<CatalogueTable::Way> CatalogueTable::ShortestWay(const JobFilter& filter) {
  std::vector<Way> ways(1);
  const auto all = TallyOf(kAll, {""}, filter.states);
  HPDL_TRY(all);
  ways[0].Add(kAll, {""}, *all);
  for (int field = kUser; field < kFields; ++field) {
    if (const std::vector<std::string>& values = *ConditionOf(filter, field); !values.empty()) {
      const auto counts = TallyOf(field, values, filter.states);
      HPDL_TRY(counts);
      ways.emplace_back().Add(field, values, *counts);
    }
  }
  if (!filter.text.empty()) {
    HPDL_TRY(AddText(filter, &ways));
  }
  const std::size_t states = filter.states.empty() ? std::size(kStates) : filter.states.size();
  std::erase_if(ways, [&](const Way& way) {
    return &way != ways.data() && way.starts.size() * states > kMostStreams;
  });
  return *std::min_element(ways.begin(), ways.end(),
                           [](const Way& a, const Way& b) { return a.rows < b.rows; });
}

/// Rows of several indexes in one order.
class CatalogueTable::Streams {
 public:
  Streams(Database& database, const JobFilter& filter, JobOrder order, Key from)
      : database_(database), filter_(filter), order_(order), from_(std::move(from)) {
    if (order == JobOrder::kCreated && filter.created_until_ms != 0 &&
        filter.created_until_ms < from_.time) {
      from_ = {filter.created_until_ms, ""};
    }
  }

  /// Rows of an index that has the order; `condition` names it and has a parameter for `text` and
  /// one for `state`, as far as they are given.
  Result<void> Add(const std::string& condition, const std::optional<std::string>& text,
                   std::optional<JobState> state) {
    const std::string column = order_ == JobOrder::kModified ? "modified" : "created";
    const std::string sql = kSelect + condition + " AND (" + column + ", id) < (?, ?) ORDER BY " +
                            column + " DESC, id DESC";
    Stream& stream = *streams_.emplace_back(std::make_unique<Stream>());
    HPDL_TRY(database_.Prepare(sql.c_str(), &stream.rows));
    if (text) {
      stream.text = *text;
      stream.rows.Bind(stream.text);
    }
    if (state) {
      stream.rows.Bind(static_cast<std::int64_t>(*state));
    }
    stream.rows.Bind(from_.time).Bind(from_.id);
    return Advance(stream);
  }

  /// The next job that the filter means; none after the last.
  Result<std::optional<CatalogueEntry>> Next() {
    while (true) {
      Stream* first = nullptr;
      for (const auto& stream : streams_) {
        if (stream->entry && (first == nullptr || stream->key.IsBefore(first->key))) {
          first = stream.get();
        }
      }
      if (first == nullptr || (order_ == JobOrder::kCreated &&
                               first->entry->job.created_ms < filter_.created_from_ms)) {
        return std::optional<CatalogueEntry>();
      }
      CatalogueEntry entry = std::move(*first->entry);
      const Key key = first->key;
      HPDL_TRY(Advance(*first));
      const bool again = last_ && *last_ == key;  // on two ways: by its name and by its user
      last_ = key;
      if (!again && Matches(filter_, entry.job)) {
        return std::optional(std::move(entry));
      }
    }
  }

 private:
  struct Stream {
    std::string text;  ///< bound, so it must stay
    Statement rows;
    std::optional<CatalogueEntry> entry;
    Key key;
  };

  Result<void> Advance(Stream& stream) {
    Result<bool> more = stream.rows.Step();
    HPDL_TRY(more);
    if (!*more) {
      stream.entry.reset();
      return {};
    }
    stream.entry = EntryOf(stream.rows);
    stream.key = KeyOf(stream.entry->job, order_);
    return {};
  }

  Database& database_;
  const JobFilter& filter_;
  JobOrder order_;
  Key from_;
  std::vector<std::unique_ptr<Stream>> streams_;
  std::optional<Key> last_;
};

/// Puts streams on a way, in the order of creation.
Result<void> CatalogueTable::Walk(const JobFilter& filter, const Way& way, Streams* streams) {
  if (filter.children) {
    return streams->Add("INDEXED BY job_all WHERE number>=0", {}, {});
  }
  for (const auto& [field, value] : way.starts) {
    if (field == kAll && filter.states.empty()) {
      HPDL_TRY(streams->Add("INDEXED BY job_created WHERE number=0", {}, {}));
      continue;
    }
    constexpr const char* kConditions[] = {
        "INDEXED BY job_state WHERE number=0 AND state=?",
        "INDEXED BY job_user WHERE number=0 AND user=? AND state=?",
        "INDEXED BY job_group WHERE number=0 AND grp=? AND state=?",
        "INDEXED BY job_name WHERE number=0 AND app_name=? AND state=?"};
    for (const JobState state : kStates) {
      if (IsAmong(filter.states, state)) {
        HPDL_TRY(streams->Add(kConditions[field],
                              field == kAll ? std::nullopt : std::optional(value), state));
      }
    }
  }
  return {};
}

/// All jobs that the filter means, in no order.
Result<std::vector<CatalogueEntry>> CatalogueTable::Collect(const JobFilter& filter,
                                                            const Way& way) {
  std::vector<CatalogueEntry> entries;
  Statement by_id;
  HPDL_TRY(database_->Prepare((std::string(kSelect) + "WHERE id=?").c_str(), &by_id));
  for (const std::string& id : filter.ids) {
    Result<bool> known = by_id.Bind(id).Step();
    HPDL_TRY(known);
    if (*known) {
      CatalogueEntry entry = EntryOf(by_id);
      by_id.Reset();
      if (Matches(filter, entry.job)) {
        entries.push_back(std::move(entry));
      }
    }
  }
  if (!filter.ids.empty()) {
    return entries;
  }
  Streams streams(*database_, filter, JobOrder::kCreated, Key());
  HPDL_TRY(Walk(filter, way, &streams));
  while (true) {
    Result<std::optional<CatalogueEntry>> next = streams.Next();
    HPDL_TRY(next);
    if (!*next) {
      return entries;
    }
    entries.push_back(std::move(**next));
  }
}

Result<CataloguePage> CatalogueTable::Find(const JobFilter& filter, const PageRequest& page) {
  const std::optional<Key> from = KeyOf(page.after);
  if (!from) {
    return Error{ErrorClass::kError, "E0420", "'" + page.after + "' is not the end of a page"};
  }
  Result<Way> way = ShortestWay(filter);
  HPDL_TRY(way);
  CataloguePage found;
  const auto is_full = [&] { return page.limit != 0 && found.jobs.size() > page.limit; };
  const bool by_created = page.order == JobOrder::kCreated;
  if (!filter.ids.empty() || (!by_created && (filter.children || way->rows <= kSortedRows))) {
    Result<std::vector<CatalogueEntry>> entries = Collect(filter, *way);
    HPDL_TRY(entries);
    SortByKey(page.order, &*entries);
    for (CatalogueEntry& entry : *entries) {
      if (!is_full() && from->IsBefore(KeyOf(entry.job, page.order))) {
        found.jobs.push_back(std::move(entry));
      }
    }
  } else {
    Streams streams(*database_, filter, page.order, *from);
    HPDL_TRY(by_created ? Walk(filter, *way, &streams)
                        : streams.Add("INDEXED BY job_modified WHERE number=0", {}, {}));
    while (!is_full()) {
      Result<std::optional<CatalogueEntry>> next = streams.Next();
      HPDL_TRY(next);
      if (!*next) {
        break;
      }
      found.jobs.push_back(std::move(**next));
    }
  }
  if (is_full()) {
    found.jobs.pop_back();
    found.next = TextOf(KeyOf(found.jobs.back().job, page.order));
  }
  return found;
}

Result<std::map<JobState, std::int64_t>> CatalogueTable::Count(const JobFilter& filter) {
  if (IsTallied(filter)) {
    for (int field = kFields - 1; field >= kAll; --field) {
      const std::vector<std::string>* values = ConditionOf(filter, field);
      if (field == kAll || !values->empty()) {
        return TallyOf(field, field == kAll ? std::vector<std::string>{""} : *values,
                       filter.states);
      }
    }
  }
  Result<Way> way = ShortestWay(filter);
  HPDL_TRY(way);
  Result<std::vector<CatalogueEntry>> entries = Collect(filter, *way);
  HPDL_TRY(entries);
  std::map<JobState, std::int64_t> counts;
  for (const CatalogueEntry& entry : *entries) {
    counts[entry.job.state] += filter.children || entry.job.number == 0 ? 1 : 0;
  }
  return counts;
}

}  // namespace hpdl::rt
