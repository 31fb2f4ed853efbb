// The functions of SshSession that check the host's key and log the user in.
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string_view>

#include "runtime/world/ssh/libssh_session.h"

namespace hpdl::rt {
namespace {

constexpr const char* kMachineHosts = "/etc/ssh/ssh_known_hosts";
constexpr const char* kUsualKeys[] = {"id_ed25519", "id_ecdsa", "id_rsa"};

/// Returns the path of a file in ~/.ssh; "" if there is no home directory.
std::string InHome(const char* name) {
  const char* home = std::getenv("HOME");
  return home == nullptr || *home == '\0' ? "" : std::string(home) + "/.ssh/" + name;
}

/// Returns the content of a small file; "" if the file cannot be read.
std::string Content(const std::string& path) {
  constexpr std::size_t kMost = 16 << 20;
  const std::unique_ptr<FILE, int (*)(FILE*)> file(std::fopen(path.c_str(), "re"), &std::fclose);
  std::string content;
  std::array<char, 8192> part{};
  std::size_t count = 0;
  while (file != nullptr && content.size() < kMost &&
         (count = std::fread(part.data(), 1, part.size(), file.get())) > 0) {
    content.append(part.data(), count);
  }
  return content;
}

struct KeyDeleter {
  void operator()(ssh_key key) const { ssh_key_free(key); }
};
using Key = std::unique_ptr<ssh_key_struct, KeyDeleter>;

struct TextDeleter {
  void operator()(char* text) const { ssh_string_free_char(text); }
};
using Text = std::unique_ptr<char, TextDeleter>;

/// Returns the fingerprint that ssh-keygen -l shows; it begins with "SHA256:".
std::string Fingerprint(ssh_key key) {
  unsigned char* hash = nullptr;
  std::size_t size = 0;
  if (ssh_get_publickey_hash(key, SSH_PUBLICKEY_HASH_SHA256, &hash, &size) != SSH_OK) {
    return "unknown";
  }
  const Text text(ssh_get_fingerprint_hash(SSH_PUBLICKEY_HASH_SHA256, hash, size));
  ssh_clean_pubkey_hash(&hash);
  return text == nullptr ? "unknown" : text.get();
}

/// True if the server made no decision: the connection broke, or no answer came in time.
bool Undecided(int result) {
  return result == SSH_AUTH_ERROR || result == SSH_AUTH_AGAIN;
}

/// libssh calls this function when a private key is encrypted. Sets `encrypted` to true and
/// supplies no passphrase.
int NoteEncrypted(const char*, char*, std::size_t, int, int, void* encrypted) {
  *static_cast<bool*>(encrypted) = true;
  return -1;
}

}  // namespace

std::vector<std::string> SshSession::KnownHostsFiles() const {
  if (!options_.known_hosts.empty()) {
    return {options_.known_hosts, "/dev/null"};
  }
  const std::string own = InHome("known_hosts");
  return {own.empty() ? "/dev/null" : own, kMachineHosts};
}

bool SshSession::Revoked(const std::string& key) const {
  constexpr std::string_view kMark = "@revoked";
  for (const std::string& path : KnownHostsFiles()) {
    const std::string content = Content(path);
    for (std::size_t at = 0; at < content.size();) {
      const std::size_t end = std::min(content.find('\n', at), content.size());
      const std::string_view line(content.data() + at, end - at);
      if (line.starts_with(kMark) && line.find(key) != std::string_view::npos) {
        return true;
      }
      at = end + 1;
    }
  }
  return false;
}

Result<void> SshSession::CheckHost() {
  const auto refused = [this](const std::string& why) {
    return Failed(ErrorClass::kNonTransient, "HOST_KEY", why);
  };
  ssh_key raw = nullptr;
  if (ssh_get_server_publickey(session_, &raw) != SSH_OK) {
    return Broken("the server has presented no key");
  }
  const Key key(raw);
  const std::string shown =
      std::string(ssh_key_type_to_char(ssh_key_type(raw))) + " " + Fingerprint(raw);
  const std::vector<std::string> files = KnownHostsFiles();
  const std::string where = files[1] == "/dev/null" ? files[0] : files[0] + " and " + files[1];
  char* base64 = nullptr;
  if (ssh_pki_export_pubkey_base64(raw, &base64) != SSH_OK) {
    return refused("its key " + shown + " cannot be looked up");
  }
  const Text exported(base64);
  if (Revoked(exported.get())) {
    return refused("its key " + shown + " is marked @revoked in " + where);
  }
  switch (ssh_session_is_known_server(session_)) {
    case SSH_KNOWN_HOSTS_OK:
      return {};
    case SSH_KNOWN_HOSTS_CHANGED:
      return refused("its key has CHANGED: it shows " + shown + ", but " + where +
                     " has a different key; somebody may intercept the connection");
    case SSH_KNOWN_HOSTS_OTHER:
      return refused("it shows a key whose type differs from the types of the keys in " + where +
                     ": " + shown);
    default:
      return refused("its key " + shown + " is not in " + where +
                     "; add the key once you know that it is right");
  }
}

Result<void> SshSession::LogIn() {
  std::string tried;
  int result = ssh_userauth_none(session_, nullptr);
  const bool offers =
      (ssh_userauth_list(session_, nullptr) & static_cast<int>(SSH_AUTH_METHOD_PUBLICKEY)) != 0;
  if (result == SSH_AUTH_DENIED && offers) {
    result = TryAgent(&tried);
    std::vector<std::string> paths = options_.identities;
    for (const char* name : kUsualKeys) {
      if (std::string path = InHome(name); options_.identities.empty() && !path.empty()) {
        paths.push_back(std::move(path));
      }
    }
    for (const std::string& path : paths) {
      if (result == SSH_AUTH_SUCCESS || Undecided(result)) {
        break;
      }
      result = TryKey(path, &tried);
    }
  }
  if (result == SSH_AUTH_SUCCESS) {
    return {};
  }
  const std::string said = ssh_get_error(session_);
  if (Undecided(result) && said.find("authentication failures") == std::string::npos) {
    return Broken(result == SSH_AUTH_ERROR ? "the connection broke while logging in"
                                           : "no answer in time while logging in");
  }
  return Failed(ErrorClass::kNonTransient, "AUTH_FAILED",
                !offers ? "the server does not accept logins with keys"
                : tried.empty()
                    ? "no key to log in with: no agent, and no key in ~/.ssh or hpdl.ssh.identities"
                    : "the server does not accept any of the keys:" + tried);
}

int SshSession::TryAgent(std::string* tried) {
  const char* socket = std::getenv("SSH_AUTH_SOCK");
  if (socket == nullptr || *socket == '\0') {
    return SSH_AUTH_DENIED;
  }
  const int result = ssh_userauth_agent(session_, nullptr);
  if (result != SSH_AUTH_SUCCESS) {
    tried->append(" the keys of the agent;");
  }
  // libssh also returns SSH_AUTH_ERROR if it cannot reach the agent. The session can then still be
  // used, if the connection is open.
  return result == SSH_AUTH_ERROR && ssh_is_connected(session_) != 0 ? SSH_AUTH_DENIED : result;
}

int SshSession::TryKey(const std::string& path, std::string* tried) {
  if (access(path.c_str(), F_OK) != 0 && options_.identities.empty()) {
    return SSH_AUTH_DENIED;
  }
  bool encrypted = false;
  ssh_key raw = nullptr;
  if (ssh_pki_import_privkey_file(path.c_str(), nullptr, &NoteEncrypted, &encrypted, &raw) !=
      SSH_OK) {
    tried->append(" ").append(path);
    tried->append(encrypted                         ? " (encrypted, and not in an agent);"
                  : access(path.c_str(), F_OK) != 0 ? " (there is no such file);"
                  : access(path.c_str(), R_OK) != 0 ? " (cannot be read);"
                                                    : " (not a private key);");
    return SSH_AUTH_DENIED;
  }
  const Key key(raw);
  const int result = ssh_userauth_publickey(session_, nullptr, raw);
  if (result != SSH_AUTH_SUCCESS) {
    tried->append(" ").append(path).append(";");
  }
  return result;
}

}  // namespace hpdl::rt
