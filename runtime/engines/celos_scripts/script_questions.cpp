#include "runtime/engines/celos_scripts/script_questions.h"

#include <cstdint>

#include "runtime/ground/base/frames.h"

namespace hpdl::rt::celos {
namespace {

// The types of frames. The frame of a question has a type in kQuestions and contains texts. The
// frame of the answer has the type kAnswer and contains texts, or has the type kRefusal and
// contains the text of the error.
constexpr char kDefaults = 'd', kExists = 'x', kRegister = 'r', kRegisters = 'l', kClaim = 'c';
constexpr char kAnswer = 'a', kRefusal = 'e';
constexpr std::string_view kQuestions = "dxrlc";

using Words = std::vector<std::string>;

std::string FrameOf(char type, const Words& words) {
  std::string bytes;
  {
    FrameWriter frame(type, &bytes);
    frame.Strings(words);
  }
  return bytes;
}

Words Flag(bool value) {
  return value ? Words{""} : Words{};
}

Result<Words> Answer(char question, const Words& words, ScriptWorld* world) {
  switch (question) {
    case kDefaults: {
      const Result<ScriptSource> source = world->Defaults(words[0]);
      return source ? Result<Words>(Words{source->path, source->text, source->is_code ? "c" : ""})
                    : source.error();
    }
    case kExists: {
      const Result<bool> there = world->Exists(words[0], words[1]);
      return there ? Result<Words>(Flag(*there)) : there.error();
    }
    case kRegister: {
      const Result<std::optional<std::string>> json = world->Register(words[0], words[1]);
      return !json ? Result<Words>(json.error()) : *json ? Words{**json} : Words{};
    }
    case kRegisters: {
      const auto registers = world->Registers(words[0]);
      HPDL_TRY(registers);
      Words flat;
      for (const auto& [key, json] : *registers) {
        flat.push_back(key);
        flat.push_back(json);
      }
      return flat;
    }
    default:
      return Flag(world->Claim(words[0]));
  }
}

}  // namespace

bool IsQuestion(std::string_view frame) {
  return kQuestions.find(FrameType(frame)) != std::string_view::npos;
}

std::string AnswerTo(std::string_view question, ScriptWorld* world) {
  Words words;
  FrameReader frame(question);
  frame.Strings(&words);
  const char type = FrameType(question);
  const std::size_t wanted = type == kExists || type == kRegister ? 2 : 1;
  if (!frame.ok() || words.size() != wanted) {
    return "";
  }
  const Result<Words> answer = Answer(type, words, world);
  return answer ? FrameOf(kAnswer, *answer) : FrameOf(kRefusal, {answer.error().message});
}

Result<std::vector<std::string>> PipedWorld::Ask(char question, const Words& words) {
  const std::optional<std::string> frame =
      pipe_->Send(FrameOf(question, words)) ? pipe_->Receive() : std::nullopt;
  Words answer;
  if (frame) {
    FrameReader(*frame).Strings(&answer);
  }
  if (!frame || (FrameType(*frame) != kAnswer && answer.empty())) {
    return Error{ErrorClass::kError, "", "the process that started the evaluation has ended"};
  }
  if (FrameType(*frame) != kAnswer) {
    return Error{ErrorClass::kError, "", answer[0]};
  }
  return answer;
}

Result<ScriptSource> PipedWorld::Defaults(const std::string& name) {
  Result<Words> answer = Ask(kDefaults, {name});
  HPDL_TRY(answer);
  answer->resize(3);
  return ScriptSource{(*answer)[0], (*answer)[1], !(*answer)[2].empty()};
}

Result<bool> PipedWorld::Exists(const std::string& path, const std::string& file_system) {
  const Result<Words> answer = Ask(kExists, {path, file_system});
  return answer ? Result<bool>(!answer->empty()) : answer.error();
}

Result<std::optional<std::string>> PipedWorld::Register(const std::string& bucket,
                                                        const std::string& key) {
  const Result<Words> answer = Ask(kRegister, {bucket, key});
  HPDL_TRY(answer);
  return answer->empty() ? std::nullopt : std::optional(answer->front());
}

Result<std::vector<std::pair<std::string, std::string>>> PipedWorld::Registers(
    const std::string& bucket) {
  const Result<Words> answer = Ask(kRegisters, {bucket});
  HPDL_TRY(answer);
  std::vector<std::pair<std::string, std::string>> registers;
  for (std::size_t i = 0; i + 1 < answer->size(); i += 2) {
    registers.emplace_back((*answer)[i], (*answer)[i + 1]);
  }
  return registers;
}

bool PipedWorld::Claim(const std::string& id) {
  const Result<Words> answer = Ask(kClaim, {id});
  return answer && !answer->empty();
}

}  // namespace hpdl::rt::celos
