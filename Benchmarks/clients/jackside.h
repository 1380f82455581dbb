// Shared by all clients here: joins the private server, loads sound files into memory, waits for the end.
#ifndef JACKSIDE_H
#define JACKSIDE_H

#include <jack/jack.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static inline void die(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    exit(1);
}

/// Never starts a server: the one named by JACK_DEFAULT_SERVER must run.
static inline jack_client_t *join(const char *name) {
    jack_status_t status;
    jack_client_t *client = jack_client_open(name, JackNoStartServer, &status);
    if (!client) die("%s: no JACK server (status 0x%x)", name, status);
    return client;
}

static inline jack_port_t *add_port(jack_client_t *client, const char *name, unsigned long flags) {
    jack_port_t *port = jack_port_register(client, name, JACK_DEFAULT_AUDIO_TYPE, flags, 0);
    if (!port) die("the port \"%s\" cannot be registered", name);
    return port;
}

/// Connects an input to each of `sources`. The client must be active.
static inline void connect_inputs(jack_client_t *client, jack_port_t **inputs, char **sources, int count) {
    for (int i = 0; i < count; i++)
        if (jack_connect(client, sources[i], jack_port_name(inputs[i])) != 0)
            die("\"%s\" cannot be connected", sources[i]);
}

static inline jack_port_t **add_inputs(jack_client_t *client, int count) {
    jack_port_t **inputs = calloc((size_t)count + 1, sizeof *inputs);
    for (int i = 0; i < count; i++) {
        char name[32];
        snprintf(name, sizeof name, "in_%d", i + 1);
        inputs[i] = add_port(client, name, JackPortIsInput);
    }
    return inputs;
}

/// Returns at SIGTERM or SIGINT. Both must have been blocked before the client was opened.
static inline void wait_for_the_end(void) {
    sigset_t ends;
    int number;
    sigemptyset(&ends);
    sigaddset(&ends, SIGTERM);
    sigaddset(&ends, SIGINT);
    sigwait(&ends, &number);
}

static inline void block_the_end(void) {
    sigset_t ends;
    sigemptyset(&ends);
    sigaddset(&ends, SIGTERM);
    sigaddset(&ends, SIGINT);
    sigprocmask(SIG_BLOCK, &ends, NULL);
}

#endif
