/* Counts what a thread does between begin and end that an audio thread must not: allocate, free, lock.
 *
 * Linking this target replaces malloc and friends and the lock functions of the whole process; only the thread that
 * called begin is counted. */
#ifndef NEARFAR_ALLOCATION_PROBE_H
#define NEARFAR_ALLOCATION_PROBE_H

typedef struct {
  unsigned long allocations, frees, locks;
} nf_probe_counts;

void nf_probe_begin(void);
nf_probe_counts nf_probe_end(void);

/* What the probe must notice, for its own test: one allocation, one free, one lock. */
void nf_probe_misbehave(void);
#endif
