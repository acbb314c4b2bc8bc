// A kitchen of threads: cooks take orders off a queue and prepare dishes, waiters bring them in. Recorded as the first
// sample of the page.
#include <condition_variable>
#include <deque>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace kitchen {

struct Order {
  int table;
  std::string dish;
};

std::mutex mutex;
std::condition_variable arrived;
std::deque<Order> orders;
bool closing = false;
volatile unsigned work = 0;

void chop(int pieces) {
  for (int i = 0; i < pieces * 200; ++i) work = work + static_cast<unsigned>(i);
}

int simmer(int minutes) {
  if (minutes <= 1) {
    chop(3);
    return 1;
  }
  return simmer(minutes - 1) + simmer(minutes - 2);
}

std::string season(const std::string& dish, int grains) {
  chop(grains);
  return dish + "!";
}

std::string prepare(const Order& order) {
  chop(order.table % 5 + 2);
  int minutes = simmer(order.table % 4 + 2);
  return season(order.dish, minutes);
}

bool take(Order& order) {
  std::unique_lock<std::mutex> lock(mutex);
  arrived.wait(lock, [] { return closing || !orders.empty(); });
  if (orders.empty()) return false;
  order = orders.front();
  orders.pop_front();
  return true;
}

void cook() {
  Order order;
  while (take(order)) prepare(order);
}

void bring(int table, const char* dish) {
  std::lock_guard<std::mutex> lock(mutex);
  orders.push_back({table, dish});
  arrived.notify_one();
}

void waiter(int first) {
  static const char* const menu[] = {"soup", "stew", "salad", "pie"};
  for (int i = 0; i < 12; ++i) {
    bring(first + i, menu[i % 4]);
    chop(8);
  }
}

}  // namespace kitchen

int main() {
  std::vector<std::thread> cooks, waiters;
  for (int i = 0; i < 3; ++i) cooks.emplace_back(kitchen::cook);
  for (int i = 0; i < 2; ++i) waiters.emplace_back(kitchen::waiter, i * 7);
  for (std::thread& one : waiters) one.join();
  {
    std::lock_guard<std::mutex> lock(kitchen::mutex);
    kitchen::closing = true;
  }
  kitchen::arrived.notify_all();
  for (std::thread& one : cooks) one.join();
}
