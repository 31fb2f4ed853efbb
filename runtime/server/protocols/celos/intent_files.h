#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_INTENT_FILES_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_INTENT_FILES_H_

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/rules/celos/submissions.h"

namespace hpdl::rt::celos {

/// Keeps intents, which are submissions that have begun and not ended, in a private folder. Each
/// intent has a file. Open() reads the intents that an earlier process has left. No other process
/// may use the folder as long as this object exists.
class IntentFiles final : public Intents {
 public:
  /// Makes the folder if it is missing.
  static Result<IntentFiles> Open(const std::string& folder);

  Result<void> Put(const Submission& submission) override;
  Result<void> Remove(const SlotId& slot) override;
  std::vector<Submission> Of(const std::string& workflow) override;
  std::vector<Submission> All() const;
  std::string NewKey() override;
  std::int64_t NowMs() override;

 private:
  explicit IntentFiles(std::string folder) : folder_(std::move(folder)) {}
  std::string PathOf(const Submission& submission) const;

  std::string folder_;
  std::map<SlotId, Submission> begun_;
};

/// These two functions write and read the text of an intent file.
std::string IntentText(const Submission& submission);
Result<Submission> ReadIntent(std::string_view text);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_INTENT_FILES_H_
