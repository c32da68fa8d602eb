// What the page loader needs of libcurl, without its variadic functions (which Swift cannot call)
// and without its headers (so that no Swift file depends on a libcurl version).
//
// One `strata_http_multi` belongs to one thread: every call but `strata_http_multi_wake` must come
// from it. Callbacks run on that thread, inside `strata_http_multi_run`.
#ifndef STRATA_HTTP_H
#define STRATA_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct strata_http_multi strata_http_multi;
typedef struct strata_http_transfer strata_http_transfer;

// How a transfer ended, as far as libcurl can tell.
typedef enum {
  STRATA_HTTP_OK = 0,
  STRATA_HTTP_NO_SUCH_HOST,
  STRATA_HTTP_CONNECT_FAILED,
  STRATA_HTTP_TLS_FAILED,
  STRATA_HTTP_TIMED_OUT,
  STRATA_HTTP_STOPPED,         // a callback said no
  STRATA_HTTP_CUT_OFF,         // the connection ended before the body did
  STRATA_HTTP_CONNECTION_LOST, // reset, or closed before an answer
  STRATA_HTTP_BAD_ENCODING,    // Content-Encoding does not decode
  STRATA_HTTP_BAD_REPLY,       // not HTTP, or against its rules
  STRATA_HTTP_BAD_URL,
  STRATA_HTTP_FAILED,
} strata_http_result;

// All pointers are borrowed for the duration of strata_http_transfer_create, `context` until destroy.
typedef struct {
  const char *url;
  const char *user_agent;
  const char *const *headers; // "Name: value", ends with NULL
  const char *proxy;          // "": none. The environment's variables never count
  const char *ca_file;        // NULL: the system's
  int64_t time_limit_ms;
  int64_t connect_limit_ms;
  void *context;
  // Whether a connection to this address (4 or 16 bytes, network order) may be opened.
  bool (*allows)(void *context, const uint8_t *address, size_t length, uint16_t port);
  // One header line with its line end. False ends the transfer.
  bool (*header)(void *context, const char *bytes, size_t count);
  // Decoded body bytes. False ends the transfer.
  bool (*body)(void *context, const char *bytes, size_t count);
  // Body bytes received so far, before decoding; called about every second and as data comes.
  bool (*progress)(void *context, int64_t received);
} strata_http_request;

typedef struct {
  strata_http_transfer *transfer;
  strata_http_result result;
} strata_http_finished;

// NULL when memory or file descriptors ran out. `connections` bounds the idle ones kept for reuse.
strata_http_multi *strata_http_multi_create(long connections, long connections_per_host);
void strata_http_multi_destroy(strata_http_multi *multi);
// Moves all transfers on as far as they go without waiting.
void strata_http_multi_run(strata_http_multi *multi);
// The next transfer that has ended; false when there is none.
bool strata_http_multi_next_finished(strata_http_multi *multi, strata_http_finished *finished);
// Waits for a socket, a timer of libcurl, a wake, or the limit. False when it could not wait.
bool strata_http_multi_wait(strata_http_multi *multi, int limit_ms);
// Ends the wait. The one call allowed from any thread, as long as the multi is not destroyed.
void strata_http_multi_wake(strata_http_multi *multi);

// Creates a transfer and hands it to the multi. NULL when memory ran out or a setting is refused.
strata_http_transfer *strata_http_transfer_create(
  strata_http_multi *multi, const strata_http_request *request);
void *strata_http_transfer_context(const strata_http_transfer *transfer);
// The address in text form that answered, or NULL. Valid until destroy.
const char *strata_http_transfer_remote_address(const strata_http_transfer *transfer);
// libcurl's words for what went wrong; "" when nothing did. Valid until destroy.
const char *strata_http_transfer_message(const strata_http_transfer *transfer);
// Takes the transfer out of its multi (which ends it if it runs) and frees it.
void strata_http_transfer_destroy(strata_http_transfer *transfer);

// A URL taken apart by the parser that will connect, so that what is checked is what is used.
typedef struct {
  char *url;    // absolute, without fragment
  char *scheme; // lower case
  char *host;   // ASCII letters in lower case, without brackets
  uint16_t port;
  bool has_credentials;
} strata_http_url;

// Parses `text`, relative to `base` unless that is NULL. False: not an absolute http(s) or other
// hierarchical URL; `out` is then untouched. Free with strata_http_url_free.
bool strata_http_url_parse(const char *text, const char *base, strata_http_url *out);
void strata_http_url_free(strata_http_url *url);

// The bytes of a literal address: 4, 16, or 0 when `text` is none.
size_t strata_http_parse_address(const char *text, uint8_t bytes[16]);

// What the system's resolver says of a host: 0 exists, 1 does not exist, 2 cannot tell now. Blocks.
int strata_http_resolve(const char *host);

// Runs `body` on a new detached thread that takes no signals. False when there can be no thread.
bool strata_http_thread_start(const char *name, void (*body)(void *context), void *context);

// Rests the calling thread. For the loop's thread only, when libcurl cannot wait.
void strata_thread_rest(int milliseconds);

// Seconds since 1970 by the wall clock.
int64_t strata_wall_seconds(void);

#endif
