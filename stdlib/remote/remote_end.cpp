#include "stdlib/remote/remote_end.h"

#include <algorithm>
#include <charconv>

#include "runtime/ground/config/config.h"

namespace hpdl::stdlib {

namespace {

using rt::ErrorClass;

constexpr std::string_view kEnded = "ended";
constexpr std::size_t kTailLines = 10, kTailBytes = 2000;

template <class Number>
bool Read(std::string_view text, Number* number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *number);
  return error == std::errc() && end == text.data() + text.size();
}

/// Removes the first word and the blank after it from the text. Returns the word.
std::string_view Word(std::string_view* text) {
  const std::size_t blank = std::min(text->find(' '), text->size());
  const std::string_view word = text->substr(0, blank);
  text->remove_prefix(std::min(blank + 1, text->size()));
  return word;
}

}  // namespace

std::string EndToProgress(const RemoteEnd& end, std::int64_t out_limit) {
  // Output over the limit is not kept, because its size alone makes an error.
  const std::string_view out =
      end.out_size > out_limit ? std::string_view() : std::string_view(end.out);
  std::string text(kEnded);
  text += " " + std::to_string(end.code) + " " + end.pid + " " + std::to_string(end.out_size) +
          " " + std::to_string(out.size()) + " ";
  text += out;
  return text + TailOfText(end.err);
}

std::optional<RemoteEnd> EndOfProgress(std::string_view progress) {
  RemoteEnd end;
  std::size_t out = 0;
  if (Word(&progress) != kEnded || !Read(Word(&progress), &end.code)) {
    return std::nullopt;
  }
  end.pid = Word(&progress);
  if (!Read(Word(&progress), &end.out_size) || !Read(Word(&progress), &out) ||
      out > progress.size()) {
    return std::nullopt;
  }
  end.out = progress.substr(0, out);
  end.err = progress.substr(out);
  return end;
}

std::optional<RemoteEnd> EndOfAnswer(const RemoteAnswer& answer, std::string_view err) {
  RemoteEnd end;
  if (answer.words.size() != 4 || answer.words[0] != kEnded || !Read(answer.words[1], &end.code) ||
      !Read(answer.words[3], &end.out_size)) {
    return std::nullopt;
  }
  end.pid = answer.words[2];
  end.out = answer.rest;
  end.err = err;
  return end;
}

std::string TailOfText(std::string_view text) {
  while (text.ends_with('\n')) {
    text.remove_suffix(1);
  }
  if (text.size() > kTailBytes) {
    text.remove_prefix(text.size() - kTailBytes);
    const std::size_t line = text.find('\n');
    text.remove_prefix(line == std::string_view::npos ? 0 : line + 1);
  }
  std::size_t begin = text.size();
  for (std::size_t lines = 0; lines < kTailLines && begin != std::string_view::npos; ++lines) {
    begin = begin == 0 ? std::string_view::npos : text.rfind('\n', begin - 1);
  }
  return std::string(begin == std::string_view::npos ? text : text.substr(begin + 1));
}

rt::Outcome OutcomeOfEnd(const rt::ActionContext& ctx, const RemoteEnd& end, bool capture) {
  rt::Outcome outcome;
  if (end.code != 0) {
    const std::string tail = TailOfText(end.err);
    outcome.error = rt::ActionError("exit code " + std::to_string(end.code) +
                                    (tail.empty() ? "" : "; standard error ends with:\n" + tail));
  } else if (capture && end.out_size > ctx.capture_limit()) {
    outcome.error =
        rt::Error{ErrorClass::kError, "ERR_OUTPUT_EXCEED_MAX_LEN",
                  "captured output has " + std::to_string(end.out_size) + " bytes, the limit is " +
                      std::to_string(ctx.capture_limit()) + " (oozie.action.max.output.data)"};
  } else if (capture) {
    auto parsed = rt::ReadJavaProperties(end.out, "captured output");
    if (parsed) {
      rt::Apply(*parsed, &outcome.data.emplace());
    } else {
      outcome.error = rt::ActionError(parsed.error().message);
    }
  }
  outcome.external_id = end.pid;
  outcome.external_status = outcome.error ? "ERROR" : "OK";
  return outcome;
}

}  // namespace hpdl::stdlib
