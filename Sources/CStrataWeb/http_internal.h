#ifndef STRATA_HTTP_INTERNAL_H
#define STRATA_HTTP_INTERNAL_H

#include <curl/curl.h>

#include "strata_http.h"

strata_http_result strata_http_result_of(CURLcode code);

#endif
