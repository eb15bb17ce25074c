const char* s = R"x(k<<<1,1>>>())x"; // k<<<1,1>>>()
/* k<<< */ char c = '<';
#define L(k) k<<<1,1>>>()
