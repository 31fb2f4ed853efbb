#include "compiler/draw/layout.h"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>

#include "compiler/draw/corners.h"
#include "compiler/draw/graphviz_layout.h"

namespace hpdl::draw {
namespace {

constexpr double kRowGap = 34;
constexpr double kNodeMargin = 6;
constexpr double kSidewaysGap = 16;
constexpr std::size_t kManyBranches = 6;
constexpr double kMostSpare = 70;
/// For graphs with more edges than this, Graphviz makes fewer rounds of improvement.
constexpr std::size_t kManyEdges = 150;

/// The scene in the form that hpdl_graphviz_layout() needs.
struct Graph {
  std::vector<hpdl_graph_node> nodes;
  std::vector<hpdl_graph_edge> edges;
};

/// Returns the gap between rows. The gap is larger if many arrows leave one node, so that they have
/// room to fan out.
double RowGap(const Scene& scene) {
  std::vector<std::size_t> out(scene.nodes.size());
  std::size_t most = 0;
  for (const SceneEdge& edge : scene.edges) {
    most = std::max(most, ++out[edge.from]);
  }
  const double spare = most > kManyBranches ? 2.0 * static_cast<double>(most - kManyBranches) : 0;
  return kRowGap + (scene.sideways ? kSidewaysGap : 0) + std::min(spare, kMostSpare);
}

/// Returns the weight of an edge. The path without errors gets the most weight, because readers
/// follow it.
int WeightOf(EdgeClass type) {
  switch (type) {
    case EdgeClass::kOk:
      return 6;
    case EdgeClass::kCase:
      return 7;  // this weight puts the target of a case just below the decision
    case EdgeClass::kDefault:
      return 3;
    case EdgeClass::kError:
      break;
  }
  return 1;
}

Graph GraphOf(const Scene& scene) {
  Graph graph;
  std::vector<std::size_t> entries(scene.nodes.size());
  for (const SceneEdge& edge : scene.edges) {
    ++entries[edge.to];
  }
  for (const SceneNode& node : scene.nodes) {
    hpdl_graph_node& out = graph.nodes.emplace_back();
    out.width = node.width;
    out.height = node.height;
    out.round = node.round ? 1 : 0;
    out.last = node.last ? 1 : 0;
    out.fork = node.type == hir::NodeType::kFork ? 1 : 0;
    out.join = node.type == hir::NodeType::kJoin ? 1 : 0;
    out.other = node.other;
    out.row = node.row;
  }
  for (const SceneEdge& edge : scene.edges) {
    hpdl_graph_edge& out = graph.edges.emplace_back();
    out.from = static_cast<std::uint32_t>(edge.from);
    out.to = static_cast<std::uint32_t>(edge.to);
    out.label_width = edge.label_width;
    out.label_height = edge.label_height;
    // If paths of different lengths meet, one arrow of the shorter path must be long. The last
    // arrow of a path gets a lower weight, so that this arrow becomes the long arrow. The actions
    // of the shorter path then stay one below the other.
    const bool meets = edge.type == EdgeClass::kOk && entries[edge.to] > 1;
    out.weight = WeightOf(edge.type) - (meets ? 1 : 0);
  }
  return graph;
}

void RunGraphviz(const Scene& scene, Graph& graph) {
  hpdl_graph all{};
  all.nodes = graph.nodes.data();
  all.node_count = graph.nodes.size();
  all.edges = graph.edges.data();
  all.edge_count = graph.edges.size();
  all.node_gap = kNodeGap;
  all.row_gap = RowGap(scene);
  all.margin = kNodeMargin;
  all.sideways = scene.sideways ? 1 : 0;
  all.quick = graph.edges.size() > kManyEdges ? 1 : 0;
  hpdl_graphviz_layout(&all);
}

/// Returns the layout in the form that the child process sends. It begins with x and y of each
/// node. The label, tip, point count and points of each edge follow.
std::vector<double> Numbers(const Graph& graph) {
  std::vector<double> out;
  for (const hpdl_graph_node& node : graph.nodes) {
    out.insert(out.end(), {node.x, -node.y});
  }
  for (const hpdl_graph_edge& edge : graph.edges) {
    out.insert(out.end(), {edge.label_x, -edge.label_y, edge.tip_x, -edge.tip_y,
                           static_cast<double>(edge.point_count)});
    for (std::size_t i = 0; i < edge.point_count; ++i) {
      out.insert(out.end(), {edge.points[2 * i], -edge.points[2 * i + 1]});
    }
  }
  return out;
}

/// Takes numbers one by one. After the last number, Take() returns 0 and ended() becomes true.
class Reader {
 public:
  explicit Reader(const std::vector<double>& numbers) : numbers_(numbers) {}

  double Take() {
    if (next_ == numbers_.size()) {
      ended_ = true;
      return 0;
    }
    return numbers_[next_++];
  }
  Point TakePoint() {
    const double x = Take();
    return {x, Take()};
  }
  std::size_t Left() const { return numbers_.size() - next_; }
  bool ended() const { return ended_; }

 private:
  const std::vector<double>& numbers_;
  std::size_t next_ = 0;
  bool ended_ = false;
};

bool ReadLayout(const Scene& scene, const std::vector<double>& numbers, Layout* layout) {
  Reader reader(numbers);
  for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
    layout->nodes.push_back(reader.TakePoint());
  }
  for (std::size_t i = 0; i < scene.edges.size(); ++i) {
    Curve& curve = layout->edges.emplace_back();
    curve.label = reader.TakePoint();
    curve.tip = reader.TakePoint();
    const auto points = static_cast<std::size_t>(reader.Take());
    for (std::size_t j = 0; j < points && reader.Left() > 0; ++j) {
      curve.points.push_back(reader.TakePoint());
    }
  }
  return !reader.ended() && reader.Left() == 0;
}

[[noreturn]] void Child(const Scene& scene, int out) {
  // The default handlers end the process at once. The handlers of a sanitizer would also print a
  // trace, but the parent reports a crash in one sentence.
  for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGILL}) {
    ::signal(number, SIG_DFL);
  }
  Graph graph = GraphOf(scene);
  RunGraphviz(scene, graph);
  const std::vector<double> numbers = Numbers(graph);
  const char* data = reinterpret_cast<const char*>(numbers.data());
  std::size_t left = numbers.size() * sizeof(double);
  while (left > 0) {
    const ssize_t written = ::write(out, data, left);
    if (written < 0 && errno != EINTR) {
      break;
    }
    if (written > 0) {
      data += written;
      left -= static_cast<std::size_t>(written);
    }
  }
  ::_exit(left == 0 ? 0 : 1);
}

/// Reads all bytes until the child process closes the pipe. Returns false if this takes longer than
/// `seconds`.
bool ReadAll(int in, int seconds, std::string* bytes) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::seconds(seconds);
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now());
    pollfd wanted{in, POLLIN, 0};
    const int ready = left.count() <= 0 ? 0 : ::poll(&wanted, 1, static_cast<int>(left.count()));
    if (ready == 0) {
      return false;
    }
    char buffer[1 << 16];
    const ssize_t count = ready < 0 ? -1 : ::read(in, buffer, sizeof buffer);
    if (count > 0) {
      bytes->append(buffer, static_cast<std::size_t>(count));
    } else if (count == 0 || errno != EINTR) {
      return true;
    }
  }
}

}  // namespace

Result<Layout> MakeLayout(const Scene& scene, int seconds) {
  int ends[2];
  if (::pipe(ends) != 0) {
    return Failure(std::strerror(errno));
  }
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(ends[0]);
    Child(scene, ends[1]);
  }
  ::close(ends[1]);
  std::string bytes;
  const bool in_time = child > 0 && ReadAll(ends[0], seconds, &bytes);
  ::close(ends[0]);
  if (child < 0) {
    return Failure(std::strerror(errno));
  }
  if (!in_time) {
    ::kill(child, SIGKILL);
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!in_time) {
    return Failure("the layout of the picture takes longer than " + std::to_string(seconds) + " s");
  }
  std::vector<double> numbers(bytes.size() / sizeof(double));
  std::copy_n(bytes.data(), numbers.size() * sizeof(double),
              reinterpret_cast<char*>(numbers.data()));
  Layout layout;
  if (status != 0 || !ReadLayout(scene, numbers, &layout)) {
    return Failure("Graphviz cannot draw this graph");
  }
  ReachDecisions(scene, &layout);
  return layout;
}

}  // namespace hpdl::draw
