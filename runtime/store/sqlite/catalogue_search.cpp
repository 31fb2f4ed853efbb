#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <utility>

#include "runtime/ground/base/lower_case.h"
#include "runtime/store/sqlite/catalogue_filter.h"

namespace hpdl::rt {
namespace {

using catalogue::EntryOf;
using catalogue::kIndexes;
using catalogue::kSelect;
using enum catalogue::Field;

/// The maximum number of index walks that are merged at a time.
constexpr std::size_t kMostStreams = 256;
/// At most this number of rows is sorted in memory. If there are more rows, an index is walked in
/// the order of the page.
constexpr std::int64_t kSortedRows = 5000;

using catalogue::Key;
using catalogue::Place;

Key KeyOf(const JobRow& job, JobOrder order) {
  return {order == JobOrder::kModified ? job.modified_ms : job.created_ms, job.id};
}

std::string TextOf(const Key& key) {
  return std::to_string(key.time) + "," + key.id;
}

/// Reads the text of a key. An empty text gives the key that is before the keys of all jobs.
/// Returns nullopt if the text is not a key.
std::optional<Key> KeyFrom(std::string_view text) {
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

/// Returns the beginning of a query for the positions of jobs. The indexes of root jobs have all
/// columns of the query.
std::string PlaceQuery(JobOrder order) {
  const std::string column = order == JobOrder::kModified ? "modified" : "created";
  return "SELECT rowid, " + column + ", id, state, user, grp, app_name, created FROM job ";
}

/// Reads the current row of a query that PlaceQuery() began, and checks whether the filter selects
/// the row.
class PlaceReader {
 public:
  explicit PlaceReader(const JobFilter& filter) : filter_(filter), text_(LowerCase(filter.text)) {}

  bool Means(const Statement& row) const {
    return catalogue::Means(filter_, text_,
                            {row.Text(2), row.Text(4), row.Text(5), row.Text(6),
                             static_cast<JobState>(row.Integer(3)), row.Integer(7)});
  }
  static Place PlaceOf(const Statement& row) {
    return {row.Integer(0), {row.Integer(1), std::string(row.Text(2))}};
  }

 private:
  const JobFilter& filter_;
  const std::string text_;
};

}  // namespace

/// Reads several indexes side by side and merges their jobs into one order.
class CatalogueTable::Streams {
 public:
  Streams(Database& database, const JobFilter& filter, JobOrder order, Key from)
      : database_(database),
        filter_(filter),
        reader_(filter),
        order_(order),
        from_(std::move(from)) {
    if (order == JobOrder::kCreated && filter.created_until_ms != 0 &&
        filter.created_until_ms < from_.time) {
      from_ = {filter.created_until_ms, ""};
    }
  }

  /// Adds the rows of an index whose columns give the order of the page. `condition` names the
  /// index. It has a parameter for `text` if `text` is given, and a parameter for `state` if
  /// `state` is given. The first `skip` rows are left out.
  Result<void> Add(const std::string& condition, const std::optional<std::string>& text,
                   std::optional<JobState> state, std::size_t skip = 0) {
    const std::string column = order_ == JobOrder::kModified ? "modified" : "created";
    // A query from the start of the order gets no condition on the position, because every row
    // would meet it. The comparison of every row would only take time.
    const bool from_start = from_.time == Key().time;
    const std::string sql = PlaceQuery(order_) + condition +
                            (from_start ? "" : " AND (" + column + ", id) < (?, ?)") +
                            " ORDER BY " + column + " DESC, id DESC LIMIT -1 OFFSET ?";
    Stream& stream = *streams_.emplace_back(std::make_unique<Stream>());
    HPDL_TRY(database_.Prepare(sql.c_str(), &stream.rows));
    if (text) {
      stream.text = *text;
      stream.rows.Bind(stream.text);
    }
    if (state) {
      stream.rows.Bind(static_cast<std::int64_t>(*state));
    }
    if (!from_start) {
      stream.rows.Bind(from_.time).Bind(from_.id);
    }
    stream.rows.Bind(static_cast<std::int64_t>(skip));
    return Advance(stream);
  }

  /// Returns the next job that the filter selects; nullopt after the last job.
  Result<std::optional<Place>> Next() {
    while (true) {
      Stream* first = nullptr;
      for (const auto& stream : streams_) {
        if (stream->place && (first == nullptr || stream->place->key.IsBefore(first->place->key))) {
          first = stream.get();
        }
      }
      if (first == nullptr ||
          (order_ == JobOrder::kCreated && first->place->key.time < filter_.created_from_ms)) {
        return std::optional<Place>();
      }
      Place place = std::move(*first->place);
      const bool means = first->means;
      HPDL_TRY(Advance(*first));
      const bool again = place.row == last_;  // two walks found the same job: one by the job's
                                              // name, the other by its user
      last_ = place.row;
      if (!again && means) {
        return std::optional(std::move(place));
      }
    }
  }

 private:
  struct Stream {
    std::string text;  ///< bound to `rows`, so it must live as long as `rows`
    Statement rows;
    std::optional<Place> place;
    bool means = false;
  };

  Result<void> Advance(Stream& stream) {
    Result<bool> more = stream.rows.Step();
    HPDL_TRY(more);
    stream.place.reset();
    if (*more) {
      stream.place = PlaceReader::PlaceOf(stream.rows);
      stream.means = reader_.Means(stream.rows);
    }
    return {};
  }

  Database& database_;
  const JobFilter& filter_;
  const PlaceReader reader_;
  JobOrder order_;
  Key from_;
  std::vector<std::unique_ptr<Stream>> streams_;
  std::int64_t last_ = -1;  ///< Place::row of the last place that an index gave to Next()
};

namespace {

/// True if a single index walk finds exactly the jobs that the filter selects. In the order of
/// creation the filter may have conditions on times: they only shorten the walk.
bool IsOneStream(const JobFilter& filter, JobOrder order) {
  return order == JobOrder::kModified
             ? filter.states.empty() && catalogue::IsExact(filter, kAll) &&
                   filter.created_from_ms == 0 && filter.created_until_ms == 0
             : filter.states.size() < 2 && catalogue::IsExact(filter, kAll);
}

}  // namespace

/// Adds the index walks of `way` to `streams`. Each walk finds jobs in the order of their creation.
Result<void> CatalogueTable::Walk(const JobFilter& filter, const Way& way, std::size_t skip,
                                  Streams* streams) {
  if (filter.children) {
    return streams->Add("INDEXED BY job_all WHERE number>=0", {}, {});
  }
  for (const auto& [field, value] : way.starts) {
    if (field == kAll && filter.states.empty()) {
      HPDL_TRY(streams->Add("INDEXED BY job_created WHERE number=0", {}, {}, skip));
      continue;
    }
    for (const JobState state : StatesOf(filter)) {
      HPDL_TRY(streams->Add(std::string(kIndexes[field].where) + " AND state=?",
                            field == kAll ? std::nullopt : std::optional(value), state, skip));
    }
  }
  return {};
}

/// Returns the places of all jobs that a way finds, unsorted. Each place occurs once.
Result<std::vector<Place>> CatalogueTable::PlacesOn(const JobFilter& filter, const Way& way,
                                                    JobOrder order) {
  std::vector<Place> places;
  const PlaceReader reader(filter);
  const auto read = [&](Statement& rows) -> Result<void> {
    while (true) {
      const Result<bool> more = rows.Step();
      HPDL_TRY(more);
      if (!*more) {
        return {};
      }
      if (reader.Means(rows)) {
        places.push_back(PlaceReader::PlaceOf(rows));
      }
    }
  };
  if (filter.children && filter.ids.empty()) {
    Statement rows;
    HPDL_TRY(database_->Prepare((PlaceQuery(order) + "WHERE number>=0").c_str(), &rows));
    HPDL_TRY(read(rows));
    return places;
  }
  if (!filter.ids.empty()) {
    Statement by_id;
    HPDL_TRY(database_->Prepare((PlaceQuery(order) + "WHERE id=?").c_str(), &by_id));
    for (const std::string& id : filter.ids) {
      by_id.Bind(id);
      HPDL_TRY(read(by_id));
    }
    return places;
  }
  Statement by_field[kFields];
  for (const auto& [field, value] : way.starts) {
    HPDL_TRY(Prepare((PlaceQuery(order) + kIndexes[field].where).c_str(), &by_field[field]));
    if (field != kAll) {
      by_field[field].Bind(value);
    }
    HPDL_TRY(read(by_field[field]));
  }
  std::sort(places.begin(), places.end(),
            [](const Place& a, const Place& b) { return a.row < b.row; });
  places.erase(std::unique(places.begin(), places.end(),
                           [](const Place& a, const Place& b) { return a.row == b.row; }),
               places.end());
  return places;
}

/// Returns the places of a page and the place after the page, if there is one. Walks indexes in the
/// order of the page.
Result<std::vector<Place>> CatalogueTable::WalkedPlaces(const JobFilter& filter, const Way& way,
                                                        const PageRequest& page, const Key& from) {
  const bool by_created = page.order == JobOrder::kCreated;
  // SQLite skips rows faster than this loop does, but SQLite does not apply the whole filter. So
  // SQLite skips rows only if the filter selects every row of the index walk.
  const std::size_t skip = IsOneStream(filter, page.order) ? page.skip : 0;
  Streams streams(*database_, filter, page.order, from);
  HPDL_TRY(by_created ? Walk(filter, way, skip, &streams)
                      : streams.Add("INDEXED BY job_modified WHERE number=0", {}, {}, skip));
  std::vector<Place> places;
  for (std::size_t passed = skip; page.limit == 0 || places.size() <= page.limit;) {
    Result<std::optional<Place>> next = streams.Next();
    HPDL_TRY(next);
    if (!*next) {
      break;
    }
    if (passed++ >= page.skip) {
      places.push_back(std::move(**next));
    }
  }
  return places;
}

/// Returns the same places as WalkedPlaces(), but finds them by sorting. Meant for few places, or
/// for an order without a suitable index.
Result<std::vector<Place>> CatalogueTable::SortedPlaces(const JobFilter& filter, const Way& way,
                                                        const PageRequest& page, const Key& from) {
  Result<std::vector<Place>> places = PlacesOn(filter, way, page.order);
  HPDL_TRY(places);
  std::erase_if(*places, [&](const Place& place) { return !from.IsBefore(place.key); });
  std::sort(places->begin(), places->end(),
            [](const Place& a, const Place& b) { return a.key.IsBefore(b.key); });
  places->erase(places->begin(),
                places->begin() + static_cast<std::ptrdiff_t>(std::min(page.skip, places->size())));
  if (page.limit != 0 && places->size() > page.limit) {
    places->resize(page.limit + 1);
  }
  return places;
}

Result<std::vector<Place>> CatalogueTable::PlacesOf(const JobFilter& filter,
                                                    const PageRequest& page, const Key& from) {
  if (!filter.ids.empty()) {
    return SortedPlaces(filter, Way(), page, from);
  }
  const Result<std::vector<Way>> ways = WaysTo(filter);
  HPDL_TRY(ways);
  const Way* way = &*std::min_element(ways->begin(), ways->end(),
                                      [](const Way& a, const Way& b) { return a.rows < b.rows; });
  const bool by_created = page.order == JobOrder::kCreated;
  const std::size_t states = StatesOf(filter).size();
  const bool many = way->starts.size() > 1 && way->starts.size() * states > kMostStreams;
  if (filter.children ? !by_created : way->rows <= kSortedRows && (many || !by_created)) {
    return SortedPlaces(filter, *way, page, from);
  }
  return WalkedPlaces(filter, many ? ways->front() : *way, page, from);
}

Result<CataloguePage> CatalogueTable::Find(const JobFilter& asked, const PageRequest& page) {
  Reading reading(*this);
  HPDL_TRY(reading.Begin());
  const Result<JobFilter> filter = Simplified(asked);
  HPDL_TRY(filter);
  return FindSimple(*filter, page);
}

/// Returns a page of the jobs that `filter` selects. `filter` must be a result of Simplified().
Result<CataloguePage> CatalogueTable::FindSimple(const JobFilter& filter, const PageRequest& page) {
  const std::optional<Key> from = KeyFrom(page.after);
  if (!from) {
    return Error{ErrorClass::kError, "E0420",
                 "'" + page.after + "' is not a key that the end of a list shows"};
  }
  const Result<std::vector<Place>> places = PlacesOf(filter, page, *from);
  HPDL_TRY(places);
  CataloguePage found;
  Statement by_row;
  HPDL_TRY(database_->Prepare((std::string(kSelect) + "WHERE rowid=?").c_str(), &by_row));
  for (const Place& place : *places) {
    if (page.limit != 0 && found.jobs.size() == page.limit) {
      found.next = TextOf(KeyOf(found.jobs.back().job, page.order));
      break;
    }
    const Result<bool> known = by_row.Bind(place.row).Step();
    HPDL_TRY(known);
    if (*known) {
      found.jobs.push_back(EntryOf(by_row));
      by_row.Reset();
    }
  }
  return found;
}

}  // namespace hpdl::rt
