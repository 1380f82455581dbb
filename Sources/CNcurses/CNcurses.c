#include "CNcurses.h"
#include <dlfcn.h>
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

// The functions of ncurses that canon calls.
#define FUNCTIONS(F) \
  F(newterm) F(endwin) F(cbreak) F(noecho) F(keypad) F(nodelay) F(def_prog_mode) F(curs_set) F(getch) F(ungetch) F(wmove) \
  F(waddnstr) F(wattr_set) F(define_key) F(werase) F(wrefresh) F(clearok) F(mousemask) F(mouseinterval) F(getmouse) \
  F(has_colors) F(start_color) F(use_default_colors) F(init_pair) F(tigetstr)

#define POINTER(name) __typeof__(&name) name;
static struct {
  FUNCTIONS(POINTER)
  int *lines, *columns;
  WINDOW **screen, **shown;
} nc;

static void *find(void *library, const char *name, const char **problem) {
  void *symbol = dlsym(library, name);
  if (!symbol && !*problem) *problem = dlerror();
  return symbol;
}

const char *nc_load(void) {
  static int is_loaded = 0;
  if (is_loaded) return NULL;
  void *library = dlopen("libncursesw.so.6", RTLD_NOW | RTLD_LOCAL);
  if (!library) return dlerror();
  const char *problem = NULL;
#define FIND(name) nc.name = (__typeof__(nc.name))find(library, #name, &problem);
  FUNCTIONS(FIND)
  nc.lines = find(library, "LINES", &problem);
  nc.columns = find(library, "COLS", &problem);
  nc.screen = find(library, "stdscr", &problem);
  nc.shown = find(library, "curscr", &problem);
  is_loaded = problem == NULL;
  return problem;
}

void nc_take_locale(void) {
  setlocale(LC_CTYPE, "");
  if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0) setlocale(LC_CTYPE, "C.UTF-8");
}
int nc_begin(void) { return nc.newterm(NULL, stdout, stdin) != NULL; }
void nc_end(void) { nc.endwin(); }
int nc_rows(void) { return *nc.lines; }
int nc_columns(void) { return *nc.columns; }
void nc_begin_keys(void) {
  nc.cbreak();
  nc.noecho();
  nc.keypad(*nc.screen, TRUE);
  nc.nodelay(*nc.screen, TRUE);
}
void nc_keep_mode(void) { nc.def_prog_mode(); }
void nc_hide_cursor(void) { nc.curs_set(0); }
int nc_read(void) { return nc.getch(); }
void nc_unread(int code) { nc.ungetch(code); }
void nc_move(int row, int column) { nc.wmove(*nc.screen, row, column); }
void nc_add(const char *text, int bytes) { nc.waddnstr(*nc.screen, text, bytes); }
void nc_style(int pair, int bold, int reverse, int dim) {
  attr_t attributes = (bold ? A_BOLD : 0) | (reverse ? A_REVERSE : 0) | (dim ? A_DIM : 0);
  nc.wattr_set(*nc.screen, attributes, (short)pair, NULL);
}
int nc_begin_colours(void) {
  if (!nc.has_colors() || nc.start_color() != OK) return 0;
  nc.use_default_colors();
  return 1;
}
void nc_colour(int pair, int colour) { nc.init_pair((short)pair, (short)colour, -1); }
void nc_mark_pastes(int wanted) {
  fputs(wanted ? "\033[?2004h" : "\033[?2004l", stdout);
  fflush(stdout);
}
void nc_know_pastes(int begin, int end) {
  nc.define_key("\033[200~", begin);
  nc.define_key("\033[201~", end);
}
void nc_erase(void) { nc.werase(*nc.screen); }
void nc_show(void) { nc.wrefresh(*nc.screen); }
void nc_redraw(void) {
  nc.clearok(*nc.shown, TRUE);
  nc.wrefresh(*nc.screen);
}
void nc_begin_mouse(void) {
  nc.mousemask(nc_button_click | nc_button_wheel_up | nc_button_wheel_down, NULL);
  nc.mouseinterval(0);
}
int nc_mouse(int *row, int *column, unsigned *buttons) {
  MEVENT event;
  if (nc.getmouse(&event) != OK) return 0;
  *row = event.y;
  *column = event.x;
  *buttons = (unsigned)event.bstate;
  return 1;
}
const char *nc_capability(const char *name) {
  const char *text = nc.tigetstr((char *)name);
  return text == (const char *)-1 ? NULL : text;
}
