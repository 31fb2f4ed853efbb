#ifndef HPDL_COMPILER_SURVEY_TALLY_H_
#define HPDL_COMPILER_SURVEY_TALLY_H_

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace hpdl::survey {

/// A place in a file; line 0 means the whole file.
struct Place {
  std::string file;
  std::uint32_t line = 0;
};

/// The number of occurrences, the number of files, and the first places.
struct Tallied {
  std::uint64_t count = 0;
  std::uint64_t files = 0;
  std::vector<Place> places;  ///< the first places, at most kMostPlaces, in different files
};

/// Counts occurrences by a key. The number of different keys is limited.
template <class Key>
class Tally {
 public:
  static constexpr std::size_t kMostKeys = 10'000;
  static constexpr std::size_t kMostPlaces = 3;

  /// Counts `key`. The caller adds all places of one file before it adds places of the next file.
  void Add(const Key& key, const Place& place, std::uint64_t count = 1) {
    const auto found = rows_.find(key);
    if (found == rows_.end() && rows_.size() == kMostKeys) {
      left_out_ += count;
      return;
    }
    Tallied& row = found == rows_.end() ? rows_[key] : found->second;
    row.count += count;
    if (row.places.empty() || last_[key] != place.file) {
      ++row.files;
      last_[key] = place.file;
      if (row.places.size() < kMostPlaces) {
        row.places.push_back(place);
      }
    }
  }

  /// Returns the counts in the order of the keys.
  const std::map<Key, Tallied>& rows() const { return rows_; }
  /// Returns the counts with the most frequent first.
  std::vector<std::pair<Key, const Tallied*>> Sorted() const {
    std::vector<std::pair<Key, const Tallied*>> sorted;
    for (const auto& [key, row] : rows_) {
      sorted.emplace_back(key, &row);
    }
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
      return a.second->count > b.second->count;
    });
    return sorted;
  }
  /// Returns the number of occurrences that were not counted because there were too many keys.
  std::uint64_t left_out() const { return left_out_; }

 private:
  std::map<Key, Tallied> rows_;
  std::map<Key, std::string> last_;  ///< for each key: the file of the last counted occurrence
  std::uint64_t left_out_ = 0;
};

}  // namespace hpdl::survey

#endif  // HPDL_COMPILER_SURVEY_TALLY_H_
