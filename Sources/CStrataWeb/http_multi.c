#include <stdlib.h>

#include <curl/curl.h>

#include "http_internal.h"
#include "strata_http.h"

#include <pthread.h>

static void global_init(void) { curl_global_init(CURL_GLOBAL_DEFAULT); }

strata_http_multi *strata_http_multi_create(long connections, long connections_per_host) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, global_init);
  CURLM *multi = curl_multi_init();
  if (multi == NULL) return NULL;
  curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, connections);
  curl_multi_setopt(multi, CURLMOPT_MAX_HOST_CONNECTIONS, connections_per_host);
  curl_multi_setopt(multi, CURLMOPT_PIPELINING, CURLPIPE_MULTIPLEX);
  return (strata_http_multi *)multi;
}

void strata_http_multi_destroy(strata_http_multi *multi) { curl_multi_cleanup((CURLM *)multi); }

void strata_http_multi_run(strata_http_multi *multi) {
  int running = 0;
  curl_multi_perform((CURLM *)multi, &running);
}

bool strata_http_multi_next_finished(strata_http_multi *multi, strata_http_finished *finished) {
  int left = 0;
  CURLMsg *message;
  while ((message = curl_multi_info_read((CURLM *)multi, &left)) != NULL) {
    if (message->msg != CURLMSG_DONE) continue;
    char *owner = NULL;
    curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &owner);
    finished->transfer = (strata_http_transfer *)(void *)owner;
    finished->result = strata_http_result_of(message->data.result);
    return true;
  }
  return false;
}

bool strata_http_multi_wait(strata_http_multi *multi, int limit_ms) {
  return curl_multi_poll((CURLM *)multi, NULL, 0, limit_ms, NULL) == CURLM_OK;
}

void strata_http_multi_wake(strata_http_multi *multi) { curl_multi_wakeup((CURLM *)multi); }
