// What the exercise and its checks agree on: jobs, and four functions that the host calls.
//
// All arrays are ordinary host memory of the caller. Every function returns 0, or the first CUDA
// error that the host or a launching thread of the device met.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// What a job wants to know about its numbers.
enum Kind {
  kSum,      ///< their sum
  kLargest,  ///< the largest of them
  kRange,    ///< the largest minus the smallest
  kKinds     ///< how many kinds there are
};

/// A job: one question about `count` numbers.
struct Job {
  int kind;   ///< a Kind
  int first;  ///< the index of the first of its numbers
  int count;  ///< how many numbers, 1 or more
};

/// Doubles numbers in a graph that a kernel launches.
///
/// The host launches one graph, and no kernel.
/// @param[in,out] values  n elements
/// @param n  number of elements, 1 or more
int double_by_graph(int* values, int n);

/// Does jobs, each by a graph of its kind that a dispatcher on the device fires.
///
/// There are `per_kind` executable graphs of each kind, and the host launches one graph. If the
/// device refuses to launch a graph, the results are complete nevertheless and 0 is returned, or the
/// launch's error is returned.
/// @param[out] results  job_count elements: the answer to each job
/// @param numbers  n elements, each from -1000 to 1000
/// @param n  number of numbers, 1 or more
/// @param jobs  job_count elements
/// @param job_count  number of jobs, 0 or more
/// @param per_kind  executable graphs of each kind, 1 to 100
int run_jobs(int* results, const int* numbers, int n, const struct Job* jobs, int job_count,
             int per_kind);

/// Relaxes cells until they hardly change. The host launches one graph and waits once.
///
/// In one step every inner cell becomes the mean of its two neighbors; the first and the last cell
/// stay. It stops after the first step in which no cell changed by `tolerance` or more, or after
/// `max_steps` steps.
/// @param[in,out] cells  n elements: the start, then the result
/// @param[out] steps  becomes the number of steps done
/// @param n  number of cells, 1 or more
/// @param tolerance  a smaller change counts as none
/// @param max_steps  largest number of steps, 1 or more
int relax_until_still(float* cells, int* steps, int n, float tolerance, int max_steps);

/// Takes `steps` such steps, and after each `every` of them a sample of the cells. Of each sample a
/// slow graph computes the roughness, while the solver goes on.
///
/// The roughness of cells is the sum of all `fabsf(cells[i + 1] - cells[i])`, added from i = 0 on.
/// @param[in,out] cells  n elements: the start, then the result
/// @param[out] roughness  steps / every elements: of the cells after `every` steps, after twice as
///   many …
/// @param n  number of cells, 1 or more
/// @param steps  number of steps, 1 or more
/// @param every  1 or more; there are at most 100 samples
int sampled_steps(float* cells, float* roughness, int n, int steps, int every);

#ifdef __cplusplus
}
#endif
