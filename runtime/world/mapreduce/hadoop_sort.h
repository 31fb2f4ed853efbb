#ifndef HPDL_RUNTIME_WORLD_MAPREDUCE_HADOOP_SORT_H_
#define HPDL_RUNTIME_WORLD_MAPREDUCE_HADOOP_SORT_H_

#include <algorithm>
#include <bit>
#include <cstddef>
#include <thread>
#include <utility>

/// This sort leaves equal elements in the order in which Hadoop's map side leaves them. Hadoop's
/// sort is not stable. So its algorithm decides the order of the values of a key, and with it the
/// output of some jobs. The algorithm is a quicksort. It takes the median of three as the pivot and
/// gathers elements equal to the pivot at both ends. It uses insertion sort below 13 elements, and
/// heap sort when the quicksort degenerates.
namespace hpdl::rt::mapreduce {

namespace internal {

/// Moves the element at `node` down in the heap. The numbers of nodes begin at 1 and are below
/// `size`.
template <class T, class Compare>
void Sink(T* base, std::size_t node, std::size_t size, const Compare& compare) {
  for (std::size_t child = 2 * node; child < size; child = 2 * node) {
    if (child + 1 < size && compare(base[child - 1], base[child]) < 0) {
      ++child;
    }
    if (compare(base[node - 1], base[child - 1]) >= 0) {
      return;
    }
    std::swap(base[node - 1], base[child - 1]);
    node = child;
  }
}

template <class T, class Compare>
void HeapSort(T* base, std::size_t count, const Compare& compare) {
  // The order of equal elements depends on the order of the Sink() calls: the levels from the
  // lowest up, and the nodes of a level from left to right.
  for (std::size_t level = std::bit_floor(count); level > 1; level /= 2) {
    for (std::size_t node = level / 2; node < level; ++node) {
      Sink(base, node, count + 1, compare);
    }
  }
  for (std::size_t last = count - 1; last > 0; --last) {
    std::swap(base[0], base[last]);
    Sink(base, 1, last + 1, compare);
  }
}

template <class T, class Compare>
void InsertionSort(T* base, std::size_t begin, std::size_t end, const Compare& compare) {
  for (std::size_t i = begin; i < end; ++i) {
    for (std::size_t j = i; j > begin && compare(base[j - 1], base[j]) > 0; --j) {
      std::swap(base[j], base[j - 1]);
    }
  }
}

/// Moves smaller elements before the pivot and greater elements behind it. Returns the range
/// [first, second) of the elements that equal the pivot.
template <class T, class Compare>
std::pair<std::size_t, std::size_t> Partition(T* base, std::size_t begin, std::size_t end,
                                              const Compare& compare) {
  const auto order = [&](std::size_t a, std::size_t b) {
    if (compare(base[a], base[b]) > 0) {
      std::swap(base[a], base[b]);
    }
  };
  order((begin + end) / 2, begin);
  order((begin + end) / 2, end - 1);
  order(begin, end - 1);
  // `left` and `right` bound the elements that are not scanned yet; `left_equal` and `right_equal`
  // bound the equal elements that are gathered at the two ends.
  std::size_t left = begin, right = end;
  std::size_t left_equal = begin, right_equal = end;
  while (true) {
    while (++left < right) {
      const int found = compare(base[left], base[begin]);
      if (found > 0) {
        break;
      }
      if (found == 0 && ++left_equal != left) {
        std::swap(base[left_equal], base[left]);
      }
    }
    while (--right > left) {
      const int found = compare(base[begin], base[right]);
      if (found > 0) {
        break;
      }
      if (found == 0 && --right_equal != right) {
        std::swap(base[right_equal], base[right]);
      }
    }
    if (left >= right) {
      break;
    }
    std::swap(base[left], base[right]);
  }
  right = left;
  // The pivot itself is at `begin`, and this loop moves it too.
  for (std::size_t i = left_equal + 1; i > begin; --i) {
    std::swap(base[i - 1], base[--left]);
  }
  for (std::size_t i = right_equal; i < end; ++i) {
    std::swap(base[i], base[right++]);
  }
  return {left, right};
}

inline constexpr std::size_t kWorthAThread = 1 << 17;

/// Sorts the elements [begin, end). If `threads` is more than 1, two large parts of a partition are
/// sorted at the same time.
template <class T, class Compare>
void QuickSort(T* base, std::size_t begin, std::size_t end, int depth, unsigned threads,
               const Compare& compare) {
  while (end - begin >= 13) {
    if (--depth < 0) {
      HeapSort(base + begin, end - begin, compare);
      return;
    }
    const auto [first, second] = Partition(base, begin, end, compare);
    if (threads > 1 && std::min(first - begin, end - second) > kWorthAThread) {
      std::thread other([=, &compare, first = first] {
        QuickSort(base, begin, first, depth, threads / 2, compare);
      });
      QuickSort(base, second, end, depth, threads - threads / 2, compare);
      other.join();
      return;
    }
    if (first - begin < end - second) {
      QuickSort(base, begin, first, depth, threads, compare);
      begin = second;
    } else {
      QuickSort(base, second, end, depth, threads, compare);
      end = first;
    }
  }
  InsertionSort(base, begin, end, compare);
}

}  // namespace internal

/// Sorts by `compare`, which returns a number less than, equal to or greater than 0. The resulting
/// order does not depend on the number of threads.
template <class T, class Compare>
void HadoopSort(T* elements, std::size_t count, const Compare& compare, unsigned threads = 1) {
  if (count > 1) {
    const int depth = 4 * std::bit_width(count - 1);
    internal::QuickSort(elements, 0, count, depth, threads, compare);
  }
}

}  // namespace hpdl::rt::mapreduce

#endif  // HPDL_RUNTIME_WORLD_MAPREDUCE_HADOOP_SORT_H_
