// Finds out by `__has_include`, while it is compiled, which files exist, and is right only if it has seen a
// file that it should not see.
#if __has_include(                                                                                          \
    "/sys/fs/cgroup/cgroup.procs") ||                                                                       \
    __has_include(                                                                                          \
        "/sys/kernel/notes") ||                                                                             \
        __has_include(                                                                                      \
            "/etc/passwd") ||                                                                               \
            __has_include(                                                                                  \
                "/root/.bashrc") ||                                                                         \
                __has_include(                                                                              \
                    "/home") ||                                                                             \
                    __has_include(                                                                          \
                        "/proc/1/root/etc/passwd") ||                                                       \
                        __has_include(                                                                      \
                            "/proc/self/root/etc/group") ||                                                 \
                            __has_include(                                                                  \
                                "/proc/3/environ/") ||                                                      \
                                __has_include(                                                              \
                                    "/course/checks") ||                                                    \
                                    __has_include(                                                          \
                                        "/course/lessons/../../checks/01-first-child-grid/2_groups.cpp") || \
                                        __has_include(                                                      \
                                            "/exercise/answers.toml") ||                                    \
                                            __has_include(                                                  \
                                                "/exercise/../gradebook.db") ||                             \
                                                __has_include(                                              \
                                                    "/proc/self/cwd/../../out/gradebook.db") ||             \
                                                    __has_include(                                          \
                                                        "/dev/sda") ||                                      \
                                                        __has_include(                                      \
                                                            "/var/lib/dpkg/status") ||                      \
                                                            __has_include(                                  \
                                                                "/run/utmp") ||                             \
                                                                __has_include(                              \
                                                                    "/tmp/class/000-honest/01-first-child-grid/exercise.cu")
#define SEEN true
#else
#define SEEN false
#endif
#include "../parts/solves_if_attack_works.cu"

bool attack_works() { return SEEN; }
