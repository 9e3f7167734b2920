/* libFuzzer without its main, and a file that is on no disk. */
#ifndef NEARFAR_FUZZER_H
#define NEARFAR_FUZZER_H
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Calls `input` with one text after the other. Ends the program. */
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*input)(const uint8_t *bytes, size_t count));

/* A new and empty file in memory; its descriptor, below 0 where there is none to be had. */
static inline int nf_memory_file(void) { return (int)syscall(SYS_memfd_create, "nearfar-fuzz", 0u); }
#endif
