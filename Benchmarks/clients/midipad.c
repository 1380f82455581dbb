// A device with pads: sends the same message a number of times in each period, from its first frame on. Its port counts as a device's.
//
//     midipad COUNT [BYTE...]
#include "jackside.h"
#include <jack/midiport.h>

static jack_port_t *output;
static int count, size;
static jack_midi_data_t message[3];

static int process(jack_nframes_t frames, void *context) {
    (void)context;
    void *buffer = jack_port_get_buffer(output, frames);
    jack_midi_clear_buffer(buffer);
    for (int i = 0; i < count; i++) jack_midi_event_write(buffer, (jack_nframes_t)i % frames, message, (size_t)size);
    return 0;
}

int main(int words, char **word) {
    block_the_end();
    count = words > 1 ? atoi(word[1]) : 0;
    for (size = 0; size < 3 && size + 2 < words; size++) message[size] = (jack_midi_data_t)atoi(word[size + 2]);
    jack_client_t *client = join("midipad");
    output = jack_port_register(client, "out", JACK_DEFAULT_MIDI_TYPE, JackPortIsOutput | JackPortIsPhysical, 0);
    if (!output) die("the port \"out\" cannot be registered");
    jack_set_process_callback(client, process, NULL);
    if (jack_activate(client) != 0) die("the client cannot be activated");
    puts("ready");
    fflush(stdout);
    wait_for_the_end();
    jack_client_close(client);
}
