/* libjack for Swift: what the importer does not support, and the promises for the functions that the audio thread calls.
   RealtimeSanitizer reports nothing for these. The compiler trusts a promise and does not check it: use RT_SAFE only here
   and in CRealtime.h. */
#pragma once
#include <jack/jack.h>
#include <jack/metadata.h>
#include <jack/midiport.h>
#include <jack/uuid.h>
#include <stdint.h>

#if defined(__clang__)
#define RT_SAFE __attribute__((swift_attr("@_noLocks")))
#else
#define RT_SAFE
#endif

/* jack_client_open is variadic, which Swift cannot call. With a NULL `server` it uses JACK_DEFAULT_SERVER or "default". It
   never starts a server. */
static inline jack_client_t *canon_jack_open(const char *name, const char *server, jack_status_t *status) {
  return server ? jack_client_open(name, (jack_options_t)(JackNoStartServer | JackServerName), status, server)
                : jack_client_open(name, JackNoStartServer, status);
}

RT_SAFE static inline float *rt_port_buffer(jack_port_t *port, uint32_t frames) {
  return (float *)jack_port_get_buffer(port, frames);
}
RT_SAFE static inline uint32_t rt_last_frame_time(jack_client_t *client) { return jack_last_frame_time(client); }
RT_SAFE static inline uint64_t rt_time(void) { return jack_get_time(); }
/* When the current cycle began, in microseconds of rt_time(); 0 if the server does not tell. */
RT_SAFE static inline uint64_t rt_cycle_start(jack_client_t *client) {
  jack_nframes_t frames;
  jack_time_t now, next;
  float period;
  return jack_get_cycle_times(client, &frames, &now, &next, &period) == 0 ? now : 0;
}

/* The events of a MIDI port in this cycle, in the order of their frames. */
RT_SAFE static inline void *rt_midi_buffer(jack_port_t *port, uint32_t frames) {
  return jack_port_get_buffer(port, frames);
}
RT_SAFE static inline uint32_t rt_midi_count(void *buffer) { return jack_midi_get_event_count(buffer); }
RT_SAFE static inline int rt_midi_event(jack_midi_event_t *event, void *buffer, uint32_t index) {
  return jack_midi_event_get(event, buffer, index);
}
/* Must come before the first event of a cycle; events in the order of their frames. NULL without room. */
RT_SAFE static inline void rt_midi_clear(void *buffer) { jack_midi_clear_buffer(buffer); }
RT_SAFE static inline uint8_t *rt_midi_reserve(void *buffer, uint32_t frame, size_t count) {
  return jack_midi_event_reserve(buffer, frame, count);
}

/* The bytes of the largest message that there is still room for. */
RT_SAFE static inline size_t rt_midi_room(void *buffer) { return jack_midi_max_event_size(buffer); }

static inline const char *canon_jack_midi_type(void) { return JACK_DEFAULT_MIDI_TYPE; }
static inline const char *canon_jack_audio_type(void) { return JACK_DEFAULT_AUDIO_TYPE; }

/* JACK's metadata keys are global variables in C, which Swift cannot read safely. */
static inline int canon_jack_set_pretty_name(jack_client_t *client, jack_port_t *port, const char *name) {
  return jack_set_property(client, jack_port_uuid(port), "http://jackaudio.org/metadata/pretty-name", name,
                           "text/plain");
}
static inline int canon_jack_set_order(jack_client_t *client, jack_port_t *port, const char *order) {
  return jack_set_property(client, jack_port_uuid(port), "http://jackaudio.org/metadata/order", order,
                           "http://www.w3.org/2001/XMLSchema#int");
}
