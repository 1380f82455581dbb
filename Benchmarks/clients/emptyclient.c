// The smallest JACK client with two outputs: it writes silence. Its cost is JACK's share of every measurement.
#include "jackside.h"
#include <string.h>

static jack_port_t *outputs[2];

static int process(jack_nframes_t frames, void *context) {
    (void)context;
    for (int channel = 0; channel < 2; channel++)
        memset(jack_port_get_buffer(outputs[channel], frames), 0, frames * sizeof(float));
    return 0;
}

int main(void) {
    block_the_end();
    jack_client_t *client = join("emptyclient");
    outputs[0] = add_port(client, "out_1", JackPortIsOutput);
    outputs[1] = add_port(client, "out_2", JackPortIsOutput);
    jack_set_process_callback(client, process, NULL);
    if (jack_activate(client) != 0) die("the client cannot be activated");
    puts("ready");
    fflush(stdout);
    wait_for_the_end();
    jack_client_close(client);
}
