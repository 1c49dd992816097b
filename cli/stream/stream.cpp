#include "stream/stream.hpp"

#include <algorithm>
#include <cerrno>
#include <memory>

#include "host/host.hpp"
#include "output.hpp"
#include "stream/input.hpp"
#include "stream/outlet.hpp"
#include "stream/pipeline.hpp"

namespace sortid::cli {

void work_on(const stream_work& work, const block& in, block_result& result) {
  if (work.too_long && (in.kind == block_kind::long_line || in.kind == block_kind::long_line_end)) {
    result.reject_long_line(in, work.too_long(in.size));
  } else {
    work.process(in, result);
  }
}

namespace {

// What a thread has of standard input.
class input_lane {
 public:
  input_lane(const stream_work& work, const reject_options& w, block_reader& from, outlet& to)
      : work_(work),
        reader_(from),
        outlet_(to),
        bytes_(std::make_unique<char[]>(from.block_size())),
        result_(w, &to) {}

  taken take() {
    if (!reader_.next(block_, bytes_.get())) return taken::nothing;
    read_ = reader_.bytes_read();
    constexpr std::size_t plenty = std::size_t{32} << 10U;  // half of what a pipe gives at once
    return block_.bytes.size() < plenty ? taken::little : taken::plenty;
  }
  void work(turn& mine) {
    result_.begin(mine);
    work_on(work_, block_, result_);
  }
  bool give() {
    if (!result_.write()) return false;
    outlet_.show_progress(read_);
    return true;
  }

 private:
  const stream_work& work_;
  block_reader& reader_;
  outlet& outlet_;
  std::unique_ptr<char[]> bytes_;
  block block_;
  std::uint64_t read_ = 0;
  block_result result_;
};

// One call of run_stream().
class stream {
 public:
  stream(const stream_work& work, const stream_options& options) : work_(work), options_(options) {}

  bool open_invalid(const std::vector<std::string>& arguments) {
    if (options_.invalid_path.empty()) return true;
    std::vector<std::string> files = options_.inputs;
    if (options_.files) files.insert(files.end(), arguments.begin(), arguments.end());
    return outlet_.open_invalid(options_.invalid_path, files);
  }
  // False when input or output failed, so that nothing more is to be done.
  bool argument(std::uint64_t number, const std::string& text) {
    if (text == "-") return standard_input();
    if (options_.files) return file(text);
    block_result result(options_.reject, &outlet_);
    work_on(work_, {.kind = block_kind::argument, .bytes = text, .first = number}, result);
    return result.write();
  }
  bool standard_input() {
    if (input_ended_) return true;
    input_ended_ = true;
    return read(os::standard_input, {}) && (!read_failed_ || options_.files);
  }
  // False when the output failed.
  bool write_end(std::string_view file, std::uint64_t valid) {
    if (!options_.end_of_input) return true;
    results last;
    options_.end_of_input(file, valid, last.out);
    return outlet_.write(last, false);
  }
  bool write_end() { return options_.files || write_end({}, outlet_.valid()); }
  // Nothing is written at the end where an input could not be read.
  void finish() {
    if (options_.finish && !read_failed_) (void)options_.finish(outlet_);
  }
  void count_if_invalid() { counted_ = counted_ || outlet_.invalid() != 0; }
  status end() {
    const bool written = outlet_.close();
    if (outlet_.invalid() != 0 && counted_ && options_.count)
      say(fmt::format("{} valid, {} invalid", outlet_.valid(), outlet_.invalid()));
    if (!written || read_failed_) return status::io_failed;
    const bool good = options_.found ? outlet_.valid() != 0 : outlet_.invalid() == 0;
    return good ? status::all_valid : status::some_invalid;
  }

 private:
  bool file(const std::string& name) {
    const int fd = os::open_to_read(name);
    if (fd < 0) {
      say_failed("cannot read", name, errno);
      read_failed_ = true;
      return true;
    }
    const bool going = read(fd, name);
    (void)os::close(fd);
    return going;
  }

  // False when the output failed.
  bool read(int fd, std::string_view file) {
    const std::string name(file.empty() ? "standard input" : file);
    // It would read its own results, or write over what it has not read.
    if (os::same_regular_file(fd, os::standard_output)) {
      say(name + " is the file that is written to");
      read_failed_ = true;
      return true;
    }
    for (const int end : {fd, os::standard_output}) os::widen_pipe(end);
    const os::alarm wake;
    block_reader reader(fd, file, inputs_++, options_.block_size, options_.record_size, wake);
    const std::uint64_t before = outlet_.valid();
    outlet_.begin_progress(fd);
    pipeline<input_lane> lanes(
        [&] { return std::make_unique<input_lane>(work_, options_.reject, reader, outlet_); },
        wake.works() ? options_.threads : 1, [&wake] { wake.ring(); });
    bool written = lanes.run();
    outlet_.end_progress();
    const std::string failed = reader.error_text();
    if (written && failed.empty() && options_.files) written = write_end(file, outlet_.valid() - before);
    if (!written) return false;
    counted_ = counted_ || outlet_.invalid() != 0;
    if (failed.empty()) return true;
    say(failed);
    read_failed_ = true;
    return true;
  }

  const stream_work& work_;
  const stream_options& options_;
  outlet outlet_;
  std::uint32_t inputs_ = 0;
  bool counted_ = false;
  bool input_ended_ = false;
  bool read_failed_ = false;
};

}  // namespace

bool is_one_of(int fd, const std::vector<std::string>& files) {
  if (files.empty()) return os::same_regular_file(fd, os::standard_input);
  return std::any_of(files.begin(), files.end(), [fd](const std::string& file) {
    return file == "-" ? os::same_regular_file(fd, os::standard_input) : os::is_regular_file_at(fd, file);
  });
}

status run_stream(const stream_work& work, const std::vector<std::string>& arguments,
                  stream_options options) {
  options.reject.keep = !options.invalid_path.empty();
  stream s(work, options);
  if (!s.open_invalid(arguments)) return status::io_failed;
  bool going = true;
  if (arguments.empty()) going = s.standard_input();
  for (std::size_t i = 0; going && i < arguments.size(); ++i) going = s.argument(i + 1, arguments[i]);
  if (going && s.write_end()) s.finish();
  if (arguments.size() > 1) s.count_if_invalid();
  return s.end();
}

}  // namespace sortid::cli
