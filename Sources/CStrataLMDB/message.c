#include <errno.h>
#include <string.h>

#include "internal.h"

const char *strata_message(int code) {
  switch (code) {
    case STRATA_FAULT: return "a fault inside LMDB was caught: the file is damaged or was cut";
    case STRATA_POISONED: return "an earlier fault has put this environment out of use";
    case STRATA_FORKED: return "the environment was opened before this process was forked";
    case STRATA_CLOSED: return "the environment is closed";
    case STRATA_TOO_SMALL: return "the buffer is too small";
    case STRATA_SUSPECT: return "the file is damaged";
    case STRATA_LOST: return "the file is empty or too short: its contents are lost";
    case STRATA_OPEN_TWICE: return "this process has the file open already";
    case STRATA_MOVED: return "another generation has become the current one";
    case STRATA_NO_TXN: return "there is no write transaction";
    case EIO: return "input/output error; this is also how LMDB reports a full disk";
    default: return mdb_strerror(code);
  }
}
