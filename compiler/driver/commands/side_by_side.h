#ifndef HPDL_COMPILER_DRIVER_COMMANDS_SIDE_BY_SIDE_H_
#define HPDL_COMPILER_DRIVER_COMMANDS_SIDE_BY_SIDE_H_

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace hpdl::driver {

/// Calls work(i) for each i below `count`. As many calls run at the same time as there are
/// processors.
template <class Work>
void SideBySide(std::size_t count, const Work& work) {
  std::atomic<std::size_t> next = 0;
  const auto some = [&] {
    for (std::size_t i = next++; i < count; i = next++) {
      work(i);
    }
  };
  const std::size_t processors = std::max(1u, std::thread::hardware_concurrency());
  std::vector<std::jthread> threads;
  for (std::size_t i = 1; i < std::min(processors, count); ++i) {
    threads.emplace_back(some);
  }
  some();
}  // the destructor of `threads` joins the threads

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_COMMANDS_SIDE_BY_SIDE_H_
