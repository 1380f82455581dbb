// Says when a port is first heard: the time of CLOCK_MONOTONIC in seconds at a sample that is not zero.
//
//     sounding PORT SECONDS
#include "jackside.h"
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

static jack_port_t **inputs;
static _Atomic double when;

static void say_nothing(const char *text) { (void)text; }

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static int process(jack_nframes_t frames, void *context) {
    (void)context;
    const float *in = jack_port_get_buffer(inputs[0], frames);
    for (jack_nframes_t i = 0; i < frames && when == 0; i++)
        if (in[i] != 0) when = now();
    return 0;
}

int main(int count, char **words) {
    if (count != 3) die("sounding PORT SECONDS");
    double end = now() + atof(words[2]);
    jack_set_error_function(say_nothing);  // as long as there is no port
    jack_client_t *client = join("sounding");
    inputs = add_inputs(client, 1);
    jack_set_process_callback(client, process, NULL);
    if (jack_activate(client) != 0) die("the client cannot be activated");
    while (jack_connect(client, words[1], jack_port_name(inputs[0])) != 0) {
        if (now() > end) die("there is no port \"%s\"", words[1]);
        usleep(5000);
    }
    while (when == 0 && now() < end) usleep(1000);
    jack_client_close(client);
    if (when == 0) die("\"%s\" is silent", words[1]);
    printf("%.6f\n", when);
}
