/* FFTW in single precision.
 *
 * FFTW's planner is shared by every plugin in the host's process and is not thread-safe unless
 * fftwf_make_planner_thread_safe was called. That function lives in libfftw3f_threads, which the same package installs:
 * it is loaded when the first plan is made and stays loaded, so that the lock outlives this plugin. Where it is
 * missing a lock of this library alone is taken. */
#ifndef NEARFAR_FFTW_H
#define NEARFAR_FFTW_H
#include <dlfcn.h>
#include <fftw3.h>
#include <pthread.h>

static pthread_mutex_t nf_planner_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t nf_planner_once = PTHREAD_ONCE_INIT;

static inline void nf_make_planner_thread_safe(void) {
  void *threads = dlopen("libfftw3f_threads.so.3", RTLD_NOW | RTLD_LOCAL);
  void (*make_safe)(void) = threads ? (void (*)(void))dlsym(threads, "fftwf_make_planner_thread_safe") : NULL;
  if (make_safe) make_safe();
}

/* A plan for one transform between `frames` reals and frames/2+1 complex bins. FFTW_ESTIMATE: quick to make, and the
 * same at every start, so that two instances agree to the bit. */
static inline fftwf_plan nf_plan_real_fft(int frames, int inverse, float *time, float *bins) {
  pthread_once(&nf_planner_once, nf_make_planner_thread_safe);
  pthread_mutex_lock(&nf_planner_lock);
  fftwf_plan plan = inverse
    ? fftwf_plan_dft_c2r_1d(frames, (fftwf_complex *)bins, time, FFTW_ESTIMATE)
    : fftwf_plan_dft_r2c_1d(frames, time, (fftwf_complex *)bins, FFTW_ESTIMATE | FFTW_PRESERVE_INPUT);
  pthread_mutex_unlock(&nf_planner_lock);
  return plan;
}
/* The same for complex frames and bins, real and imaginary parts in turn. */
static inline fftwf_plan nf_plan_complex_fft(int frames, int inverse, float *from, float *to) {
  pthread_once(&nf_planner_once, nf_make_planner_thread_safe);
  pthread_mutex_lock(&nf_planner_lock);
  fftwf_plan plan = fftwf_plan_dft_1d(
    frames, (fftwf_complex *)from, (fftwf_complex *)to, inverse ? FFTW_BACKWARD : FFTW_FORWARD, FFTW_ESTIMATE);
  pthread_mutex_unlock(&nf_planner_lock);
  return plan;
}
static inline void nf_destroy_plan(fftwf_plan plan) {
  pthread_mutex_lock(&nf_planner_lock);
  fftwf_destroy_plan(plan);
  pthread_mutex_unlock(&nf_planner_lock);
}

#define RT static inline __attribute__((swift_attr("@_noLocks"), always_inline))

/* The new-array execute functions of FFTW are the only ones of its functions that are documented as thread-safe;
 * they neither allocate nor lock. */
RT void nf_rt_fft_forward(fftwf_plan plan, float *time, float *bins) {
  fftwf_execute_dft_r2c(plan, time, (fftwf_complex *)bins);
}
RT void nf_rt_fft_inverse(fftwf_plan plan, float *bins, float *time) {
  fftwf_execute_dft_c2r(plan, (fftwf_complex *)bins, time);
}
RT void nf_rt_fft_complex(fftwf_plan plan, float *from, float *to) {
  fftwf_execute_dft(plan, (fftwf_complex *)from, (fftwf_complex *)to);
}
#undef RT
#endif
