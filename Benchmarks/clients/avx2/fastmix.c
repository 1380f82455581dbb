// The yardstick of live playing: what clients/mixclient.c does, with samples of 16 bits, AVX2, several stems a pass and two loading threads.
//
//     fastmix GAIN FILE...
#include "../jackside.h"
#include "stems16.h"

static Voice *voices;
static int voice_count;
static jack_port_t *outputs[2];
static atomic_int cycles;

static int process(jack_nframes_t frames, void *context) {
    (void)context;
    float both[2 * CHUNK], *left = jack_port_get_buffer(outputs[0], frames), *right = jack_port_get_buffer(outputs[1], frames);
    for (jack_nframes_t done = 0; done < frames;) {
        jack_nframes_t part = frames - done < CHUNK ? frames - done : CHUNK;
        mix(both, voices, voice_count, part);
        for (jack_nframes_t i = 0; i < part; i++) left[done + i] = both[2 * i], right[done + i] = both[2 * i + 1];
        done += part;
    }
    atomic_fetch_add_explicit(&cycles, 1, memory_order_relaxed);
    return 0;
}

static __attribute__((noinline)) int play(int count, char **words) {
    block_the_end();
    if (count < 3) die("fastmix GAIN FILE...");
    float gain = strtof(words[1], NULL);
    voice_count = count - 2;
    jack_client_t *client = join("fastmix");
    outputs[0] = add_port(client, "out_1", JackPortIsOutput);
    outputs[1] = add_port(client, "out_2", JackPortIsOutput);
    Stem16 *stems = load_stems(words + 2, voice_count);
    voices = aligned_alloc(64, ((size_t)voice_count + TOGETHER) * sizeof *voices / 64 * 64 + 64);
    for (int i = 0; i < voice_count + TOGETHER; i++) voices[i] = voice(&stems[i % voice_count], 0, gain);
    jack_set_process_callback(client, process, NULL);
    if (jack_activate(client) != 0) die("the client cannot be activated");
    while (atomic_load(&cycles) == 0) _mm_pause();
    puts("ready");
    fflush(stdout);
    wait_for_the_end();
    jack_client_close(client);
    return 0;
}

int main(int count, char **words) {
    require_avx2();
    return play(count, words);
}
