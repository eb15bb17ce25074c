// Descriptors travel by SCM_RIGHTS.
#include "harness/running/run_server.h"

#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>

#include "harness/family.h"
#include "harness/running/control.h"
#include "harness/running/grader_error.h"
#include "harness/running/served.h"

namespace harness {
namespace {

using Clock = std::chrono::steady_clock;

// In the order in which the server expects them.
void put_in_order(const std::vector<PassedDescriptor>& descriptors,
                  int (&ordered)[kServedFdCount]) {
  for (int i = 0; i < kServedFdCount; ++i) {
    const auto found = std::ranges::find(descriptors, kServedFds[i], &PassedDescriptor::theirs);
    if (found == descriptors.end()) throw GraderError("a run lacks a descriptor");
    ordered[i] = found->ours;
  }
}

void note_status(int status, ProcessEnd& end) {
  end.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  end.exit_status = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
}

}  // namespace

std::unique_ptr<RunServer>& run_server() {
  static std::unique_ptr<RunServer> server;
  return server;
}

RunServer::RunServer(Program program, const std::string& emulator, const std::string& exercise)
    : program_(std::move(program)) {
  program_.words.emplace_back(program_.launches ? kServeAloneArgument : kServeArgument);
  if (!emulator.empty()) program_.words.insert(program_.words.end(), {emulator, exercise});
}

RunServer::~RunServer() {
  ProcessEnd ignored;
  try {
    stop(ignored);
  } catch (const GraderError&) {  // the system ends it when we have ended
  }
}

void RunServer::start() {
  if (pid_ != 0) return;
  become_subreaper();
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) {
    throw_system_error("socketpair");
  }
  socket_ = Descriptor(ends[0]);
  const Descriptor theirs(ends[1]);
  errors_ = std::make_unique<Capture>(kCapturedBytes);
  std::vector<PassedDescriptor> passed{{theirs.get(), kServerFd},
                                       {errors_->writing(), STDOUT_FILENO},
                                       {errors_->writing(), STDERR_FILENO}};
  const std::vector<Descriptor> lifted = lift(passed);
  pid_ = spawn(program_, passed);
  errors_->close_writing();
}

void RunServer::stop(ProcessEnd& end) {
  if (pid_ == 0) return;
  socket_.close();
  bury(std::exchange(pid_, 0), program_.launches, end);
}

bool RunServer::ask(const std::vector<PassedDescriptor>& descriptors) {
  int ordered[kServedFdCount];
  put_in_order(descriptors, ordered);
  char byte = 0;
  iovec part{&byte, 1};
  alignas(cmsghdr) char space[CMSG_SPACE(sizeof ordered)] = {};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = space;
  message.msg_controllen = sizeof space;
  cmsghdr* rights = CMSG_FIRSTHDR(&message);
  rights->cmsg_level = SOL_SOCKET;
  rights->cmsg_type = SCM_RIGHTS;
  rights->cmsg_len = CMSG_LEN(sizeof ordered);
  std::memcpy(CMSG_DATA(rights), ordered, sizeof ordered);
  return sendmsg(socket_.get(), &message, MSG_NOSIGNAL) == 1;
}

bool RunServer::read_answer(ProcessEnd& end) {
  ServedEnd answer;
  if (recv(socket_.get(), &answer, sizeof answer, MSG_DONTWAIT) != sizeof answer) return false;
  note_status(answer.status, end);
  end.peak_kb = static_cast<long>(answer.peak_kb);
  return answer.left_traces == 0;
}

ProcessEnd RunServer::run(const std::vector<PassedDescriptor>& descriptors, const Limits& limits) {
  start();
  Captures captures;
  std::vector<PassedDescriptor> passed = descriptors;
  passed.push_back({captures.out.writing(), STDOUT_FILENO});
  passed.push_back({captures.err.writing(), STDERR_FILENO});
  passed.push_back({captures.book.writing(), kBookFd});
  ProcessEnd end;
  const auto begin = Clock::now();
  const bool asked = ask(passed);
  captures.close_writing();
  if (asked) watch(pid_, socket_.get(), limits, captures, end);
  end.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  const bool fit_for_another =
      asked && end.stopped_for == ProcessEnd::Stop::kNone && read_answer(end);
  if (!fit_for_another) {
    // How the run ended is known, unless the whole sandbox came to an end.
    ProcessEnd of_sandbox;
    stop(of_sandbox);
    errors_->drain();
    if (end.signal == 0 && end.exit_status == 0) {
      end.signal = of_sandbox.signal;
      end.exit_status = of_sandbox.exit_status;
      end.peak_kb = std::max(end.peak_kb, of_sandbox.peak_kb);
    }
  }
  captures.move_to(end);
  if (!fit_for_another) end.standard_error += errors_->text;
  return end;
}

}  // namespace harness
