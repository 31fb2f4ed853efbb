#include <utility>

#include "runtime/programs/client/celos_command.h"
#include "runtime/programs/client/hws_command.h"
#include "runtime/programs/client/import_command.h"
#include "runtime/programs/client/oozie_commands.h"
#include "runtime/programs/client/own_commands.h"

namespace hpdl::client {
namespace {

/// Escapes a text for man(7), so that nothing in it acts as a request or an escape.
std::string Roff(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\') {
      out += "\\(rs";
    } else if (c == '-') {
      out += "\\-";
    } else if (c == '\n') {
      out += ' ';
    } else if ((c == '.' || c == '\'') && out.empty()) {
      out.append("\\&").append(1, c);
    } else if (c == ';') {
      out += ";\\:";  // man may break a long filter after a ';'
    } else {
      out += c;
    }
  }
  return out;
}

std::string Bold(std::string_view text) {
  return "\\fB" + Roff(text) + "\\fR";
}

std::string Entry(const std::string& term, std::string_view about) {
  return ".TP\n" + term + "\n" + Roff(about) + "\n";
}

std::string Options(const CommandDecl& command) {
  std::string page;
  for (const OptionSpec& option : command.options) {
    std::string term = Bold("-" + std::string(option.name));
    if (!option.argument.empty()) {
      term += " \\fI" + Roff(option.argument) + "\\fR";
    }
    page += Entry(term, option.help);
  }
  return page;
}

std::string Command(const CommandDecl& command) {
  return ".SS " + std::string(command.name) + "\n" + Roff(command.about) + ".\n" + Options(command);
}

using Entries = std::initializer_list<std::pair<std::string_view, std::string_view>>;

std::string Section(const std::string& title, Entries entries) {
  std::string page = ".SH " + title + "\n";
  for (const auto& [term, about] : entries) {
    page += Entry(Bold(term), about);
  }
  return page;
}

}  // namespace

std::string ManPage() {
  std::string page =
      ".TH HPDL 1 \"\" \"hpdl " HPDL_VERSION
      "\"\n"
      ".ad l\n"
      ".SH NAME\n"
      "hpdl \\- command line client of Oozie servers, without Java\n"
      ".SH SYNOPSIS\n"
      ".B hpdl\n.I COMMAND\n[options]\n.br\n"
      ".B oozie\n.I COMMAND\n[options]\n.br\n"
      ".B celos\\-ci\n[options]\n"
      ".SH DESCRIPTION\n"
      "Takes the command lines of Oozie's client and prints the same output, for any Oozie "
      "server. Under the name\n.B oozie\nit has only Oozie's commands. Under the name\n"
      ".B celos\\-ci\nit takes the options of Celos' deployment tool.\n"
      ".SH OWN COMMANDS\n";
  page += Entry(Bold("info") + ", " + Bold("log") + ", " + Bold("definition") + " \\fIJOB\\fR",
                "Prints the same as 'job -info JOB', 'job -log JOB' or 'job -definition JOB'.");
  page += Entry(Bold("start") + ", " + Bold("suspend") + ", " + Bold("resume") + ", " +
                    Bold("kill") + " \\fIJOB\\fR",
                "Does the same as 'job -start JOB' and so on; the options of 'job' may follow.");
  page +=
      Entry(Bold("rerun") + " \\fIJOB\\fR", "Reruns a job, with -config FILE or -D NAME=VALUE.");
  page += Entry(Bold("completion") + " \\fBbash\\fR|\\fBzsh\\fR|\\fBfish\\fR",
                "Prints a completion script.");
  page += Entry(Bold("man"), "Prints this page.");
  page +=
      ".SS watch \\fIJOB\\fR\n"
      "Follows a job until it has ended or is suspended. On a terminal its actions are redrawn; "
      "elsewhere each change is printed as a line.\n";
  page += Options(WatchDecl());
  page +=
      ".SS queue\n"
      "Shows the running and waiting work of hpdld, the user and the time of each item, and the "
      "limits of the server. "
      "Oozie's own server cannot answer this command.\n";
  page += Options(QueueDecl());
  page +=
      ".SS hws \\fIVERB\\fR\n"
      "Uses the HWS API of an hpdld: deployed applications, their jobs, administration.\n";
  for (const HwsVerb& verb : HwsVerbs()) {
    page += Entry(Bold("hws " + std::string(verb.name)) + " \\fI" + Roff(verb.operands) + "\\fR",
                  verb.about);
  }
  page += Options(HwsDecl());
  page +=
      ".SS import \\fB\\-\\-from\\fR \\fIURL\\fR [\\fIID\\fR...]\n"
      "Continues the coordinators of the old Oozie server at URL on the server of \\-oozie, from "
      "the "
      "first action that has not begun at the old server. Without ids, lists the coordinators. To "
      "continue an interrupted import, run the same command again.\n";
  page += Options(ImportDecl());
  page +=
      ".SS celos\\-deploy \\fINAME\\fR\n"
      "Copies the scripts of a workflow to the folders that a Celos server reads, and copies the "
      "files of the workflow to HDFS. If a step fails, nothing is deployed.\n";
  page += Options(CelosDeployDecl());
  page +=
      ".SS celos\\-undeploy \\fINAME\\fR\n"
      "Removes a deployed workflow's scripts and files. A missing file is not an error.\n";
  page += Options(CelosUndeployDecl());
  page += ".SH OOZIE'S COMMANDS\n";
  for (const CommandDecl& command : OozieCommands()) {
    page += Command(command);
  }
  page += Section(
      "ENVIRONMENT",
      {{"OOZIE_URL", "The URL of the server, unless -oozie is given."},
       {"OOZIE_TIMEZONE", "The time zone of the times, unless -timezone is given; default GMT."},
       {"CELOS_CI_USERNAME",
        "The user who deploys, unless -user is given; default: the user of this machine."},
       {"OOZIE_AUTH", "The type of authentication, unless -auth is given: SIMPLE or BASIC."},
       {"OOZIE_DEBUG",
        "If this is a number above 0, the client prints each request, as with -debug."},
       {"OOZIE_CLIENT_OPTS", "More options -DNAME=VALUE."},
       {"SSL_CERT_FILE",
        "A file with the certificate authorities to trust, in place of those that this machine "
        "trusts."}});
  page +=
      Section("FILES",
              {{"~/.ssh/known_hosts",
                "The keys of the hosts to which celos-deploy copies scripts by sftp."},
               {"~/.oozierc",
                "Lines NAME=value that set variables. These variables override the environment. No "
                "line is executed."},
               {"~/.oozie-auth-token-...", "The token with which a server recognizes this user."}});
  page += Section(
      "EXIT STATUS",
      {{"0", "The command succeeded. For watch: the job is SUCCEEDED."},
       {"1",
        "Standard output cannot be written. For watch: the job is FAILED. For celos-deploy and "
        "celos-undeploy: the command failed."},
       {"2", "The argument of completion or --version is unknown."},
       {"3, 4", "For watch: the job is KILLED (3) or SUSPENDED (4)."},
       {"255",
        "The server refuses the request or cannot be reached, or the command line is wrong."}});
  return page;
}

}  // namespace hpdl::client
