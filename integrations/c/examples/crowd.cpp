// Updates four crowds on four threads, in C++. Usage: crowd CONTENT [CHARACTERS [UPDATES]].
// Destructors close handles, and errors are thrown.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <thread>
#include <vector>

#include "rigmill.h"

static void check(RigmillStatus status) {
    if (status != RIGMILL_STATUS_OK) throw std::runtime_error(rigmill_last_error());
}

// A handle that closes itself at the end of its scope.
template <typename T, RigmillStatus (*close)(T)>
class Handle {
  public:
    Handle() = default;
    ~Handle() { close(handle); }
    Handle(const Handle &) = delete;
    Handle &operator=(const Handle &) = delete;
    operator T() const { return handle; }
    T *out() { return &handle; }

  private:
    T handle{};
};

using Content = Handle<RigmillContent, rigmill_content_close>;
using Actions = Handle<RigmillActions, rigmill_actions_close>;
using Crowd = Handle<RigmillCrowd, rigmill_crowd_close>;

struct Result {
    std::uint64_t checksum = 0;
    double seconds = 0;
    std::exception_ptr error;
};

// Returns a checksum of the bits of all matrices after a number of updates.
static void run(RigmillActions actions, std::size_t characters, int updates, Result &result) try {
    Crowd crowd;
    check(rigmill_crowd_create(actions, characters, crowd.out()));
    std::vector<RigmillCharacter> all(characters);
    std::size_t count;
    check(rigmill_crowd_characters(crowd, all.data(), all.size(), &count));
    for (std::size_t i = 0; i < count; i++) {
        check(rigmill_crowd_play(crowd, all[i], "body", i % 2 == 0 ? "Stroll" : "Idle"));
        if (i % 3 == 0) check(rigmill_crowd_play(crowd, all[i], "arms", "Shoot"));
    }
    auto begin = std::chrono::steady_clock::now();
    for (int update = 0; update < updates; update++) check(rigmill_crowd_update(crowd, 1.0f / 60.0f));
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    const RigmillMatrix *matrices;
    check(rigmill_crowd_matrices(crowd, &matrices, &count));
    for (std::size_t i = 0; i < 16 * count; i++) {
        std::uint32_t bits;
        std::memcpy(&bits, &matrices[i / 16].m[i % 16], sizeof bits);
        result.checksum = (result.checksum << 5 | result.checksum >> 59) ^ bits;
    }
} catch (...) {
    result.error = std::current_exception();
}

int main(int argc, char **argv) try {
    const std::size_t characters = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 25;
    const int updates = argc > 3 ? std::atoi(argv[3]) : 60;
    Content content;
    Actions actions;
    check(rigmill_content_open(argc > 1 ? argv[1] : "content/build/native", content.out()));
    check(rigmill_actions_load(content, "Hero/Grund.actions", actions.out()));
    Result results[4];
    std::vector<std::thread> threads;
    for (Result &result : results) {
        threads.emplace_back([&] { run(actions, characters, updates, result); });
    }
    for (std::thread &thread : threads) thread.join();
    for (Result &result : results) {
        if (result.error) std::rethrow_exception(result.error);
        std::printf("%016llx\n", static_cast<unsigned long long>(result.checksum));
        std::fprintf(stderr, "%.3f ms an update\n", 1000 * result.seconds / updates);
    }
    return 0;
} catch (const std::exception &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
