#!/bin/sh
# tables.sh RANKING RESULTS: everything that compares the virtual clock with an H200, in the folder of
# the programs; RESULTS is where the card's are. One after another, for they fill the processor and
# the memory. Returns 1 when a pair of some table disagrees.
set -u
ranking=$1 results=$2 here=$(dirname "$0") status=0
for table in launches children bezier mandelbrot_known; do ./$table || status=1; done

ranks() { # benchmark, arguments
  name=$1
  shift
  "$here/ranks.sh" "$ranking" "$results/h200-$name.csv" "./benchmark_$name" "$@" || status=1
}
ranks bezier
ranks quicksort size=1,1000,16384,131072 input=random
ranks quicksort size=131072 input=sorted,reversed,sixteen_keys,equal
ranks quadtree size=1,64,65,1000,16384
ranks adaptive_grid size=64,256
ranks mandelbrot size=1024
ranks mandelbrot size=4096 parameter=128
levels=flat,flat_warps,flat_blocks,child_null,child,threshold,coarse,threshold_coarse
levels=$levels,warp,block,grid,warp_all,block_all,grid_all,grid_shared,pieces,pieces_tail
ranks bfs steps size=16384,131072 input=uniform,power_law "variant=$levels"
ranks bfs steps size=16384 input=road "variant=$levels"
ranks bfs pools size=131072 input=power_law variant=block,grid,pieces,pieces_tail
exit $status
