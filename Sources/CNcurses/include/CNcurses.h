#pragma once
// ncurses for Swift. It is loaded when a screen starts, so that subcommands without one do not map it. Before nc_load() has
// succeeded nothing else here may be called.

#include <stddef.h>
#define NCURSES_WIDECHAR 1
#define NCURSES_NOMACROS 1
#include <ncurses.h>

// Loads the library. Returns NULL, or what is missing, in the words of the system.
const char *nc_load(void);

// Selects the user's character set if it is UTF-8, else C.UTF-8: a machine without the user's locale, as over ssh, would
// draw only ASCII.
void nc_take_locale(void);
int nc_begin(void);
void nc_end(void);
int nc_rows(void);
int nc_columns(void);
// Keys come one by one, unchanged, and without a wait.
void nc_begin_keys(void);
// ncurses restores the terminal's present mode after Ctrl-Z.
void nc_keep_mode(void);
void nc_hide_cursor(void);
// Returns a byte, a key of more than one byte as a number above 255, or ERR. It does not use get_wch(3), which drops the
// bytes after one that begins no character.
int nc_read(void);
void nc_unread(int code);
void nc_move(int row, int column);
void nc_add(const char *text, int bytes);
void nc_style(int pair, int bold, int reverse, int dim);
// Returns whether there are colours, with the terminal's own background.
int nc_begin_colours(void);
void nc_colour(int pair, int colour);
// Switches xterm's mode 2004, which puts pasted text between two marks, so that it is not read as keys.
void nc_mark_pastes(int wanted);
void nc_know_pastes(int begin, int end);
void nc_erase(void);
void nc_show(void);
void nc_redraw(void);
void nc_begin_mouse(void);
// Returns whether there is an event of the mouse: its place, and the bits of what its buttons have done.
int nc_mouse(int *row, int *column, unsigned *buttons);
// A text capability of the terminal; NULL if it has none.
const char *nc_capability(const char *name);

// What nc_read() returns when there is nothing.
static const int nc_nothing = ERR;

// Keys and buttons that Swift cannot import, because they are macros of other macros.
enum {
  nc_key_up = KEY_UP, nc_key_down = KEY_DOWN, nc_key_left = KEY_LEFT, nc_key_right = KEY_RIGHT,
  nc_key_home = KEY_HOME, nc_key_end = KEY_END, nc_key_page_up = KEY_PPAGE, nc_key_page_down = KEY_NPAGE,
  nc_key_enter = KEY_ENTER, nc_key_back_tab = KEY_BTAB, nc_key_backspace = KEY_BACKSPACE,
  nc_key_delete = KEY_DC, nc_key_f0 = KEY_F0, nc_key_resize = KEY_RESIZE, nc_key_mouse = KEY_MOUSE,
  nc_key_paste = KEY_MAX + 1000, nc_key_paste_end = KEY_MAX + 1001  // ncurses uses the first numbers after KEY_MAX for its own keys
};
enum {
  nc_button_click = BUTTON1_PRESSED | BUTTON1_CLICKED, nc_button_wheel_up = BUTTON4_PRESSED,
  nc_button_wheel_down = BUTTON5_PRESSED
};
