#ifndef HPDL_RUNTIME_GROUND_PROGRESS_TESTING_SCREEN_H_
#define HPDL_RUNTIME_GROUND_PROGRESS_TESTING_SCREEN_H_

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace hpdl::rt {

/// A terminal for tests. It supports ASCII and the few escape sequences that the live view sends.
/// When its width becomes smaller, it wraps its lines again.
class ScreenForTest {
 public:
  ScreenForTest(std::size_t width, std::size_t height) : width_(width), height_(height) {}

  void Feed(std::string_view text) {
    for (std::size_t at = 0; at < text.size(); ++at) {
      if (text[at] == '\r') {
        column_ = 0;
      } else if (text[at] == '\n') {
        LineFeed();
      } else if (text[at] == '\x1b') {
        at = Escape(text, at + 2);
      } else {
        Put(text[at]);
      }
    }
  }

  /// Changes the width. The cursor must be at the start of the last line, where the view leaves it.
  void Resize(std::size_t width) {
    std::vector<std::string> wrapped;
    for (std::size_t i = 0; i < row_; ++i) {
      std::string line = Line(i);
      do {
        wrapped.push_back(line.substr(0, width));
        line.erase(0, width);
      } while (!line.empty());
    }
    row_ = wrapped.size();
    lines_ = std::move(wrapped);
    width_ = width;
  }

  /// Returns the lines on the screen, without the empty lines at its end.
  std::vector<std::string> Lines() const {
    std::vector<std::string> lines = lines_;
    while (!lines.empty() && lines.back().empty()) {
      lines.pop_back();
    }
    return lines;
  }

 private:
  std::string& Line(std::size_t row) {
    if (lines_.size() <= row) {
      lines_.resize(row + 1);
    }
    return lines_[row];
  }
  void LineFeed() {
    if (++row_ >= height_) {
      lines_.erase(lines_.begin());
      row_ = height_ - 1;
    }
  }
  void Put(char c) {
    std::string& line = Line(row_);
    line.resize(std::max(line.size(), column_ + 1), ' ');
    line[column_++] = c;
  }
  std::size_t Escape(std::string_view text, std::size_t at) {
    std::size_t number = 0;
    for (; text[at] >= '0' && text[at] <= '9'; ++at) {
      number = number * 10 + static_cast<std::size_t>(text[at] - '0');
    }
    if (text[at] == 'A') {
      row_ -= std::min(row_, number);
    } else if (text[at] == 'K') {
      Line(row_).resize(std::min(column_, Line(row_).size()));
    } else if (text[at] == 'J') {
      Line(row_).resize(std::min(column_, Line(row_).size()));
      lines_.resize(row_ + 1);
    }
    return at;
  }

  std::size_t width_, height_;
  std::size_t row_ = 0, column_ = 0;
  std::vector<std::string> lines_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_PROGRESS_TESTING_SCREEN_H_
