#include "runtime/engines/celos_scripts/script_requests.h"

#include <cstdint>
#include <utility>

#include "runtime/ground/base/frames.h"

namespace hpdl::rt::celos {
namespace {

constexpr char kEvaluate = 'E', kProperties = 'S', kForget = 'F', kCompile = 'C';

void Write(const EvaluateRequest& request, std::string* bytes) {
  FrameWriter frame(kEvaluate, bytes);
  frame.String(request.source.path);
  frame.String(request.source.text);
  frame.Number(static_cast<std::uint8_t>(request.source.is_code));
  frame.Number(static_cast<std::uint8_t>(request.mode == ScriptMode::kStrict));
  frame.Number(request.now.ms);
  frame.Number(request.time_ms);
}

void Write(const PropertiesRequest& request, std::string* bytes) {
  FrameWriter frame(kProperties, bytes);
  frame.String(request.path);
  frame.String(request.workflow);
  frame.Number(request.slot.ms);
  frame.Number(request.now.ms);
}

void Write(const CompileRequest& request, std::string* bytes) {
  FrameWriter frame(kCompile, bytes);
  frame.String(request.path);
  frame.String(request.text);
}

void Write(const ForgetRequest& request, std::string* bytes) {
  FrameWriter frame(kForget, bytes);
  frame.String(request.path);
}

}  // namespace

std::string RequestFrame(const ScriptRequest& request) {
  std::string bytes;
  std::visit([&](const auto& kind) { Write(kind, &bytes); }, request);
  return bytes;
}

std::optional<ScriptRequest> ReadRequest(std::string_view bytes) {
  FrameReader frame(bytes);
  ScriptRequest request;
  switch (FrameType(bytes)) {
    case kEvaluate: {
      EvaluateRequest evaluate;
      bool strict = false;
      frame.String(&evaluate.source.path);
      frame.String(&evaluate.source.text);
      frame.Flag(&evaluate.source.is_code);
      frame.Flag(&strict);
      frame.Number(&evaluate.now.ms);
      frame.Number(&evaluate.time_ms);
      evaluate.mode = strict ? ScriptMode::kStrict : ScriptMode::kAsCelos;
      request = std::move(evaluate);
      break;
    }
    case kProperties: {
      PropertiesRequest properties;
      frame.String(&properties.path);
      frame.String(&properties.workflow);
      frame.Number(&properties.slot.ms);
      frame.Number(&properties.now.ms);
      request = std::move(properties);
      break;
    }
    case kCompile: {
      CompileRequest compile;
      frame.String(&compile.path);
      frame.String(&compile.text);
      request = std::move(compile);
      break;
    }
    case kForget: {
      ForgetRequest forget;
      frame.String(&forget.path);
      request = std::move(forget);
      break;
    }
    default:
      return {};
  }
  return frame.ok() ? std::optional(std::move(request)) : std::nullopt;
}

}  // namespace hpdl::rt::celos
