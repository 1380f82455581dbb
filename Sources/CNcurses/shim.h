#pragma once
// Selects the wide-character interface, whatever the compiler flags are.
#define NCURSES_WIDECHAR 1
#include <ncurses.h>
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>

// ncurses for Swift, which does not import macros and treats the variables as unsafe.

// Selects the user's character set if it is UTF-8, else C.UTF-8: a machine without the user's locale, as over ssh, would
// draw only ASCII.
static inline void nc_take_locale(void) {
  setlocale(LC_CTYPE, "");
  if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0) setlocale(LC_CTYPE, "C.UTF-8");
}
static inline int nc_begin(void) { return newterm(NULL, stdout, stdin) != NULL; }
static inline int nc_rows(void) { return LINES; }
static inline int nc_columns(void) { return COLS; }
static inline void nc_keypad(void) { keypad(stdscr, TRUE); nodelay(stdscr, TRUE); }
// Returns a byte, a key of more than one byte as a number above 255, or ERR. It does not use get_wch(3), which drops the
// bytes after one that begins no character.
static inline int nc_read(void) { return getch(); }
static inline void nc_move(int row, int column) { move(row, column); }
static inline void nc_add(const char *text, int bytes) { addnstr(text, bytes); }
static inline void nc_style(int pair, int bold, int reverse, int dim) {
  attr_t attributes = (bold ? A_BOLD : 0) | (reverse ? A_REVERSE : 0) | (dim ? A_DIM : 0);
  attr_set(attributes, (short)pair, NULL);
}
// Switches xterm's mode 2004, which puts pasted text between two marks, so that it is not read as keys.
static inline void nc_mark_pastes(int wanted) {
  fputs(wanted ? "\033[?2004h" : "\033[?2004l", stdout);
  fflush(stdout);
}
static inline void nc_know_pastes(int begin, int end) {
  define_key("\033[200~", begin);
  define_key("\033[201~", end);
}
static inline void nc_erase(void) { erase(); }
static inline void nc_show(void) { refresh(); }
static inline void nc_redraw(void) { clearok(curscr, TRUE); refresh(); }
static inline unsigned long nc_mouse_buttons(void) {
  return BUTTON1_PRESSED | BUTTON1_CLICKED | BUTTON4_PRESSED | BUTTON5_PRESSED;
}
static inline int nc_mouse(int *row, int *column, int *wheel) {
  MEVENT event;
  if (getmouse(&event) != OK) return 0;
  *row = event.y;
  *column = event.x;
  *wheel = event.bstate & BUTTON4_PRESSED ? -1 : event.bstate & BUTTON5_PRESSED ? 1 : 0;
  return *wheel != 0 || (event.bstate & (BUTTON1_PRESSED | BUTTON1_CLICKED)) != 0;
}

// Keys that Swift cannot import, because they are macros of other macros.
enum {
  nc_key_up = KEY_UP, nc_key_down = KEY_DOWN, nc_key_left = KEY_LEFT, nc_key_right = KEY_RIGHT,
  nc_key_home = KEY_HOME, nc_key_end = KEY_END, nc_key_page_up = KEY_PPAGE, nc_key_page_down = KEY_NPAGE,
  nc_key_enter = KEY_ENTER, nc_key_back_tab = KEY_BTAB, nc_key_backspace = KEY_BACKSPACE,
  nc_key_delete = KEY_DC, nc_key_f0 = KEY_F0, nc_key_resize = KEY_RESIZE, nc_key_mouse = KEY_MOUSE,
  nc_key_paste = KEY_MAX + 1000, nc_key_paste_end = KEY_MAX + 1001  // ncurses uses the first numbers after KEY_MAX for its own keys
};

// A text capability of the terminal; NULL if it has none.
static inline const char *nc_capability(const char *name) {
  const char *text = tigetstr((char *)name);
  return text == (const char *)-1 ? NULL : text;
}
