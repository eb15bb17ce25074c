#error a file that nobody asked for is compiled
