#include <stdlib.h>
#include <string.h>

#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <curl/curl.h>

#include "http_internal.h"
#include "strata_http.h"

struct strata_http_transfer {
  CURL *easy;
  CURLM *multi;
  struct curl_slist *headers;
  strata_http_request request;
  char message[CURL_ERROR_SIZE];
};

strata_http_result strata_http_result_of(CURLcode code) {
  switch (code) {
  case CURLE_OK: return STRATA_HTTP_OK;
  case CURLE_COULDNT_RESOLVE_HOST: return STRATA_HTTP_NO_SUCH_HOST;
  case CURLE_COULDNT_RESOLVE_PROXY:
  case CURLE_COULDNT_CONNECT: return STRATA_HTTP_CONNECT_FAILED;
  case CURLE_SSL_CONNECT_ERROR:
  case CURLE_PEER_FAILED_VERIFICATION:
  case CURLE_SSL_CERTPROBLEM:
  case CURLE_SSL_CIPHER:
  case CURLE_SSL_CACERT_BADFILE:
  case CURLE_SSL_ISSUER_ERROR:
  case CURLE_SSL_INVALIDCERTSTATUS: return STRATA_HTTP_TLS_FAILED;
  case CURLE_OPERATION_TIMEDOUT: return STRATA_HTTP_TIMED_OUT;
  case CURLE_WRITE_ERROR:
  case CURLE_ABORTED_BY_CALLBACK: return STRATA_HTTP_STOPPED;
  case CURLE_PARTIAL_FILE: return STRATA_HTTP_CUT_OFF;
  case CURLE_GOT_NOTHING:
  case CURLE_SEND_ERROR:
  case CURLE_RECV_ERROR: return STRATA_HTTP_CONNECTION_LOST;
  case CURLE_BAD_CONTENT_ENCODING: return STRATA_HTTP_BAD_ENCODING;
  case CURLE_UNSUPPORTED_PROTOCOL: // also HTTP/0.9, which is refused
  case CURLE_HTTP2:
  case CURLE_HTTP2_STREAM:
  case CURLE_WEIRD_SERVER_REPLY: return STRATA_HTTP_BAD_REPLY;
  case CURLE_URL_MALFORMAT: return STRATA_HTTP_BAD_URL;
  default: return STRATA_HTTP_FAILED;
  }
}

// Called with the very address that would be connected to, after the name was resolved: there is no
// second look-up between the check and the connection that a rebinding name server could answer.
static curl_socket_t open_socket(
  void *context, curlsocktype purpose, struct curl_sockaddr *address) {
  strata_http_transfer *transfer = context;
  const strata_http_request *request = &transfer->request;
  (void)purpose;
  bool allowed = false;
  if (address->family == AF_INET) {
    struct sockaddr_in v4;
    memcpy(&v4, &address->addr, sizeof v4);
    allowed = request->allows(
      request->context, (const uint8_t *)&v4.sin_addr, 4, ntohs(v4.sin_port));
  } else if (address->family == AF_INET6) {
    struct sockaddr_in6 v6;
    memcpy(&v6, &address->addr, sizeof v6);
    allowed = request->allows(
      request->context, (const uint8_t *)&v6.sin6_addr, 16, ntohs(v6.sin6_port));
  }
  if (!allowed) return CURL_SOCKET_BAD;
  int type = address->socktype;
#ifdef SOCK_CLOEXEC
  type |= SOCK_CLOEXEC;
#endif
  int descriptor = socket(address->family, type, address->protocol);
  if (descriptor < 0) return CURL_SOCKET_BAD;
#ifndef SOCK_CLOEXEC
  fcntl(descriptor, F_SETFD, FD_CLOEXEC);
#endif
  return descriptor;
}

static size_t receive_header(char *bytes, size_t size, size_t count, void *context) {
  strata_http_transfer *transfer = context;
  bool goes_on = transfer->request.header(transfer->request.context, bytes, size * count);
  // Any other count than that given makes libcurl end the transfer; 0 would be taken as the count
  // of an empty line.
  return goes_on ? size * count : (size_t)-1;
}

static size_t receive_body(char *bytes, size_t size, size_t count, void *context) {
  strata_http_transfer *transfer = context;
  bool goes_on = transfer->request.body(transfer->request.context, bytes, size * count);
  return goes_on ? size * count : (size_t)-1;
}

static int report_progress(
  void *context, curl_off_t total, curl_off_t received, curl_off_t up_total, curl_off_t up) {
  strata_http_transfer *transfer = context;
  (void)total, (void)up_total, (void)up;
  return transfer->request.progress(transfer->request.context, received) ? 0 : 1;
}

static bool configure(strata_http_transfer *transfer, const strata_http_request *request) {
  CURL *easy = transfer->easy;
  CURLcode code = CURLE_OK;
#define SET(option, value) \
  if (code == CURLE_OK) code = curl_easy_setopt(easy, option, value)
  SET(CURLOPT_URL, request->url);
  SET(CURLOPT_PRIVATE, (char *)transfer);
  SET(CURLOPT_ERRORBUFFER, transfer->message);
  SET(CURLOPT_USERAGENT, request->user_agent);
  SET(CURLOPT_HTTPHEADER, transfer->headers);
  // The names the build knows: gzip and deflate always, br and zstd where compiled in.
  SET(CURLOPT_ACCEPT_ENCODING, "");
#if LIBCURL_VERSION_NUM >= 0x075500
  SET(CURLOPT_PROTOCOLS_STR, "http,https");
#else
  SET(CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
  // Redirects are followed by the caller, who checks each step anew.
  SET(CURLOPT_FOLLOWLOCATION, 0L);
  SET(CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS);
  SET(CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
  // Both are set, or libcurl would look into the environment.
  SET(CURLOPT_PROXY, request->proxy);
  SET(CURLOPT_NOPROXY, "");
  if (request->ca_file != NULL) SET(CURLOPT_CAINFO, request->ca_file);
  SET(CURLOPT_NOSIGNAL, 1L);
#if LIBCURL_VERSION_NUM >= 0x075700
  // Ending a transfer must not wait for its name look-up, which stalls all others on this thread.
  SET(CURLOPT_QUICK_EXIT, 1L);
#endif
  SET(CURLOPT_TIMEOUT_MS, (long)request->time_limit_ms);
  SET(CURLOPT_CONNECTTIMEOUT_MS, (long)request->connect_limit_ms);
  SET(CURLOPT_OPENSOCKETFUNCTION, open_socket);
  SET(CURLOPT_OPENSOCKETDATA, transfer);
  SET(CURLOPT_HEADERFUNCTION, receive_header);
  SET(CURLOPT_HEADERDATA, transfer);
  SET(CURLOPT_WRITEFUNCTION, receive_body);
  SET(CURLOPT_WRITEDATA, transfer);
  SET(CURLOPT_NOPROGRESS, 0L);
  SET(CURLOPT_XFERINFOFUNCTION, report_progress);
  SET(CURLOPT_XFERINFODATA, transfer);
#undef SET
  return code == CURLE_OK;
}

strata_http_transfer *strata_http_transfer_create(
  strata_http_multi *multi, const strata_http_request *request) {
  strata_http_transfer *transfer = calloc(1, sizeof *transfer);
  if (transfer == NULL) return NULL;
  transfer->easy = curl_easy_init();
  transfer->request = *request;
  bool ready = transfer->easy != NULL;
  for (size_t i = 0; ready && request->headers[i] != NULL; i++) {
    struct curl_slist *longer = curl_slist_append(transfer->headers, request->headers[i]);
    if (longer == NULL) ready = false;
    else transfer->headers = longer;
  }
  ready = ready && configure(transfer, request);
  ready = ready && curl_multi_add_handle((CURLM *)multi, transfer->easy) == CURLM_OK;
  if (!ready) {
    strata_http_transfer_destroy(transfer);
    return NULL;
  }
  transfer->multi = (CURLM *)multi;
  // libcurl has copied the strings, and the caller's may be gone by the next call.
  transfer->request.url = transfer->request.user_agent = NULL;
  transfer->request.proxy = transfer->request.ca_file = NULL;
  transfer->request.headers = NULL;
  return transfer;
}

void *strata_http_transfer_context(const strata_http_transfer *transfer) {
  return transfer->request.context;
}

const char *strata_http_transfer_remote_address(const strata_http_transfer *transfer) {
  char *address = NULL;
  curl_easy_getinfo(transfer->easy, CURLINFO_PRIMARY_IP, &address);
  return address != NULL && address[0] != '\0' ? address : NULL;
}

const char *strata_http_transfer_message(const strata_http_transfer *transfer) {
  return transfer->message;
}

void strata_http_transfer_destroy(strata_http_transfer *transfer) {
  if (transfer->multi != NULL) curl_multi_remove_handle(transfer->multi, transfer->easy);
  if (transfer->easy != NULL) curl_easy_cleanup(transfer->easy);
  curl_slist_free_all(transfer->headers);
  free(transfer);
}
