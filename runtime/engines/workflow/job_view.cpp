#include "runtime/engines/workflow/job_view.h"

#include "runtime/engines/workflow/asked_files.h"
#include "runtime/engines/workflow/passed_nodes.h"
#include "runtime/engines/workflow/record_text.h"
#include "runtime/engines/workflow/world.h"
#include "runtime/ground/abi/text_view.h"
#include "runtime/ground/token/token.h"
#include "runtime/ground/value/coerce.h"

namespace hpdl::rt {
namespace {

std::optional<std::string> Present(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional<std::string>(text);
}

hpdl_value Value(std::string_view text) {
  hpdl_value value{};
  value.type = HPDL_STRING;
  value.size = static_cast<std::uint32_t>(text.size());
  value.as.s = text.data();
  return value;
}

}  // namespace

JobView::JobView(const hpdl_workflow& workflow, Properties properties)
    : workflow_(workflow), properties_(std::move(properties)) {}

JobView::~JobView() = default;

const NodeRecord& NodeEntry::Record() {
  if (record_ == nullptr) {
    record_ = std::make_unique<NodeRecord>(RecordOf(row));
  }
  return *record_;
}

NodeRecord RecordOf(const NodeRow& row) {
  NodeRecord record;
  record.kind = row.type;
  record.status = std::string(StateName(row.state, HPDL_DIALECT_OOZIE));
  record.transition = Present(row.transition);
  record.error_code = Present(row.error_code);
  record.error_message = Present(row.error_message);
  record.external_id = Present(row.external_id);
  record.tracker_uri = Present(row.tracker_uri);
  record.external_status = Present(row.external_status);
  record.has_data = row.data.has_value();
  record.has_counters = row.counters.has_value();
  if (row.data) {
    record.data = DataFromText(*row.data);
  }
  if (row.counters) {
    CountersFromText(*row.counters, &record.counters);
  }
  if (row.token) {
    record.puts = DataFromText(*row.token);
  }
  return record;
}

void JobView::ReadToken(Token* token) const {
  const std::uint32_t node = Find(current_);
  if (node == HPDL_NONE) {
    return;
  }
  if (passed_ == nullptr) {
    passed_ = std::make_unique<PassedNodes>(workflow_);
  }
  const auto row_of = [this](std::uint32_t index) -> const NodeRow* {
    return index < entries_.size() && entries_[index] ? &entries_[index]->row : nullptr;
  };
  for (const std::uint32_t index : passed_->Before(node, row_of)) {
    token->AddNode(entries_[index]->row.node, entries_[index]->Record());
  }
  if (row_of(node) != nullptr) {
    token->AddNode(current_, entries_[node]->Record());
  }
  for (const auto& [key, value] : puts_) {
    token->Put(TokenScope::kUser, current_, key, value);
  }
}

void JobView::PutToken(std::string key, std::string value) {
  puts_[std::move(key)] = std::move(value);
}

bool JobView::TakePuts(NodeRow* row) {
  if (puts_.empty()) {
    return false;
  }
  if (row->token) {
    puts_.merge(DataFromText(*row->token));
  }
  row->token = DataToText(puts_);
  puts_.clear();
  return true;
}

const std::string* JobView::Property(std::string_view name) const {
  const auto found = properties_.find(name);
  return found == properties_.end() ? nullptr : &found->second;
}

std::uint32_t JobView::Find(std::string_view name) const {
  if (by_name_.empty()) {
    by_name_.reserve(workflow_.node_count);
    for (std::uint32_t i = 0; i < workflow_.node_count; ++i) {
      by_name_.emplace(ToView(workflow_.nodes[i].name), i);
    }
  }
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? HPDL_NONE : found->second;
}

const NodeRecord* JobView::Node(std::string_view name) const {
  const std::uint32_t index = Find(name);
  return index < entries_.size() && entries_[index] ? &entries_[index]->Record() : nullptr;
}

NodeEntry& JobView::MakeEntry(std::uint32_t index) {
  if (entries_.empty()) {
    entries_.resize(workflow_.node_count);
  }
  if (entries_[index] == nullptr) {
    entries_[index] = std::make_unique<NodeEntry>();
  }
  return *entries_[index];
}

std::optional<std::string> JobView::LastErrorNode() const {
  return Present(last_error_node);
}

std::string_view JobView::ParameterName(std::uint32_t index) const {
  return index < workflow_.parameter_count ? ToView(workflow_.parameters[index].name)
                                           : std::string_view();
}

Error JobView::Failure(const hpdl_expr& expression, std::string_view node,
                       std::string_view why) const {
  std::string message;
  if (!node.empty()) {
    message = "node '" + std::string(node) + "', ";
  }
  message += std::string(ToView(workflow_.file_name)) + ":" + std::to_string(expression.line) +
             ":" + std::to_string(expression.column) + ": " + std::string(why) + " in '" +
             std::string(ToView(expression.text)) + "'";
  return {ErrorClass::kFatal, "EL_ERROR", message};
}

/// Returns the questions about files that the node under evaluation has asked. Makes the AskedFiles
/// object at the node's first question.
AskedFiles& JobView::Asked() {
  std::unique_ptr<AskedFiles>& asked = asked_[std::string(current_)];
  if (asked == nullptr) {
    PathBase base;
    base.home = HomeDirectory();
    base.user = identity.user;
    base.remote = file_systems && !current_.empty() ? file_systems() : nullptr;
    asked = std::make_unique<AskedFiles>(std::move(base));
  }
  return *asked;
}

Result<std::string> JobView::HadoopProperty(std::string_view server, std::string_view name) const {
  FileSystems* const systems = file_systems ? file_systems() : nullptr;
  return systems == nullptr ? Result<std::string>(std::string())
                            : systems->Property(server, std::string(name));
}

Result<FileInfo> JobView::Stat(const std::string& uri) {
  return Asked().Stat(uri);
}

Result<bool> JobView::ExistsGlob(const std::string& uri_glob) {
  return Asked().ExistsGlob(uri_glob);
}

Result<std::int64_t> JobView::DirectorySize(const std::string& uri) {
  return Asked().DirectorySize(uri);
}

AskedFiles* JobView::Unanswered(std::string_view node) {
  const auto asked = asked_.find(node);
  return asked != asked_.end() && asked->second->waits() ? asked->second.get() : nullptr;
}

void JobView::ForgetAnswers(std::string_view node) {
  if (!asked_.empty()) {
    const auto asked = asked_.find(node);
    if (asked != asked_.end()) {
      asked_.erase(asked);
    }
  }
}

Result<void> JobView::Evaluate(std::uint32_t index, std::string_view node, hpdl_eval* eval,
                               hpdl_value* value) {
  const hpdl_expr& expression = workflow_.exprs[index];
  if (expression.fn == nullptr) {
    *value = Value(ToView(expression.text));
    return {};
  }
  eval->run = this;
  eval->files = this;
  eval->writer = this;
  current_ = node;
  const bool failed = expression.fn(eval, value) != 0;
  current_ = {};
  if (failed) {
    puts_.clear();  // a failed evaluation puts nothing into the token
    return Failure(expression, node, eval->error);
  }
  return {};
}

Result<std::string> JobView::Text(std::uint32_t index, std::string_view node) {
  const hpdl_expr& expression = workflow_.exprs[index];
  if (expression.fn == nullptr) {
    return std::string(ToView(expression.text));
  }
  hpdl_eval eval;
  hpdl_value value{};
  HPDL_TRY(Evaluate(index, node, &eval, &value));
  hpdl_value text = value;
  if (value.type != HPDL_STRING && hpdl_op_to_string(&eval, &value, &text) != 0) {
    puts_.clear();
    return Failure(expression, node, eval.error);
  }
  return text.type == HPDL_STRING ? std::string(text.as.s, text.size) : std::string();
}

Result<bool> JobView::Predicate(std::uint32_t index, std::string_view node, std::string* text) {
  hpdl_eval eval;
  hpdl_value value{};
  HPDL_TRY(Evaluate(index, node, &eval, &value));
  hpdl_value shown{};
  if (hpdl_op_to_string(&eval, &value, &shown) == 0 && shown.type == HPDL_STRING) {
    text->assign(shown.as.s, shown.size);
  }
  if (value.type == HPDL_STRING && workflow_.dialect == HPDL_DIALECT_OOZIE) {
    return IsTrueCase({value.as.s, value.size});
  }
  hpdl_value answer = value;
  if (value.type != HPDL_BOOLEAN && hpdl_op_to_boolean(&eval, &value, &answer) != 0) {
    puts_.clear();
    return Failure(workflow_.exprs[index], node, eval.error);
  }
  return answer.type == HPDL_BOOLEAN && answer.as.i != 0;
}

Result<void> JobView::Fill(const hpdl_arg* args, std::uint32_t count,
                           std::span<const std::uint32_t> unused, std::string_view node,
                           ArgNode* root) {
  // Arguments are in preorder, and each argument has the index after its last descendant. So a
  // stack of the open nodes is enough. If a value of a file fails, the stack has the root, perhaps
  // some elements, the file, and the property.
  struct Open {
    ArgNode* node;
    std::uint32_t end;
  };
  std::vector<Open> open{{root, count}};
  for (std::uint32_t i = 0; i < count; ++i) {
    while (open.size() > 1 && i >= open.back().end) {
      open.pop_back();
    }
    if (!unused.empty() && unused.front() == i) {
      unused = unused.subspan(1);
      i = args[i].end - 1;
      continue;
    }
    ArgNode child;
    child.field = args[i].field;
    child.line = args[i].line;
    if (args[i].expr != HPDL_NONE) {
      Result<std::string> text = Text(args[i].expr, node);
      const bool fails = !text && Unanswered(node) == nullptr;  // else it waits for an answer
      if (fails && args[i].field == HPDL_FILE_PROPERTY && open.size() > 2) {
        open.pop_back();  // the property
        open.back().node->children.clear();
        i = open.back().end - 1;  // the last property of the file
        continue;
      }
      HPDL_TRY(text);
      child.text = std::move(*text);
    }
    // The vector of an open node grows only while that node is on top, so the pointers in the stack
    // stay valid.
    std::vector<ArgNode>& siblings = open.back().node->children;
    siblings.push_back(std::move(child));
    if (args[i].end > i + 1) {
      open.push_back({&siblings.back(), args[i].end});
    }
  }
  return {};
}

Result<ActionArguments> JobView::Arguments(const hpdl_node& node) {
  ActionArguments arguments;
  arguments.root.line = node.line;
  const std::string_view name = ToView(node.name);
  HPDL_TRY(Fill(node.args, node.arg_count, {}, name, &arguments.root));
  if (workflow_.global_arg_count != 0 && (node.flags & HPDL_NODE_TAKES_GLOBAL) != 0) {
    HPDL_TRY(Fill(workflow_.global_args, workflow_.global_arg_count,
                  {node.unused_global, node.unused_global_count}, name,
                  &arguments.global.emplace()));
  }
  return arguments;
}

}  // namespace hpdl::rt
