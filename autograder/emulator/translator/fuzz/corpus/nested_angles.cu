template<class T> struct A{};
A<A<A<int>>> a;
int b = 8>>1>>>2;
