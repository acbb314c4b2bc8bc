#pragma once
template <class T>
T twice(T value) {
  return value + value;
}
int price(int of);
