// Observes the server in real time: cycles, xruns and the server's own load figure, which is the share of the period
// that the slowest cycles of the last seconds took.
//
//     realtime SECONDS [PORT...]
#include "jackside.h"
#include <stdatomic.h>
#include <unistd.h>

static atomic_long cycles, xruns;

static int process(jack_nframes_t frames, void *context) {
    (void)frames, (void)context;
    atomic_fetch_add_explicit(&cycles, 1, memory_order_relaxed);
    return 0;
}

static int xrun(void *context) {
    (void)context;
    atomic_fetch_add(&xruns, 1);
    return 0;
}

static int by_size(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

int main(int count, char **words) {
    if (count < 2) die("realtime SECONDS [PORT...]");
    int ticks = (int)(atof(words[1]) * 10) + 1;
    float *loads = calloc((size_t)ticks, sizeof *loads);
    jack_client_t *client = join("realtime");
    jack_port_t **inputs = add_inputs(client, count - 2);
    jack_set_process_callback(client, process, NULL);
    jack_set_xrun_callback(client, xrun, NULL);
    if (jack_activate(client) != 0) die("the client cannot be activated");
    connect_inputs(client, inputs, words + 2, count - 2);
    usleep(1000000);  // joining may cause an xrun, and the load is a running figure
    atomic_store(&xruns, 0);
    long before = atomic_load(&cycles);
    for (int i = 0; i < ticks; i++) {
        usleep(100000);
        loads[i] = jack_cpu_load(client);
    }
    long done = atomic_load(&cycles) - before;
    long late = atomic_load(&xruns);
    jack_client_close(client);
    qsort(loads, (size_t)ticks, sizeof *loads, by_size);
    printf("cycles %ld xruns %ld load %.2f\n", done, late, loads[ticks / 2]);
}
