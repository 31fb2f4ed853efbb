#include <unistd.h>

#include <deque>
#include <utility>

#include "runtime/engines/workflow/kind.h"
#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/local_files.h"
#include "runtime/ground/base/trim.h"
#include "runtime/world/files/file_system.h"
#include "runtime/world/mail/letter.h"
#include "runtime/world/site/site.h"
#include "stdlib/actions/email/email.kind.h"

namespace hpdl::stdlib {

namespace {

using rt::ErrorClass;
using rt::Outcome;
using rt::Setting;
using rt::mail::Attachment;
using rt::mail::Letter;

Outcome Failed(const rt::Error& error) {
  return Outcome::Failed(error.error_class, error.code, error.message);
}

std::vector<std::string> SplitPaths(std::string_view text) {
  std::vector<std::string> paths;
  while (!text.empty()) {
    const std::size_t comma = text.find(',');
    if (const std::string_view path = Trimmed(text.substr(0, comma)); !path.empty()) {
      paths.emplace_back(path);
    }
    text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 1);
  }
  return paths;
}

std::string LastPart(std::string_view path) {
  while (path.ends_with('/')) {
    path.remove_suffix(1);
  }
  return std::string(path.substr(path.rfind('/') + 1));
}

/// Finds the attachments. The object keeps the copies of files from Hadoop until the message is
/// written.
class Attachments {
 public:
  explicit Attachments(rt::ActionContext& ctx)
      : ctx_(ctx), most_(ctx.site().Number(Setting::kEmailMost)), left_(most_) {}

  /// Finds an attachment: first a file of the application, then a file of Hadoop, then a file of
  /// this machine.
  rt::Task<rt::Result<Attachment>> Find(std::string path) {
    if (const hpdl_file* file = ctx_.File(path)) {
      Attachment found{LastPart(path), {}, {file->data, static_cast<std::size_t>(file->size)}};
      co_return Fits(path, static_cast<std::int64_t>(file->size), std::move(found));
    }
    std::string uri = path;
    if (path.find(':') == std::string::npos && ctx_.file_systems() != nullptr) {
      const rt::Result<std::string> base = ctx_.file_systems()->Default();
      if (base && rt::IsHadoopScheme(std::string_view(*base).substr(0, base->find(':')))) {
        uri = *base + (path.starts_with('/') ? "" : "/") + path;
      }
    }
    if (rt::IsHadoopScheme(std::string_view(uri).substr(0, uri.find(':')))) {
      co_return co_await FromHadoop(std::move(uri), path);
    }
    co_return Local(path);
  }

 private:
  static rt::Error Unusable(const std::string& path, const std::string& why) {
    return {ErrorClass::kError, "EM008", "attachment " + path + ": " + why};
  }

  rt::Result<Attachment> Fits(const std::string& path, std::int64_t size, Attachment found) {
    if (size > left_) {
      return Unusable(path, "the attachments have more than " + std::to_string(most_) +
                                " bytes (hpdl.email.attachment.max)");
    }
    left_ -= size;
    return found;
  }

  rt::Result<Attachment> Local(const std::string& path) {
    const rt::Result<std::string> local = rt::LocalPath(path);
    if (!local) {
      return Unusable(path, path.find(':') == std::string::npos
                                ? "the application has no such file, and the path is not absolute"
                                : local.error().message);
    }
    const rt::Result<rt::LocalFileInfo> info = rt::StatLocal(*local);
    if (!info) {
      return Unusable(path, info.error().message);
    }
    if (!info->exists || info->directory) {
      return Unusable(path, info->exists ? "it is a directory" : "there is no such file");
    }
    return Fits(path, info->size, {LastPart(*local), *local, {}});
  }

  rt::Task<rt::Result<Attachment>> FromHadoop(std::string uri, std::string path) {
    if (ctx_.file_systems() == nullptr) {
      co_return Unusable(path, "the program that runs the job cannot reach Hadoop's file systems");
    }
    rt::Result<rt::FileSystem*> system = ctx_.file_systems()->Open(uri, ctx_.job().user);
    if (!system) {
      co_return WithPath(path, system.error());
    }
    const std::size_t authority = uri.find("://") + 3;
    const std::size_t begin = uri.find('/', authority);
    // The string is a named variable, because g++ 12 destroys the value of a conditional twice if
    // it is a part of a co_await.
    std::string within = begin == std::string::npos ? "/" : uri.substr(begin);
    rt::Result<std::string> bytes = co_await (*system)->Read(std::move(within), left_);
    if (!bytes) {
      co_return WithPath(path, bytes.error());
    }
    kept_.push_back(std::move(*bytes));
    const std::string& held = kept_.back();
    co_return Fits(path, static_cast<std::int64_t>(held.size()), {LastPart(path), {}, held});
  }

  static rt::Error WithPath(const std::string& path, const rt::Error& error) {
    rt::Error named = Unusable(path, error.message);
    named.error_class = error.error_class;
    return named;
  }

  rt::ActionContext& ctx_;
  const std::int64_t most_;
  std::int64_t left_;
  std::deque<std::string> kept_;
};

rt::Result<Letter> Compose(rt::ActionContext& ctx, const EmailArgs& args, std::string id) {
  rt::Result<Letter> letter =
      rt::mail::LetterTo(ctx.site(), args.to, args.cc.value_or(""), args.bcc.value_or(""));
  HPDL_TRY(letter);
  rt::mail::Message& message = letter->message;
  message.subject = Trimmed(args.subject);
  message.content_type = Trimmed(args.content_type.value_or(""));
  message.body = args.body;
  message.id = std::move(id);
  message.date_ms = rt::NowMs();
  return letter;
}

/// The file of a message. The destructor deletes it, because nobody needs it after the mail server
/// has answered. A resumed attempt writes the file again.
class MessageFile {
 public:
  explicit MessageFile(std::string path) : path_(std::move(path)) {}
  ~MessageFile() { unlink(path_.c_str()); }
  MessageFile(const MessageFile&) = delete;
  MessageFile& operator=(const MessageFile&) = delete;
  const std::string& path() const { return path_; }

 private:
  const std::string path_;
};

/// After an attempt whose message may have been accepted, the progress is "unanswered " and the
/// Message-ID. The next attempt sends the message under the same Message-ID, so the receiver can
/// drop a duplicate.
constexpr std::string_view kUnanswered = "unanswered ";

std::string MessageIdOf(const rt::ActionContext& ctx) {
  const std::string& progress = ctx.progress();
  return progress.starts_with(kUnanswered) ? progress.substr(kUnanswered.size()) : ctx.tag();
}

rt::Task<void> Remember(rt::ActionContext& ctx, std::string progress) {
  if (progress != ctx.progress()) {
    co_await ctx.RecordProgress(std::move(progress));
  }
}

rt::Task<Outcome> RunEmail(rt::ActionContext& ctx) {
  const EmailArgs args = DecodeArgs<EmailArgs>(kEmailKind, ctx.shape(), ctx.args());
  if (ctx.network() == nullptr) {
    co_return Outcome::Failed(ErrorClass::kNonTransient, "EM006",
                              "the program of the job was built with --no-network");
  }
  const std::string id = MessageIdOf(ctx);
  rt::Result<Letter> letter = Compose(ctx, args, id);
  if (!letter) {
    co_return Failed(letter.error());
  }
  Attachments attachments(ctx);
  const std::vector<std::string> paths = SplitPaths(args.attachment.value_or(""));
  if (!paths.empty() && !ctx.site().Flag(Setting::kEmailAttachments)) {
    letter->message.body +=
        "\n\n(This site sends no attachments; the attachments of this message are left out.)\n";
  } else {
    for (const std::string& path : paths) {
      rt::Result<Attachment> found = co_await attachments.Find(path);
      if (!found) {
        co_return Failed(found.error());
      }
      letter->message.attachments.push_back(std::move(*found));
    }
  }
  rt::Result<std::string> directory = ctx.WorkDirectory();
  if (!directory) {
    co_return Failed(directory.error());
  }
  const MessageFile file(*directory + "/message.eml");
  if (rt::Result<void> written = rt::mail::WriteMessage(letter->message, file.path()); !written) {
    co_return Failed(written.error());
  }
  rt::MailRequest request = rt::mail::RequestFor(ctx.site(), *letter, file.path());
  const std::string server = request.host + ":" + std::to_string(request.port);
  ctx.SetWaiting(server);
  const rt::Result<rt::MailReply> reply = co_await ctx.network()->SendMail(std::move(request));
  const bool unanswered = !reply && reply.error().error_class == ErrorClass::kTransient;
  std::string progress = unanswered ? std::string(kUnanswered) + id : std::string();
  co_await Remember(ctx, std::move(progress));
  if (!reply) {
    co_return Outcome::Failed(reply.error().error_class, "EM007",
                              "cannot send: " + reply.error().message);
  }
  if (const rt::Result<void> taken = rt::mail::CheckDelivery(server, *reply); !taken) {
    co_return Failed(taken.error());
  }
  Outcome outcome = Outcome::Ok();
  outcome.external_id = id;
  outcome.external_status = "OK";
  co_return outcome;
}

}  // namespace

}  // namespace hpdl::stdlib

extern "C" const hpdl_kind hpdl_kind_email;
const hpdl_kind hpdl_kind_email = {.name = "email",
                                   .run = hpdl::stdlib::RunEmail,
                                   .goes_on = true,
                                   .starts_processes = hpdl::rt::StartsProcesses::kNever,
                                   .needs_network = true};
