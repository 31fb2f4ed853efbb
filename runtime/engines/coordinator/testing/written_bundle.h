#ifndef HPDL_RUNTIME_ENGINES_COORDINATOR_TESTING_WRITTEN_BUNDLE_H_
#define HPDL_RUNTIME_ENGINES_COORDINATOR_TESTING_WRITTEN_BUNDLE_H_

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "runtime/engines/coordinator/testing/written_texts.h"
#include "runtime/ground/abi/hpdl_coordinator.h"

namespace hpdl::rt {

/// A bundle whose texts are constant. It has the coordinators `a` and `b`.
class WrittenBundle {
 public:
  WrittenBundle() {
    written_.definition.name = texts_.Add("bundle");
    written_.definition.file_name = {"bundle.xml", 10};
    written_.definition.schema = {"uri:oozie:bundle:0.2", 20};
    written_.kick_off_time = HPDL_NONE;
    for (std::size_t i = 0; i < bundled_.size(); ++i) {
      const char* const name = i == 0 ? "a" : "b";
      hpdl_bundled& each = bundled_[i];
      each.name = texts_.Add(name);
      each.app_path = texts_.Add(std::string("file:///") + name);
      each.critical = each.enabled = HPDL_NONE;
      each.coordinator = HPDL_NONE;
    }
  }
  void KickOff(const char* text) { written_.kick_off_time = texts_.Add(text); }
  void Name(int which, const char* text) { bundled_[which].name = texts_.Add(text); }
  void Critical(int which, const char* text) { bundled_[which].critical = texts_.Add(text); }
  void Enabled(int which, const char* text) { bundled_[which].enabled = texts_.Add(text); }
  /// Makes the bundle's coordinator `which` use the program's compiled coordinator at index
  /// `place`.
  void CompiledIn(int which, std::uint32_t place) { bundled_[which].coordinator = place; }
  /// Adds a property with which a coordinator is started.
  void Give(int which, const char* name, const char* value) {
    given_[which].push_back({texts_.Add(name), texts_.Add(value)});
  }
  /// Makes an expression of the second coordinator fail.
  void Break(std::uint32_t hpdl_bundled::* what, hpdl_expr_fn fails) {
    bundled_[1].*what = texts_.Add(fails, "${x}");
  }
  hpdl_bundle& raw() { return written_; }

  const hpdl_bundle& Get() {
    for (std::size_t i = 0; i < bundled_.size(); ++i) {
      bundled_[i].configuration = given_[i].data();
      bundled_[i].configuration_count = static_cast<std::uint32_t>(given_[i].size());
    }
    written_.bundled = bundled_.data();
    written_.bundled_count = static_cast<std::uint32_t>(bundled_.size());
    texts_.SetIn(&written_.definition);
    return written_;
  }

 private:
  WrittenTexts texts_;
  std::array<hpdl_bundled, 2> bundled_{};
  std::array<std::vector<hpdl_given_property>, 2> given_;
  hpdl_bundle written_{};
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_COORDINATOR_TESTING_WRITTEN_BUNDLE_H_
