#include "stdlib/remote/remote_script.h"

#include <algorithm>

#include "runtime/ground/base/quoted_text.h"
#include "stdlib/remote/remote_host.h"

namespace hpdl::stdlib {

namespace {

/// The size of one part of a binary file. A script with one part is small enough for any shell.
constexpr std::size_t kPartBytes = 2 << 20;

/// The shell function `identity` prints the machine's boot id and the start time of a process, so a
/// later process with the same number has a different identity. The identity is empty if there is
/// no /proc. It is "dead" for an ended process that is still a zombie.
constexpr const char* kIdentity = R"sh(
identity() {
  case $(sed 's/.*) //' "/proc/$1/stat" 2>/dev/null) in
    [ZX]*) echo dead ;;
    *) echo $({ cat /proc/sys/kernel/random/boot_id; sed 's/.*) //' "/proc/$1/stat" | cut -d' ' -f20; } 2>/dev/null) ;;
  esac
}
)sh";

/// Puts a script into braces, so a shell that receives only half of the script runs none of it.
/// `cd` without an argument goes to the user's home.
std::string Framed(const RemotePlace& place, std::string_view body) {
  std::string script = "{\ntag=" + ShellQuoted(place.tag) +
                       "\nparent=" + ShellQuoted(place.parent) +
                       "\nsay() { printf '\\n%s %s\\n' \"$tag\" \"$*\"; }\ncd || exit 90\n";
  script += body;
  return script + "\nexit 0\n}\n";
}

std::string HereDocument(const RemotePlace& place, const std::string& name,
                         std::string_view content) {
  const std::string end = "END-" + place.tag;
  std::string text = "cat >" + ShellQuoted(name) + " <<'" + end + "' || exit 91\n";
  text += content;
  text += content.ends_with('\n') ? "" : "\n";
  return text + end + "\n";
}

/// Returns the name that a part of a binary file has until all parts are joined.
std::string PartName(const std::string& name, std::size_t part) {
  return name + ".part-" + std::to_string(part);
}

/// Returns the bytes in base64, broken into lines. Every `base64 -d` accepts lines.
std::string Base64(std::string_view bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  constexpr std::size_t kLine = 57;  // 57 bytes become 76 characters in base64
  std::string text;
  text.reserve(bytes.size() / kLine * (kLine / 3 * 4 + 1) + kLine * 2);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t have = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      group = group << 8U | (j < have ? static_cast<unsigned char>(bytes[i + j]) : 0U);
    }
    for (std::size_t j = 0; j < 4; ++j) {
      text += j <= have ? kDigits[group >> (18 - 6 * j) & 63U] : '=';
    }
    text += (i + 3) % kLine == 0 ? "\n" : "";
  }
  return text;
}

/// Returns the script that joins the parts into files before the command can look for the files.
std::string JoinParts(const std::vector<RemoteBinary>& files) {
  std::string text;
  for (const RemoteBinary& file : files) {
    text += "{\n";
    for (std::size_t part = 0; part < PartsOf(file.content); ++part) {
      text += "cat " + ShellQuoted(PartName(file.name, part)) + " || exit 91\n";
    }
    text += ":\n} >joined.new || exit 91\n[ \"$(($(wc -c <joined.new)))\" = " +
            std::to_string(file.content.size()) + " ] || exit 91\nmv -f joined.new " +
            ShellQuoted(file.name) + " || exit 91\n";
  }
  return text;
}

/// Returns the script that runs the command. Several copies of the script may run; only the copy
/// that makes the directory `started` runs the command.
std::string Wrapper(const RemoteCommand& command) {
  std::string text = "cd \"$1\" || exit 1\nmkdir started 2>/dev/null || exit 0\n";
  // Without sync a machine that goes down might forget that the command was begun.
  text += "sync . 2>/dev/null\n";
  text += kIdentity;
  text += "echo \"$$ $(identity $$)\" >pid.new && mv -f pid.new pid\numask \"$2\"\n";
  for (const std::string& variable : command.environment) {
    const std::size_t equals = variable.find('=');
    text += "export " + variable.substr(0, equals) + "=" +
            ShellQuoted(variable.substr(equals + 1)) + "\n";
  }
  text += command.beside_files ? "" : "cd\n";
  // A word in quotes is neither an alias, nor a keyword, nor an assignment. The parentheses start a
  // subshell, so a command such as exit ends only the subshell.
  text += "(";
  for (const std::string& word : command.argv) {
    text += " " + ShellQuoted(word);
  }
  if (!command.shell_words.empty()) {
    // A syntax error in the words ends only the subshell, with an exit code.
    text += " eval " + ShellQuoted("set -- " + command.shell_words) + "\n";
    text += command.splits_again ? "set -- $*\n" : "";
    text += "\"$@\"";
  }
  text += " ) </dev/null >\"$1/out\" 2>\"$1/err\"\n";
  text +=
      "code=$?\numask 077\necho \"$code\" >\"$1/exit.new\" && mv -f \"$1/exit.new\" \"$1/exit\"\n";
  return text;
}

}  // namespace

std::string MakeScript(const RemotePlace& place) {
  return Framed(place, R"sh(
umask 077
mkdir -p "$parent" && cd "$parent" && { mkdir "$tag" 2>/dev/null || cd "$tag"; } || exit 91
say made)sh");
}

std::size_t PartsOf(std::string_view content) {
  return (content.size() + kPartBytes - 1) / kPartBytes;
}

std::string_view PartOf(std::string_view content, std::size_t part) {
  return content.substr(part * kPartBytes, kPartBytes);
}

std::string PutScript(const RemotePlace& place, const std::string& name, std::size_t part,
                      std::string_view bytes) {
  const std::string file = ShellQuoted(PartName(name, part));
  return Framed(place, R"sh(umask 077
cd "$parent/$tag" 2>/dev/null || { say gone; exit 0; }
if [ ! -f )sh" + file + " ]; then\n" +
                           "base64 -d >put.new <<'END' || exit 91\n" + Base64(bytes) + "\nEND\n" +
                           "mv -f put.new " + file + " || exit 91\nfi\nsay put");
}

std::string StartScript(const RemotePlace& place, const RemoteCommand& command) {
  std::string body = R"sh(
mask=$(umask)
umask 077
cd "$parent/$tag" 2>/dev/null || { say gone; exit 0; }
if [ ! -d started ]; then
)sh";
  for (const RemoteFile& file : command.files) {
    body += HereDocument(place, file.name, file.content);
  }
  body += JoinParts(command.binaries);
  body += HereDocument(place, "run.new", Wrapper(command));
  body += R"sh(mv -f run.new run || exit 91
place=$(pwd -P)
if command -v setsid >/dev/null 2>&1; then
  setsid /bin/sh ./run "$place" "$mask" </dev/null >/dev/null 2>&1 &
else
  nohup /bin/sh ./run "$place" "$mask" </dev/null >/dev/null 2>&1 &
fi
fi
say begun)sh";
  return Framed(place, body);
}

std::string LookScript(const RemotePlace& place, std::int64_t out_limit, std::int64_t err_limit) {
  return Framed(place, kIdentity + ("out_limit=" + std::to_string(out_limit)) +
                           "\nerr_limit=" + std::to_string(err_limit) + R"sh(
cd "$parent/$tag" 2>/dev/null || { say gone; exit 0; }
pid=0
ended() {
  [ -f exit ] || return 1
  size=0
  [ ! -f out ] || size=$(($(wc -c <out)))
  say ended "$(cat exit)" "$pid" "$size"
  [ ! -f out ] || head -c "$out_limit" out
  [ ! -f err ] || tail -c "$err_limit" err >&2
  exit 0
}
[ ! -f pid ] || read -r pid since <pid
ended
if [ ! -f pid ]; then
  if [ -d started ]; then say claimed; else say idle; fi
elif kill -s 0 "$pid" 2>/dev/null && [ "$since" = "$(identity "$pid")" ]; then
  say running "$pid"
else
  ended
  say lost "$pid"
fi)sh");
}

std::string KillScript(const RemotePlace& place) {
  return Framed(place, std::string(kIdentity) + R"sh(
cd "$parent/$tag" 2>/dev/null || { say removed; exit 0; }
pause() { sleep 0.1 2>/dev/null || sleep 1; }
remains() {
  kill -s 0 -- "-$pid" 2>/dev/null || return 1
  [ ! -r /proc/self/stat ] || grep -qs ") [^ZX] [0-9]* $pid " /proc/[0-9]*/stat
}
# Whoever has not begun by now does not begin any more.
if ! mkdir started 2>/dev/null; then
  turns=0
  while [ ! -f pid ] && [ ! -f exit ] && [ "$turns" -lt 20 ]; do pause; turns=$((turns + 1)); done
  if [ -f pid ] && [ ! -f exit ]; then
    read -r pid since <pid
    if [ "$since" = "$(identity "$pid")" ]; then
      kill -s TERM -- "-$pid" 2>/dev/null || kill -s TERM "$pid" 2>/dev/null
      turns=0
      while remains && [ "$turns" -lt 50 ]; do pause; turns=$((turns + 1)); done
      kill -s KILL -- "-$pid" 2>/dev/null
    fi
  fi
fi
cd .. && rm -rf "$tag"
say removed)sh");
}

std::string RemoveScript(const RemotePlace& place) {
  return Framed(place, "cd \"$parent\" 2>/dev/null && rm -rf \"$tag\"\nsay removed");
}

RemoteAnswer ReadAnswer(const RemotePlace& place, std::string_view out) {
  RemoteAnswer answer;
  const std::string mark = "\n" + place.tag + " ";
  const std::size_t at = out.find(mark);
  const std::size_t end = at == std::string_view::npos ? at : out.find('\n', at + 1);
  if (end == std::string_view::npos) {
    return answer;
  }
  answer.words = SplitAtBlanks(out.substr(at + mark.size(), end - at - mark.size()));
  answer.rest = out.substr(end + 1);
  return answer;
}

}  // namespace hpdl::stdlib
