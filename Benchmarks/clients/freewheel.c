// Measures microseconds per cycle of the whole graph: puts the server into freewheel mode, in which one cycle follows the
// other without waiting for a clock, and counts cycles. Its inputs are connected to the named ports, so that their owner
// comes before it in the graph; it does not read them. Prints the median over short windows, because moments in which
// something else runs are not a cost of the graph.
//
//     freewheel SECONDS [PORT...]
#include "jackside.h"
#include <stdatomic.h>
#include <unistd.h>

#define WINDOW 0.05  // seconds

static atomic_long cycles;
static atomic_int is_freewheeling;

static int process(jack_nframes_t frames, void *context) {
    (void)frames, (void)context;
    atomic_fetch_add_explicit(&cycles, 1, memory_order_relaxed);
    return 0;
}

static void freewheel(int is_on, void *context) {
    (void)context;
    atomic_store(&is_freewheeling, is_on);
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int count, char **words) {
    if (count < 2) die("freewheel SECONDS [PORT...]");
    double seconds = atof(words[1]);
    jack_client_t *client = join("freewheel");
    jack_port_t **inputs = add_inputs(client, count - 2);
    jack_set_process_callback(client, process, NULL);
    jack_set_freewheel_callback(client, freewheel, NULL);
    if (jack_activate(client) != 0) die("the client cannot be activated");
    connect_inputs(client, inputs, words + 2, count - 2);
    if (jack_set_freewheel(client, 1) != 0) die("the server does not freewheel");
    while (!atomic_load(&is_freewheeling)) usleep(1000);
    usleep(200000);  // until caches are warm and every client is in freewheel mode
    int windows = (int)(seconds / WINDOW) + 1;
    double *costs = calloc((size_t)windows, sizeof *costs);
    for (int i = 0; i < windows; i++) {
        long before = atomic_load(&cycles);
        jack_time_t start = jack_get_time();
        usleep((useconds_t)(WINDOW * 1e6));
        long done = atomic_load(&cycles) - before;
        costs[i] = (double)(jack_get_time() - start) / (double)(done ? done : 1);
    }
    jack_set_freewheel(client, 0);
    jack_client_close(client);
    qsort(costs, (size_t)windows, sizeof *costs, by_size);
    printf("microseconds %.3f\n", costs[windows / 2]);
}
