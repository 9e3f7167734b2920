#ifndef NEARFAR_MYSOFA_H
#define NEARFAR_MYSOFA_H
#include <mysofa.h>
#endif
