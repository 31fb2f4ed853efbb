#ifndef HPDL_COMPILER_ANALYSIS_ANCESTRY_H_
#define HPDL_COMPILER_ANALYSIS_ANCESTRY_H_

#include <cstdint>
#include <vector>

namespace hpdl::analysis {

/// A tree that grows by leaves and finds nearest common ancestors at any time, in O(log n) steps
/// and with two numbers a node: beside its parent each node knows one far ancestor, chosen as in a
/// skew-binary list (E. Myers, 1983). Nodes of one depth jump equally far.
class Ancestry {
 public:
  /// Room for the ids 0..`ids`; none of them is in the tree yet.
  explicit Ancestry(std::size_t ids) : parents_(ids), jumps_(ids), depths_(ids) {}

  void PlaceRoot(std::uint32_t id) {
    parents_[id] = id;
    jumps_[id] = id;
    depths_[id] = 0;
  }

  /// The parent must be there already.
  void Place(std::uint32_t id, std::uint32_t parent) {
    const std::uint32_t far = jumps_[parent];
    const bool joins_two = depths_[parent] - depths_[far] == depths_[far] - depths_[jumps_[far]];
    parents_[id] = parent;
    jumps_[id] = joins_two ? jumps_[far] : parent;
    depths_[id] = depths_[parent] + 1;
  }

  std::uint32_t Parent(std::uint32_t id) const { return parents_[id]; }
  std::uint32_t Depth(std::uint32_t id) const { return depths_[id]; }

  /// The ancestor, or `id` itself, at `depth`, which is not below that of `id`.
  std::uint32_t At(std::uint32_t id, std::uint32_t depth) const {
    while (depths_[id] > depth) {
      id = depths_[jumps_[id]] >= depth ? jumps_[id] : parents_[id];
    }
    return id;
  }

  /// The deepest that is above both, or is one of them.
  std::uint32_t Meet(std::uint32_t a, std::uint32_t b) const {
    a = At(a, depths_[b]);
    b = At(b, depths_[a]);
    while (a != b) {
      const bool jump = jumps_[a] != jumps_[b];
      a = jump ? jumps_[a] : parents_[a];
      b = jump ? jumps_[b] : parents_[b];
    }
    return a;
  }

 private:
  std::vector<std::uint32_t> parents_;
  std::vector<std::uint32_t> jumps_;
  std::vector<std::uint32_t> depths_;
};

}  // namespace hpdl::analysis

#endif  // HPDL_COMPILER_ANALYSIS_ANCESTRY_H_
