#include "runtime/programs/client/failure.h"

#include <cstdio>
#include <utility>

namespace hpdl::client {
namespace {

constexpr const char* kSyntax = "SYNTAX";
constexpr const char* kUsage = "USAGE";
constexpr int kExitFailed = 255;  // the Java client exits with -1, which is 255 in 8 bits

Error Make(std::string code, std::string message) {
  return {rt::ErrorClass::kError, std::move(code), std::move(message)};
}

}  // namespace

Error SyntaxFailure(std::string message) {
  return Make(kSyntax, std::move(message));
}

Error UsageFailure(std::string message) {
  return Make(kUsage, std::move(message));
}

Error ServerFailure(std::string code, std::string message) {
  return Make(std::move(code), std::move(message));
}

Error NetworkFailure(const std::string& java_class, const std::string& message) {
  return ServerFailure("IO_ERROR", java_class + ": " + message);
}

Error ThrownFailure(std::string java_class, std::string message) {
  return Make("java." + std::move(java_class), std::move(message));
}

Error NumberFailure(const std::string& text) {
  return ThrownFailure("lang.NumberFormatException", "For input string: \"" + text + "\"");
}

std::string CodeAndMessage(const Error& error) {
  return error.code + " : " + error.message;
}

int ReportFailure(const Error& error) {
  std::string text;
  if (error.code == kSyntax) {
    text =
        "Invalid sub-command: " + error.message + "\n\nuse 'help [sub-command]' for help details\n";
  } else if (error.code == kUsage) {
    text = "Error: " + error.message + "\n";
  } else if (error.code.starts_with("java.")) {
    text = error.code + ": " + error.message + "\n" + error.message + "\n";
  } else {
    text = "Error: " + CodeAndMessage(error) + "\n";
  }
  std::fflush(stdout);
  std::fwrite(text.data(), 1, text.size(), stderr);
  return kExitFailed;
}

}  // namespace hpdl::client
