#ifndef C_WEB_PAGE_H
#define C_WEB_PAGE_H

#include <stddef.h>

/* The files of the page that `canon play --web` serves, in the program itself, so that an installed canon is one file. */
typedef struct {
  const unsigned char *bytes;
  size_t count;
} WebPageFile;

extern const WebPageFile web_page_html, web_page_css, web_page_js, web_page_manifest, web_page_icon;

#endif
