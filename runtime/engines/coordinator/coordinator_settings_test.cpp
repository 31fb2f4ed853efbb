#include "runtime/engines/coordinator/coordinator_settings.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <functional>
#include <string>
#include <utility>

#include "runtime/ground/base/testing/temporary_folder.h"

namespace hpdl::rt {
namespace {

/// The settings of a site that sets one property.
class CoordinatorSettingsOfASite : public ::testing::Test {
 protected:
  CoordinatorSettings With(const std::string& name, const std::string& value) const {
    const std::string path = temporary_.path() + "/site.xml";
    std::ofstream(path) << "<configuration><property><name>" << name << "</name><value>" << value
                        << "</value></property></configuration>\n";
    const Result<Site> site = Site::Load(path);
    EXPECT_TRUE(site) << (site ? "" : site.error().message);
    return CoordinatorSettings::Of(site ? *site : Site());
  }

 private:
  const testing::TemporaryFolder temporary_;
};

TEST_F(CoordinatorSettingsOfASite, NumbersAreThoseOfTheirProperties) {
  using Get = std::function<std::int64_t(const CoordinatorSettings&)>;
  const std::string coord = "oozie.service.coord.";
  const std::string materialize = "oozie.service.CoordMaterializeTriggerService.";
  const std::pair<std::string, Get> numbers[] = {
      {materialize + "lookup.interval", [](auto& s) { return s.materialisation.look_ahead; }},
      {materialize + "materialization.window", [](auto& s) { return s.materialisation.window; }},
      {coord + "normal.default.timeout", [](auto& s) { return s.defaults.timeout; }},
      {coord + "default.max.timeout", [](auto& s) { return s.defaults.most_timeout; }},
      {coord + "default.concurrency", [](auto& s) { return s.defaults.concurrency; }},
      {coord + "default.throttle", [](auto& s) { return s.defaults.throttle; }},
      {"oozie.coord.execution.none.tolerance", [](auto& s) { return s.none_tolerance; }},
      {coord + "input.check.requeue.interval", [](auto& s) { return s.first_look_ms; }},
      {coord + "input.check.requeue.interval", [](auto& s) { return s.most_look_ms; }},
      {"oozie.sla.service.SLAService.job.event.latency", [](auto& s) { return s.sla.latency_ms; }},
      {"oozie.sla.disable.alerts.older.than", [](auto& s) { return s.sla.older_than_hours; }}};
  for (const auto& [name, get] : numbers) {
    EXPECT_EQ(get(With(name, "77")), 77) << name;
    EXPECT_NE(get(With("x", "77")), 77) << name;
  }
  EXPECT_EQ(With("oozie.service.RecoveryService.coord.older.than", "77").recover_ms, 77'000)
      << "it is in seconds";
}

TEST_F(CoordinatorSettingsOfASite, FlagsAreThoseOfTheirProperties) {
  using Get = std::function<bool(const CoordinatorSettings&)>;
  const std::pair<const char*, Get> flags[] = {
      {"oozie.service.ELService.latest-el.use-current-time",
       [](auto& s) { return s.latest_by_now; }},
      {"hpdl.coordinator.last.only.runs.at.end", [](auto& s) { return s.last_only_runs_at_end; }},
      {"hpdl.coordinator.resume.looks.at.once", [](auto& s) { return s.resume_looks_at_once; }},
      {"hpdl.coordinator.combine.counts.once", [](auto& s) { return s.combine_counts_once; }},
      {"hpdl.coordinator.rerun.takes.properties", [](auto& s) { return s.rerun_takes_properties; }},
      {"hpdl.bundle.suspends.prep.paused", [](auto& s) { return s.bundle_suspends_prep_paused; }},
      {"oozie.service.coord.check.maximum.frequency",
       [](auto& s) { return s.defaults.check_frequency; }}};
  for (const auto& [name, get] : flags) {
    EXPECT_TRUE(get(With(name, "true"))) << name;
    for (const auto& [other, get_other] : flags) {
      const bool before = get_other(CoordinatorSettings::Of(Site()));
      EXPECT_EQ(get_other(With(name, before ? "true" : "false")), before) << name;
      if (other != name && std::string(name).starts_with("hpdl.")) {
        EXPECT_EQ(get_other(With(name, "true")), before) << name << " changes " << other;
      }
    }
    EXPECT_FALSE(get(With(name, "false"))) << name;
  }
}

TEST(CoordinatorSettingsByDefault, AreOozies) {
  const CoordinatorSettings settings = CoordinatorSettings::Of(Site());
  EXPECT_EQ(settings.materialisation.look_ahead, 300);
  EXPECT_EQ(settings.materialisation.window, 3600);
  EXPECT_EQ(settings.defaults.timeout, 120);
  EXPECT_EQ(settings.defaults.most_timeout, 86400);
  EXPECT_EQ(settings.defaults.concurrency, 1);
  EXPECT_EQ(settings.defaults.throttle, 12);
  EXPECT_EQ(settings.none_tolerance, 1);
  EXPECT_EQ(settings.first_look_ms, 1000) << "the first look comes soon, those after it later";
  EXPECT_EQ(settings.most_look_ms, 60'000);
  EXPECT_EQ(settings.recover_ms, 600'000);
  EXPECT_FALSE(settings.latest_by_now);
}

}  // namespace
}  // namespace hpdl::rt
