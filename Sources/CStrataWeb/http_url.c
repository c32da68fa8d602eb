#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include <arpa/inet.h>
#include <netdb.h>
#include <sys/socket.h>

#include <curl/curl.h>

#include "strata_http.h"

static char *part(CURLU *handle, CURLUPart which, unsigned int flags) {
  char *text = NULL;
  if (curl_url_get(handle, which, &text, flags) != CURLUE_OK) return NULL;
  char *copy = strdup(text);
  curl_free(text);
  return copy;
}

static void lower(char *text) {
  for (; *text != '\0'; text++) *text = (char)tolower((unsigned char)*text);
}

// An address without its brackets. An international name stays as it is: libcurl would read it in the
// charset of the process's locale, which is not UTF-8 in most servers.
static char *host_of(CURLU *handle) {
  char *host = part(handle, CURLUPART_HOST, 0);
  if (host == NULL) return NULL;
  size_t length = strlen(host);
  if (length >= 2 && host[0] == '[' && host[length - 1] == ']') {
    memmove(host, host + 1, length - 2);
    host[length - 2] = '\0';
  }
  lower(host);
  return host;
}

static bool take_apart(CURLU *handle, strata_http_url *out) {
  char *user = part(handle, CURLUPART_USER, 0);
  char *password = part(handle, CURLUPART_PASSWORD, 0);
  char *port = part(handle, CURLUPART_PORT, CURLU_DEFAULT_PORT);
  strata_http_url parts = {0};
  parts.has_credentials = user != NULL || password != NULL;
  parts.port = port != NULL ? (uint16_t)strtoul(port, NULL, 10) : 0;
  parts.scheme = part(handle, CURLUPART_SCHEME, 0);
  parts.host = host_of(handle);
  curl_url_set(handle, CURLUPART_FRAGMENT, NULL, 0);
  parts.url = part(handle, CURLUPART_URL, CURLU_NO_DEFAULT_PORT);
  free(user);
  free(password);
  free(port);
  if (parts.scheme == NULL || parts.host == NULL || parts.url == NULL) {
    strata_http_url_free(&parts);
    return false;
  }
  lower(parts.scheme);
  *out = parts;
  return true;
}

bool strata_http_url_parse(const char *text, const char *base, strata_http_url *out) {
  CURLU *handle = curl_url();
  if (handle == NULL) return false;
  // Schemes libcurl was not built with are parsed too: the caller names them in its refusal.
  const unsigned int flags = CURLU_NON_SUPPORT_SCHEME | CURLU_URLENCODE;
  bool parsed = base == NULL || curl_url_set(handle, CURLUPART_URL, base, flags) == CURLUE_OK;
  parsed = parsed && curl_url_set(handle, CURLUPART_URL, text, flags) == CURLUE_OK;
  parsed = parsed && take_apart(handle, out);
  curl_url_cleanup(handle);
  return parsed;
}

void strata_http_url_free(strata_http_url *url) {
  free(url->url);
  free(url->scheme);
  free(url->host);
}

size_t strata_http_parse_address(const char *text, uint8_t bytes[16]) {
  if (inet_pton(AF_INET, text, bytes) == 1) return 4;
  if (inet_pton(AF_INET6, text, bytes) == 1) return 16;
  return 0;
}

int strata_http_resolve(const char *host) {
  struct addrinfo hints = {0};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  struct addrinfo *found = NULL;
  int code = getaddrinfo(host, NULL, &hints, &found);
  if (code == 0) {
    freeaddrinfo(found);
    return 0;
  }
#ifdef EAI_NODATA
  if (code == EAI_NODATA) return 1;
#endif
  return code == EAI_NONAME ? 1 : 2;
}
