#include "runtime/programs/program/progress_live.h"

#include <optional>
#include <utility>

#include "runtime/ground/progress/live_terminal.h"

namespace hpdl::rt {
namespace {

class LiveProgress final : public ProgressView {
 public:
  LiveProgress(ProgressSetup setup, Output* out)
      : terminal_(std::move(setup), out->fd()), out_(out) {}

  void OnEvent(const ProgressEvent& event) override { terminal_.Apply(event); }

  void OnTick(std::int64_t now_ms) override {
    out_->Write(terminal_.Tick(now_ms));
    out_->Flush();
  }

  std::optional<std::int64_t> NextTick() const override { return terminal_.NextTick(); }

  void Finish(const JobRow& job, const std::vector<NodeRow>& troubles,
              std::int64_t now_ms) override {
    out_->Write(terminal_.Last(std::string(StateName(job.state, job.dialect)), now_ms));
    out_->Write(SummaryText(terminal_.setup(), job, troubles, now_ms));
    out_->Flush();
  }

 private:
  LiveTerminal terminal_;
  Output* out_;
};

}  // namespace

std::unique_ptr<ProgressView> MakeLiveProgress(ProgressSetup setup, Output* out) {
  return std::make_unique<LiveProgress>(std::move(setup), out);
}

}  // namespace hpdl::rt
