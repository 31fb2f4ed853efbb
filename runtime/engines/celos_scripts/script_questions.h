#ifndef HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_SCRIPT_QUESTIONS_H_
#define HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_SCRIPT_QUESTIONS_H_

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/engines/celos_scripts/frame_pipe.h"
#include "runtime/engines/celos_scripts/script_world.h"

/// A script that runs in another process asks questions over a pipe. This file makes frames of the
/// questions and of their answers.
namespace hpdl::rt::celos {

/// Sends each question of a script over a pipe and returns the answer. Returns an error if the
/// process at the other end has ended.
class PipedWorld final : public ScriptWorld {
 public:
  explicit PipedWorld(FramePipe* pipe) : pipe_(pipe) {}
  Result<ScriptSource> Defaults(const std::string& name) override;
  Result<bool> Exists(const std::string& path, const std::string& file_system) override;
  Result<std::optional<std::string>> Register(const std::string& bucket,
                                              const std::string& key) override;
  Result<std::vector<std::pair<std::string, std::string>>> Registers(
      const std::string& bucket) override;
  bool Claim(const std::string& id) override;

 private:
  Result<std::vector<std::string>> Ask(char question, const std::vector<std::string>& words);
  FramePipe* pipe_;
};

/// True if a frame is a question.
bool IsQuestion(std::string_view frame);
/// Returns a frame with the answer of `world` to a question, or "" if the question is malformed.
std::string AnswerTo(std::string_view question, ScriptWorld* world);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_SCRIPT_QUESTIONS_H_
