# For gdb: breakpoints in kernels, and who has come to one.
#   gdb -x autograder/emulator/kernel.gdb PROGRAM
set breakpoint pending on

define where-in-grid
  printf "block (%u, %u, %u) of (%u, %u, %u), thread (%u, %u, %u) of (%u, %u, %u)\n", \
    ((unsigned*)&blockIdx)[0], ((unsigned*)&blockIdx)[1], ((unsigned*)&blockIdx)[2], \
    ((unsigned*)&gridDim)[0], ((unsigned*)&gridDim)[1], ((unsigned*)&gridDim)[2], \
    ((unsigned*)&threadIdx)[0], ((unsigned*)&threadIdx)[1], ((unsigned*)&threadIdx)[2], \
    ((unsigned*)&blockDim)[0], ((unsigned*)&blockDim)[1], ((unsigned*)&blockDim)[2]
end
document where-in-grid
Prints which thread of which block the program stands in.
end

define break-in-thread
  break $arg0 if ((unsigned*)&blockIdx)[0] == $arg1 && ((unsigned*)&threadIdx)[0] == $arg2
end
document break-in-thread
break-in-thread FILE:LINE BLOCK THREAD: a breakpoint for one thread of a kernel, numbers in x.
end
