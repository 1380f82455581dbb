// Measures the mean of the mix. Every stem of these benchmarks contains a small constant (makestems.c), so the mean over
// whole loops gives the number of stems that are heard, for every program and every position of the stems in their loops.
//
//     heard FRAMES LEFT-PORT RIGHT-PORT
#include "jackside.h"
#include <math.h>
#include <stdatomic.h>
#include <unistd.h>

static jack_port_t **inputs;
static long wanted, skipped, taken;
static double sums[2];
static float peak;
static atomic_int is_on, is_done;

static int process(jack_nframes_t frames, void *context) {
    (void)context;
    // In the first cycles the connections may still be missing.
    if (!atomic_load(&is_on) || skipped++ < 200) return 0;
    long part = wanted - taken < (long)frames ? wanted - taken : (long)frames;
    for (int channel = 0; channel < 2; channel++) {
        const float *in = jack_port_get_buffer(inputs[channel], frames);
        for (long i = 0; i < part; i++) {
            sums[channel] += in[i];
            if (fabsf(in[i]) > peak) peak = fabsf(in[i]);
        }
    }
    taken += part;
    if (taken == wanted) atomic_store(&is_done, 1);
    return 0;
}

int main(int count, char **words) {
    if (count != 4) die("heard FRAMES LEFT-PORT RIGHT-PORT");
    wanted = atol(words[1]);
    jack_client_t *client = join("heard");
    inputs = add_inputs(client, 2);
    jack_set_process_callback(client, process, NULL);
    if (jack_activate(client) != 0) die("the client cannot be activated");
    connect_inputs(client, inputs, words + 2, 2);
    jack_set_freewheel(client, 1);  // only to save time
    atomic_store(&is_on, 1);
    for (int i = 0; i < 60000 && !atomic_load(&is_done); i++) usleep(1000);
    jack_set_freewheel(client, 0);
    jack_client_close(client);
    if (!atomic_load(&is_done)) die("no sound within a minute");
    printf("left %.9f right %.9f peak %.6f\n", sums[0] / (double)wanted, sums[1] / (double)wanted, peak);
}
