/* The band stage around its GRU, and the directions followed; bands lie across SIMD lanes, shifted loads reach their neighbours.

   Compiled for given BANDS, MIXED and UNITS (multiples of 8), TAPS and LAST (odd, at most 15). One hop of one example at a time:
   nothing larger than a hop is made that is not a result. Cost per hop: 2 · BANDS · MIXED · TAPS · columns operations forwards,
   as many again backwards, and what goes to the columns that want a gradient. */
#include <math.h>
#include "lanes.h"

enum { VECTORS = (BANDS + 31) / 32 * 4, SLOTS = VECTORS + 2, ROW = SLOTS * LANES };  /* a column, zeros on either side */

/* Columns of bands, (examples, hops, columns · BANDS) with strides in floats; the gradient has none between, or is null. */
typedef struct { const float *at; float *gradient; long example, hop, columns; } Part;

/* mixed = relu(Σ weights ∗ parts + common + place). weights (MIXED, columns, TAPS), common (examples, hops, MIXED),
   place (MIXED, BANDS), mixed (hops, examples, BANDS, MIXED). */
typedef struct {
  long examples, hops, columns, parts, threads;
  Part part[4];
  const float *weights, *common, *place;
  float *mixed, *dmixed, *dweights, *dcommon, *dplace;
} Mix;

static float *zeros(long floats) { return memset(allocate(floats), 0, floats * sizeof(float)); }

static void gather(const Mix *m, long example, long hop, float *x) {
  for (long p = 0; p < m->parts; p++) {
    const float *at = m->part[p].at + example * m->part[p].example + hop * m->part[p].hop;
    for (long k = 0; k < m->part[p].columns; k++, x += ROW) memcpy(x + LANES, at + k * BANDS, BANDS * sizeof(float));
  }
}

void mix_forward(const Mix *m) {
  const long size = m->columns * TAPS;
  float *packed = allocate(MIXED * size);
  for (long i = 0; i < MIXED * size; i++) packed[(i / size / 4 * size + i % size) * 4 + i / size % 4] = m->weights[i];
#pragma omp parallel num_threads(m->threads)
  {
    float *x = zeros(m->columns * ROW), *place = zeros(MIXED * VECTORS * LANES), *y = zeros(MIXED * VECTORS * LANES);
    for (long o = 0; o < MIXED; o++) memcpy(place + o * VECTORS * LANES, m->place + o * BANDS, BANDS * sizeof(float));
#pragma omp for schedule(dynamic, 16)
    for (long item = 0; item < m->hops * m->examples; item++) {
      long example = item % m->examples, hop = item / m->examples;
      const float *common = m->common + (example * m->hops + hop) * MIXED;
      gather(m, example, hop, x);
      for (long o = 0; o < MIXED; o += 4)
        for (long c = 0; c < VECTORS; c += 4) {
          vec s[16];
          for (int i = 0; i < 16; i++) s[i] = common[o + i / 4] + load(place + ((o + i / 4) * VECTORS + c + i % 4) * LANES);
          const float *w = packed + o * size;
          for (long column = 0; column < m->columns; column++)
            for (int k = 0; k < TAPS; k++, w += 4) {
              const float *from = x + column * ROW + (c + 1) * LANES + k - TAPS / 2;
              vec in[4];
#pragma GCC unroll 4
              for (int j = 0; j < 4; j++) in[j] = load_once(from + j * LANES);
#pragma GCC unroll 16
              for (int i = 0; i < 16; i++) s[i] += w[i / 4] * in[i % 4];
            }
          for (int i = 0; i < 16; i++)
            store(y + ((o + i / 4) * VECTORS + c + i % 4) * LANES, (vec)((ivec)s[i] & (s[i] > 0)));
        }
      to_rows((vec *)y, MIXED, BANDS, MIXED, VECTORS, m->mixed + item * BANDS * MIXED);
    }
    free(x), free(place), free(y);
  }
  free(packed);
}

/* The parts' gradients of one hop: d ∗ weights turned round. */
static void mix_parts(const Mix *m, long example, long hop, const float *d) {
  for (long p = 0, first = 0; p < m->parts; first += m->part[p++].columns)
    for (long k = 0; m->part[p].gradient && k < m->part[p].columns; k++) {
      float sums[VECTORS * LANES];
      vec s[VECTORS] = {0};
      for (long o = 0; o < MIXED; o++)
        for (int tap = 0; tap < TAPS; tap++) {
          float w = m->weights[(o * m->columns + first + k) * TAPS + tap];
#pragma GCC unroll 16
          for (int c = 0; c < VECTORS; c++) s[c] += w * load(d + o * ROW + (c + 1) * LANES + TAPS / 2 - tap);
        }
      for (int c = 0; c < VECTORS; c++) store(sums + c * LANES, s[c]);
      long at = (example * m->hops + hop) * m->part[p].columns + k;
      memcpy(m->part[p].gradient + at * BANDS, sums, BANDS * sizeof(float));
    }
}

/* dweights in lanes += Σ over bands of d · x shifted. */
static void mix_weights(long columns, const float *d, const float *x, vec *dweights) {
  for (long column = 0; column < columns; column++)
    for (long o = 0; o < MIXED; o += 4) {
      vec s[4 * TAPS] = {0};
      for (int c = 1; c <= VECTORS; c++) {
        vec g[4];
#pragma GCC unroll 4
        for (int i = 0; i < 4; i++) g[i] = load_once(d + (o + i) * ROW + c * LANES);
#pragma GCC unroll 15
        for (int k = 0; k < TAPS; k++) {
          vec in = load_once(x + column * ROW + c * LANES + k - TAPS / 2);
#pragma GCC unroll 4
          for (int i = 0; i < 4; i++) s[i * TAPS + k] += g[i] * in;
        }
      }
      for (int i = 0; i < 4 * TAPS; i++) dweights[((o + i / TAPS) * columns + column) * TAPS + i % TAPS] += s[i];
    }
}

/* dweights and dplace must be zero before. */
void mix_backward(const Mix *m) {
  const long size = MIXED * m->columns * TAPS;
#pragma omp parallel num_threads(m->threads)
  {
    float *x = zeros(m->columns * ROW), *d = zeros((MIXED * SLOTS + 2) * LANES), *place = zeros(MIXED * ROW);
    float *dweights = zeros(size * LANES), *live = allocate(BANDS * MIXED);
#pragma omp for schedule(dynamic, 16)
    for (long item = 0; item < m->hops * m->examples; item++) {
      long example = item % m->examples, hop = item / m->examples;
      float *common = m->dcommon + (example * m->hops + hop) * MIXED;
      memset(common, 0, MIXED * sizeof(float));
      for (long b = 0; b < BANDS; b++)
        for (long o = 0; o < MIXED; o++) {
          long i = b * MIXED + o;
          live[i] = m->mixed[item * BANDS * MIXED + i] > 0 ? m->dmixed[item * BANDS * MIXED + i] : 0;
          common[o] += live[i];
        }
      to_lanes(live, MIXED, BANDS, MIXED, SLOTS, 0, (vec *)d + 1);
      for (long i = 0; i < MIXED * ROW; i++) place[i] += d[i];
      gather(m, example, hop, x);
      mix_weights(m->columns, d, x, (vec *)dweights);
      mix_parts(m, example, hop, d);
    }
#pragma omp critical
    {
      for (long i = 0; i < size * LANES; i++) m->dweights[i / LANES] += dweights[i];
      for (long i = 0; i < MIXED * BANDS; i++) m->dplace[i] += place[i / BANDS * ROW + LANES + i % BANDS];
    }
    free(x), free(d), free(place), free(dweights), free(live);
  }
}

/* y (examples, hops, BANDS) = Σ weights (UNITS, LAST) ∗ h (hops, examples, BANDS, UNITS). */
typedef struct {
  long examples, hops, threads;
  const float *h, *weights, *dy;
  float *y, *dh, *dweights;
} Last;

void last_forward(const Last *t) {
#pragma omp parallel num_threads(t->threads)
  {
    float *h = zeros((UNITS * SLOTS + 2) * LANES), sums[VECTORS * LANES];
#pragma omp for schedule(dynamic, 16)
    for (long item = 0; item < t->hops * t->examples; item++) {
      to_lanes(t->h + item * BANDS * UNITS, UNITS, BANDS, UNITS, SLOTS, 0, (vec *)h + 1);
      vec s[VECTORS] = {0};
      for (long u = 0; u < UNITS; u++)
        for (int k = 0; k < LAST; k++)
          for (int c = 0; c < VECTORS; c++) s[c] += t->weights[u * LAST + k] * load(h + u * ROW + (c + 1) * LANES + k - LAST / 2);
      for (int c = 0; c < VECTORS; c++) store(sums + c * LANES, s[c]);
      memcpy(t->y + (item % t->examples * t->hops + item / t->examples) * BANDS, sums, BANDS * sizeof(float));
    }
    free(h);
  }
}

/* dweights must be zero before. */
void last_backward(const Last *t) {
  enum { PARTS = UNITS / LANES };
#pragma omp parallel num_threads(t->threads)
  {
    float dy[ROW] = {0};
    vec w[LAST * PARTS], sums[LAST * PARTS] = {0};
    for (int i = 0; i < LAST * UNITS; i++) ((float *)w)[i] = t->weights[i % UNITS * LAST + i / UNITS];
#pragma omp for schedule(dynamic, 16)
    for (long item = 0; item < t->hops * t->examples; item++) {
      memcpy(dy + LANES, t->dy + (item % t->examples * t->hops + item / t->examples) * BANDS, BANDS * sizeof(float));
      const float *h = t->h + item * BANDS * UNITS;
      float *dh = t->dh + item * BANDS * UNITS;
      for (long b = 0; b < BANDS; b++)
        for (int p = 0; p < PARTS; p++) {
          vec g = {0}, from = load(h + b * UNITS + p * LANES);
          for (int k = 0; k < LAST; k++) {
            float d = dy[LANES + b + LAST / 2 - k];
            g += d * w[k * PARTS + p], sums[k * PARTS + p] += d * from;
          }
          store(dh + b * UNITS + p * LANES, g);
        }
    }
#pragma omp critical
    for (int i = 0; i < LAST * UNITS; i++) t->dweights[i % UNITS * LAST + i / UNITS] += ((float *)sums)[i];
  }
}

/* The directions followed (README.md). mask (examples, hops, BANDS), field (examples, hops, 7, BANDS); states, which go on:
   means (3, examples, 4), band_means (2, examples, 3, BANDS); shares of the four means; agreement (examples, hops, 5, BANDS),
   clarity (examples, hops, 2). The field's strides in floats; bands from `low` to below `high` tell the direction. */
typedef struct {
  long examples, hops, threads, field_example, field_hop, low, high;
  const float *mask, *field, *shares;
  float *means, *band_means, *agreement, *clarity;
} Directions;

/* v · G over the bands re |v|; v of all bands alike (spread 0) or of each band (spread 1). */
INLINE void agree(const float *vector, const float *v, int spread, float *out) {
  long step = spread ? BANDS : 1;
  for (long b = 0; b < BANDS; b++) {
    float x = v[b * spread], y = v[step + b * spread], z = v[2 * step + b * spread];
    out[b] = (vector[b] * x + vector[BANDS + b] * y + vector[2 * BANDS + b] * z) / (sqrtf(x * x + y * y + z * z) + 1e-6f);
  }
}

void directions(const Directions *t) {
#pragma omp parallel for num_threads(t->threads)
  for (long e = 0; e < t->examples; e++)
    for (long hop = 0; hop < t->hops; hop++) {
      const float *m = t->mask + (e * t->hops + hop) * BANDS, *pull = t->field + e * t->field_example + hop * t->field_hop;
      float *out = t->agreement + (e * t->hops + hop) * 5 * BANDS, share[2][BANDS], now[2][4] = {0};
      for (long b = 0; b < BANDS; b++) share[0][b] = m[b] * m[b], share[1][b] = (1 - m[b]) * (1 - m[b]);
      for (int side = 0; side < 2; side++)
        for (int k = 0; k < 4; k++) {
          float sum = 0;
          for (long b = t->low; b < t->high; b++) sum += share[side][b] * pull[(k < 3 ? k : 6) * BANDS + b];
          now[side][k] = sum;
        }
      for (int i = 0; i < 3; i++) {
        float *v = t->means + (i * t->examples + e) * 4;
        for (int k = 0; k < 4; k++) v[k] += t->shares[i] * (now[i == 2][k] - v[k]);
        agree(pull + 3 * BANDS, v, 0, out + i * BANDS);
        if (i) t->clarity[(e * t->hops + hop) * 2 + i - 1] = sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) / (v[3] + 1e-6f);
      }
      for (int side = 0; side < 2; side++) {
        float *v = t->band_means + (side * t->examples + e) * 3 * BANDS;
        for (int k = 0; k < 3; k++)
          for (long b = 0; b < BANDS; b++)
            v[k * BANDS + b] += t->shares[3] * (share[side][b] * pull[k * BANDS + b] - v[k * BANDS + b]);
        agree(pull + 3 * BANDS, v, 1, out + (3 + side) * BANDS);
      }
    }
}
