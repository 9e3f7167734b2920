// What others need for the same work: libspatialaudio's binauralizer and the LADSPA plugins of amb-plugins.
//
// peers SIGNAL SAMPLERATE REPEATS BLOCK… : SIGNAL holds 4 channels of raw floats, one after the other (W Y Z X), and is
// played REPEATS times. Prints a line "name <tab> block <tab> percent of one core", the median of 5 passes in thread CPU time.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <dlfcn.h>
#include <functional>
#include <spatialaudio/Ambisonics.h>
#include <string>
#include <vector>

namespace {
const char *const headFile = "/usr/share/libmysofa/MIT_KEMAR_normal_pinna.sofa";
const char *const ladspaFile = "/usr/lib/ladspa/ambisonic1.so";

// The start of LADSPA_Descriptor as LADSPA 1.1 lays it out.
struct Ladspa {
  unsigned long id;
  const char *label;
  int properties;
  const char *name, *maker, *copyright;
  unsigned long ports;
  const int *kinds;
  const char *const *portNames;
  const void *hints;
  void *data;
  void *(*instantiate)(const Ladspa *, unsigned long);
  void (*connect)(void *, unsigned long, float *);
  void (*activate)(void *);
  void (*run)(void *, unsigned long);
};

struct Signal {
  std::vector<float> samples;
  size_t frames;
  double rate;
  int repeats;
  float *channel(size_t index) { return samples.data() + index * frames; }
};

double threadSeconds() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

void report(const char *name, size_t block, const Signal &signal, const std::function<void()> &pass) {
  std::vector<double> seconds;
  for (int i = 0; i < 5; i++) {
    const double start = threadSeconds();
    for (int repeat = 0; repeat < signal.repeats; repeat++) pass();
    seconds.push_back(threadSeconds() - start);
  }
  std::sort(seconds.begin(), seconds.end());
  const double played = double(signal.frames / block * block) * signal.repeats / signal.rate;
  std::printf("%s\t%zu\t%.5f\n", name, block, 100 * seconds[2] / played);
}

void binauralizer(Signal &signal, size_t block) {
  CAmbisonicBinauralizer renderer;
  CAmbisonicProcessor head;
  unsigned tail = 0;
  if (!renderer.Configure(1, true, unsigned(signal.rate), block, tail, headFile) || !head.Configure(1, true, block, 0)) {
    std::fprintf(stderr, "peers: libspatialaudio cannot be set up with %s\n", headFile);
    return;
  }
  CBFormat field;
  field.Configure(1, true, block);
  std::vector<float> left(block), right(block);
  float *ears[2] = {left.data(), right.data()};
  auto pass = [&](bool moves) {
    float yaw = 0;
    for (size_t start = 0; start + block <= signal.frames; start += block) {
      for (unsigned c = 0; c < 4; c++) field.InsertStream(signal.channel(c) + start, c, block);
      if (moves) {
        head.SetOrientation(Orientation(yaw += 0.02f, 0, 0));
        head.Refresh();
        head.Process(&field, block);
      }
      renderer.Process(&field, ears);
    }
  };
  report("libspatialaudio binauralizer, still head", block, signal, [&] { pass(false); });
  report("libspatialaudio binauralizer, moving head", block, signal, [&] { pass(true); });
}

void ladspa(Signal &signal, size_t block, const char *label, const char *name, int inputs, int outputs, int moving) {
  void *library = dlopen(ladspaFile, RTLD_NOW);
  auto find = library ? (const Ladspa *(*)(unsigned long))dlsym(library, "ladspa_descriptor") : nullptr;
  const Ladspa *plugin = nullptr;
  for (unsigned long i = 0; find && (plugin = find(i)) && std::string(plugin->label) != label; i++) {}
  if (!plugin) {
    std::fprintf(stderr, "peers: no %s in %s\n", label, ladspaFile);
    return;
  }
  void *instance = plugin->instantiate(plugin, (unsigned long)signal.rate);
  std::vector<std::vector<float>> out(outputs, std::vector<float>(block));
  std::vector<float> controls(plugin->ports, 0.0f);
  for (unsigned long port = 0; port < plugin->ports; port++) plugin->connect(instance, port, &controls[port]);
  for (int i = 0; i < outputs; i++) plugin->connect(instance, inputs + i, out[i].data());
  // LADSPA's order is W X Y Z.
  const int order[4] = {0, 3, 1, 2};
  if (plugin->activate) plugin->activate(instance);
  report(name, block, signal, [&] {
    for (size_t start = 0; start + block <= signal.frames; start += block) {
      for (int i = 0; i < inputs; i++) plugin->connect(instance, i, signal.channel(order[i]) + start);
      controls[moving] = float(start / block % 360) - 180;
      plugin->run(instance, block);
    }
  });
}
}  // namespace

int main(int count, char **arguments) {
  if (count < 5) return 2;
  FILE *file = std::fopen(arguments[1], "rb");
  if (!file) return 2;
  std::fseek(file, 0, SEEK_END);
  Signal signal{std::vector<float>(std::ftell(file) / sizeof(float)), 0, std::atof(arguments[2]), std::atoi(arguments[3])};
  signal.frames = signal.samples.size() / 4;
  std::rewind(file);
  const bool read = std::fread(signal.samples.data(), sizeof(float), signal.samples.size(), file) == signal.samples.size();
  std::fclose(file);
  if (!read) return 2;
  for (int i = 4; i < count; i++) {
    const size_t block = std::atoi(arguments[i]);
    binauralizer(signal, block);
    ladspa(signal, block, "Ambisonics-11-rotator", "amb-plugins rotator (yaw only), moving", 4, 4, 8);
    ladspa(signal, block, "Ambisonics-11-mono-panner", "amb-plugins mono panner, moving", 1, 4, 6);
  }
  return 0;
}
