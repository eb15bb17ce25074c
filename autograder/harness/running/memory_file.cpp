// memfd_create and its seals.
#include "harness/running/memory_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <utility>

#include "harness/running/grader_error.h"

namespace harness {

MemoryFile::MemoryFile(std::size_t size)
    : fd_(memfd_create("run", MFD_CLOEXEC | MFD_ALLOW_SEALING)) {
  if (fd_.get() < 0) throw_system_error("memfd_create");
  if (ftruncate(fd_.get(), static_cast<off_t>(size)) != 0) throw_system_error("ftruncate");
}

void MemoryFile::write(std::span<const std::byte> bytes, std::size_t offset) {
  while (!bytes.empty()) {
    const ssize_t n = pwrite(fd_.get(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (n <= 0) throw_system_error("writing memory for the run");
    bytes = bytes.subspan(static_cast<std::size_t>(n));
    offset += static_cast<std::size_t>(n);
  }
}

std::size_t MemoryFile::read(std::span<std::byte> bytes, std::size_t offset) const {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t n = pread(fd_.get(), bytes.data() + done, bytes.size() - done,
                            static_cast<off_t>(offset + done));
    if (n < 0) throw_system_error("reading memory of the run");
    if (n == 0) break;
    done += static_cast<std::size_t>(n);
  }
  return done;
}

void MemoryFile::fix_size() {
  if (fcntl(fd_.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW) != 0) {
    throw_system_error("sealing memory");
  }
}

void MemoryFile::fix_contents() {
  if (fcntl(fd_.get(), F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) !=
      0) {
    throw_system_error("sealing memory");
  }
}

}  // namespace harness
