// A silent ALSA sequencer for SooperLooper, which would end at its start on machines without one (containers, virtual
// machines). It is loaded with LD_PRELOAD, only if /dev/snd/seq is missing.
#include <errno.h>
#include <poll.h>
#include <stddef.h>
#include <unistd.h>

static int ends[2] = {-1, -1};

int snd_seq_open(void **sequencer, const char *name, int streams, int mode) {
    (void)name, (void)streams, (void)mode;
    *sequencer = ends;
    return pipe(ends);
}

int snd_seq_close(void *sequencer) { return (void)sequencer, 0; }

int snd_seq_set_client_name(void *sequencer, const char *name) { return (void)sequencer, (void)name, 0; }

int snd_seq_create_simple_port(void *sequencer, const char *name, unsigned abilities, unsigned type) {
    return (void)sequencer, (void)name, (void)abilities, (void)type, 0;
}

int snd_seq_poll_descriptors(void *sequencer, struct pollfd *polls, unsigned space, short events) {
    (void)sequencer;
    if (space == 0) return 0;
    polls[0] = (struct pollfd){.fd = ends[0], .events = events};
    return 1;
}

int snd_seq_event_input(void *sequencer, void **event) { return (void)sequencer, *event = NULL, -EAGAIN; }

int snd_seq_event_output(void *sequencer, void *event) { return (void)sequencer, (void)event, 0; }

int snd_seq_drain_output(void *sequencer) { return (void)sequencer, 0; }
