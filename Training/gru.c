/* A fused gated recurrent unit: PyTorch's equations, forwards and backwards through time.

   Rows (the sequences of a batch) lie across SIMD lanes, C vectors of 8 in a block: [column][row]. A block goes through all hops
   by itself, on one thread, so that its gates stay in the nearest caches, and threads never wait for each other. A weight is
   broadcast to all rows of the block; the weights are packed in the order of reading. What the backward pass needs is kept as
   five factors per unit; weight gradients are sums of outer products over CHUNK rows at a time.
   Cost: 6 · units · (inputs + units) operations per row and hop forwards, twice that backwards; 20 bytes kept per unit. */
#include "lanes.h"

enum { FACTORS = 5, CHUNK = 64, TILE = 8 };

/* (hops, rows, columns), columns side by side; strides in floats. */
typedef struct { float *at; long hop, row; } Sequence;

/* Shapes: w (3 units, inputs), u (3 units, units), b and c (3 units), gates r z n; start and end (rows, units). Null may be dx.at,
   where no gradient is wanted, and forwards `kept` ([block][hop][unit][vector][factor][row]), where none will be. */
typedef struct {
  long hops, rows, inputs, units, threads, block;
  Sequence x, y, dy, dx;
  float *start, *end, *dstart, *dend, *w, *u, *b, *c, *dw, *du, *db, *dc, *kept;
} Task;

/* Rows in a block: 32, or what spreads few rows over the threads. */
long gru_block(long rows, long threads) {
  long share = (rows + threads - 1) / threads;
  return least((share + LANES - 1) / LANES, 4) * LANES;
}

/* Asks for a hop's rows ahead of time: they lie too far apart to be guessed. */
INLINE void ask_for(Sequence s, long hop, long first, long count, long columns) {
  for (long row = first; row < first + count; row++)
    for (long k = 0; k < columns; k += 16) __builtin_prefetch(s.at + hop * s.hop + row * s.row + k);
}

/* sums[g] += Σ_k w[k][g] x[k] for G outputs of C vectors, in registers. */
INLINE void multiply(const float *w, const vec *x, long count, int G, int C, vec *sums) {
  vec s[32];
  for (int i = 0; i < G * C; i++) s[i] = sums[i];
  for (long k = 0; k < count; k++) {
    vec in[4];
#pragma GCC unroll 4
    for (int c = 0; c < C; c++) in[c] = load_once((const float *)(x + k * C + c));
#pragma GCC unroll 32
    for (int i = 0; i < G * C; i++) s[i] += w[k * G + i / C] * in[i % C];
  }
  for (int i = 0; i < G * C; i++) sums[i] = s[i];
}

/* Units at once, and columns of a gradient: as many sums as there are registers. */
INLINE int units_at_once(int C) { return C > 2 ? 2 : 4; }
INLINE int columns_at_once(int C) { return C > 2 ? 4 : 8; }

/* What `forward` reads, in its order: for U units their 4 biases (r, z, n of the input, n of the state) and their r, z, n of each
   input, then of each unit. */
static void pack_forward(const Task *t, int U, float *packed) {
  const long H = t->units;
  for (long j = 0; j < H; j += U) {
    for (int i = 0; i < 4 * U; i++) {
      long unit = j + i % U, gate = i / U;
      *packed++ = gate < 2 ? t->b[gate * H + unit] + t->c[gate * H + unit] : (gate == 2 ? t->b : t->c)[2 * H + unit];
    }
    for (int side = 0; side < 2; side++) {
      const float *w = side ? t->u : t->w;
      long columns = side ? t->units : t->inputs;
      for (long k = 0; k < columns; k++)
        for (int g = 0; g < 3 * U; g++) *packed++ = w[(g / U * H + j + g % U) * columns + k];
    }
  }
}

INLINE void forward(const Task *t, const float *packed, long first, int C) {
  const int U = units_at_once(C), step = C == 3 ? 3 : 4;
  const long H = t->units, I = t->inputs, count = least(t->rows - first, C * LANES);
  vec *x = (vec *)allocate((I + 2 * H) * C * LANES), *h = x + I * C, *next = h + H * C;
  vec *kept = t->kept ? (vec *)t->kept + first / LANES * t->hops * H * FACTORS : 0;
  to_lanes(t->start + first * H, H, count, H, C, 0, h);
  for (long hop = 0; hop < t->hops; hop++) {
    to_lanes(t->x.at + hop * t->x.hop + first * t->x.row, t->x.row, count, I, C, 0, x);
    if (hop + 1 < t->hops) ask_for(t->x, hop + 1, first, count, I);
    const float *w = packed;
    for (long j = 0; j < H; j += U, w += U * (4 + 3 * (I + H))) {
      vec s[3 * 4 * 4], n[4 * 4];
#pragma GCC unroll 32
      for (int i = 0; i < 3 * U * C; i++) s[i] = all(w[i / C]);
      multiply(w + 4 * U, x, I, 3 * U, C, s);
      for (int i = 0; i < U * C; i++) n[i] = s[2 * U * C + i], s[2 * U * C + i] = all(w[3 * U + i / C]);
      multiply(w + U * (4 + 3 * I), h, H, 3 * U, C, s);
      for (int i = 0; i < 2 * U * C; i += step) sigmoids(s + i, step);
      for (int i = 0; i < U * C; i++) n[i] = 2 * (n[i] + s[i] * s[2 * U * C + i]);
      for (int i = 0; i < U * C; i += step) sigmoids(n + i, step);
      for (int i = 0; i < U * C; i++) {
        vec r = s[i], z = s[U * C + i], q = s[2 * U * C + i], m = 2 * n[i] - 1, off = z * (h[j * C + i] - m);
        next[j * C + i] = m + off;
        if (!kept) continue;
        vec *k = kept + ((hop * H + j) * C + i) * FACTORS;
        k[0] = (1 - z) * (1 - m * m), k[1] = off * (1 - z), k[2] = q * r * (1 - r), k[3] = r, k[4] = z;
      }
    }
    vec *old = h;
    h = next, next = old;
    to_rows(h, t->y.row, count, H, C, t->y.at + hop * t->y.hop + first * t->y.row);
  }
  to_rows(h, H, count, H, C, t->end + first * H);
  free(x);
}

/* The same transposed, for gradients: G columns at once; gates in the order n r z for the inputs, r z n for the units. */
static void pack_backward(const float *w, long H, long columns, int turn, int G, float *packed) {
  for (long k = 0; k < columns; k += G)
    for (long j = 0; j < 3 * H; j++)
      for (int g = 0; g < G; g++) *packed++ = w[(j + turn * 2 * H) % (3 * H) * columns + k + g];
}

/* A few hops' gradients of the gates, [hop][n r z q][unit][row], and the rows they met. */
typedef struct { const vec *gates; struct { const float *at; long row; } source[CHUNK / LANES]; long hops, count; } Chunk;

/* sums (TILE, columns) += Σ over a chunk's rows of gate · column, for TILE gates and Q vectors of columns, in registers. */
INLINE void outer_tile(const Chunk *k, long H, long gate, long column, int Q, int C, float *sums, long columns) {
  vec s[TILE * 2];
#pragma GCC unroll 16
  for (int i = 0; i < TILE * Q; i++) s[i] = load(sums + i / Q * columns + i % Q * LANES);
  for (long hop = 0; hop < k->hops; hop++) {
    const float *gates = (const float *)(k->gates + (hop * 4 * H + gate) * C), *x = k->source[hop].at + column;
    const long stride = k->source[hop].row;
    for (long row = 0; row < k->count; row++, x += stride) {
      vec in[2] = {load(x), load(x + (Q - 1) * LANES)};
#pragma GCC unroll 16
      for (int i = 0; i < TILE * Q; i++) s[i] += gates[i / Q * C * LANES + row] * in[i % Q];
    }
  }
#pragma GCC unroll 16
  for (int i = 0; i < TILE * Q; i++) store(sums + i / Q * columns + i % Q * LANES, s[i]);
}

/* The same for 3 · units gates from `first` on and all columns; the sums' gates are turned to the order r z n. */
INLINE void outer(const Chunk *k, long H, long first, long turn, long columns, int C, float *sums) {
  for (long column = 0; column < columns; column += 2 * LANES)
    for (long j = 0; j < 3 * H; j += TILE) {
      float *at = sums + (j + turn * 2 * H) % (3 * H) * columns + column;
      if (column + LANES < columns) outer_tile(k, H, first + j, column, 2, C, at, columns);
      else outer_tile(k, H, first + j, column, 1, C, at, columns);
    }
}

/* One block backwards. `sums`: this thread's dw, du, and the sums of n r z q in lanes. */
INLINE void backward(const Task *t, const float *packed_w, const float *packed_u, long first, int C, float *sums) {
  const int G = columns_at_once(C);
  const long H = t->units, I = t->inputs, count = least(t->rows - first, C * LANES), slots = CHUNK / (C * LANES);
  vec *dh = (vec *)allocate((H + I + slots * 4 * H) * C * LANES), *dx = dh + H * C, *gates = dx + I * C;
  vec *biases = (vec *)(sums + 3 * H * (I + H));
  Chunk units = {.gates = gates, .count = count}, inputs = units;
  to_lanes(t->dend + first * H, H, count, H, C, 0, dh);
  for (long hop = t->hops - 1, slot = 0; hop >= 0; hop--) {
    to_lanes(t->dy.at + hop * t->dy.hop + first * t->dy.row, t->dy.row, count, H, C, 1, dh);
    ask_for(t->x, hop, first, count, I);
    if (hop > 0) ask_for(t->y, hop - 1, first, count, H), ask_for(t->dy, hop - 1, first, count, H);
    vec *d = gates + slot * 4 * H * C;
    const vec *k = (const vec *)t->kept + (first / LANES * t->hops + hop * C) * H * FACTORS;
    for (long j = 0; j < H; j++) {
      vec sum[4] = {0};
      for (int c = 0; c < C; c++, k += FACTORS) {
        for (int i = 0; i < 3; i++) __builtin_prefetch((const float *)(k - H * C * FACTORS) + 16 * i);
        vec h = dh[j * C + c], n = h * k[0], g[4] = {n, n * k[2], h * k[1], n * k[3]};
        for (int i = 0; i < 4; i++) d[(i * H + j) * C + c] = g[i], sum[i] += g[i];
        dh[j * C + c] = h * k[4];
      }
      for (int i = 0; i < 4; i++) biases[i * H + j] += sum[i];
    }
    for (long j = 0; j < H; j += G) multiply(packed_u + j * 3 * H, d + H * C, 3 * H, G, C, dh + j * C);
    if (t->dx.at) {
      memset(dx, 0, I * C * sizeof(vec));
      for (long j = 0; j < I; j += G) multiply(packed_w + j * 3 * H, d, 3 * H, G, C, dx + j * C);
      to_rows(dx, t->dx.row, count, I, C, t->dx.at + hop * t->dx.hop + first * t->dx.row);
    }
    inputs.source[slot].at = t->x.at + hop * t->x.hop + first * t->x.row, inputs.source[slot].row = t->x.row;
    units.source[slot].at = hop ? t->y.at + (hop - 1) * t->y.hop + first * t->y.row : t->start + first * H;
    units.source[slot].row = hop ? t->y.row : H;
    if (++slot == slots || !hop) {
      inputs.hops = units.hops = slot, slot = 0;
      outer(&inputs, H, 0, 1, I, C, sums);
      outer(&units, H, H, 0, H, C, sums + 3 * H * I);
    }
  }
  to_rows(dh, H, count, H, C, t->dstart + first * H);
  free(dh);
}

void gru_forward(const Task *t) {
  int C = t->block / LANES;
  float *packed = allocate(t->units * (4 + 3 * (t->inputs + t->units)));
  pack_forward(t, units_at_once(C), packed);
#pragma omp parallel for schedule(dynamic) num_threads(t->threads)
  for (long first = 0; first < t->rows; first += t->block)
    if (C == 4) forward(t, packed, first, 4);
    else if (C == 3) forward(t, packed, first, 3);
    else if (C == 2) forward(t, packed, first, 2);
    else forward(t, packed, first, 1);
  free(packed);
}

/* dw, du, db, dc must be zero before. */
void gru_backward(const Task *t) {
  int C = t->block / LANES;
  long H = t->units, I = t->inputs, weights = 3 * H * (I + H), size = weights + 4 * H * LANES;
  float *packed = allocate(weights);
  pack_backward(t->w, H, I, 1, columns_at_once(C), packed);
  pack_backward(t->u, H, H, 0, columns_at_once(C), packed + 3 * H * I);
#pragma omp parallel num_threads(t->threads)
  {
    float *sums = memset(allocate(size), 0, size * sizeof(float)), *u = packed + 3 * H * I;
#pragma omp for schedule(dynamic)
    for (long first = 0; first < t->rows; first += t->block)
      if (C == 4) backward(t, packed, u, first, 4, sums);
      else if (C == 3) backward(t, packed, u, first, 3, sums);
      else if (C == 2) backward(t, packed, u, first, 2, sums);
      else backward(t, packed, u, first, 1, sums);
#pragma omp critical
    {
      for (long i = 0; i < 3 * H * I; i++) t->dw[i] += sums[i];
      for (long i = 0; i < 3 * H * H; i++) t->du[i] += sums[3 * H * I + i];
      for (long i = 0; i < 4 * H * LANES; i++) {
        long gate = i / LANES;
        if (gate >= H) t->dc[gate - H] += sums[weights + i];
        if (gate < 3 * H) t->db[(gate + 2 * H) % (3 * H)] += sums[weights + i];
      }
    }
    free(sums);
  }
  free(packed);
}
