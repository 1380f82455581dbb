#include "CWebPage.h"

/* clang embeds files before C23 too, and says so. */
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char html[] = {
#embed "Page/page.html"
};
static const unsigned char css[] = {
#embed "Page/page.css"
};
static const unsigned char js[] = {
#embed "Page/page.js"
};
static const unsigned char manifest[] = {
#embed "Page/manifest.json"
};
static const unsigned char icon[] = {
#embed "Page/icon.svg"
};

const WebPageFile web_page_html = {html, sizeof html};
const WebPageFile web_page_css = {css, sizeof css};
const WebPageFile web_page_js = {js, sizeof js};
const WebPageFile web_page_manifest = {manifest, sizeof manifest};
const WebPageFile web_page_icon = {icon, sizeof icon};
