// A plain C client that does the minimal work of playing stems: it adds N looped stereo files, each with a constant
// gain, to two outputs. It has no start, stop or ramp, and one loading thread. With --stem-ports each stem also has two
// outputs of its own.
//
//     mixclient [--stem-ports] GAIN FILE...
#include "jackside.h"
#include <sndfile.h>
#include <stdatomic.h>
#include <string.h>

typedef struct {
    float *samples;  // interleaved as in the file: one stream in memory instead of two, a fifth faster than planar
    long frames;
    long position;
    jack_port_t *ports[2];
} Stem;

static Stem *stems;
static int stem_count;
static float gain;
static int has_stem_ports;
static jack_port_t *outputs[2];
static atomic_int cycles;

static void add(float *restrict left, float *restrict right, const float *restrict in, long frames) {
    for (long i = 0; i < frames; i++) {
        left[i] += gain * in[2 * i];
        right[i] += gain * in[2 * i + 1];
    }
}

static void add_twice(
    float *restrict left, float *restrict right, float *restrict own_left, float *restrict own_right,
    const float *restrict in, long frames) {
    for (long i = 0; i < frames; i++) {
        float l = gain * in[2 * i], r = gain * in[2 * i + 1];
        own_left[i] = l;
        own_right[i] = r;
        left[i] += l;
        right[i] += r;
    }
}

static int process(jack_nframes_t frames, void *context) {
    (void)context;
    float *out[2];
    for (int channel = 0; channel < 2; channel++) {
        out[channel] = jack_port_get_buffer(outputs[channel], frames);
        memset(out[channel], 0, frames * sizeof(float));
    }
    for (Stem *stem = stems; stem < stems + stem_count; stem++) {
        float *own[2] = {NULL, NULL};
        if (has_stem_ports)
            for (int channel = 0; channel < 2; channel++)
                own[channel] = jack_port_get_buffer(stem->ports[channel], frames);
        long done = 0, position = stem->position;
        while (done < (long)frames) {
            long part = stem->frames - position;
            if (part > (long)frames - done) part = (long)frames - done;
            const float *in = stem->samples + 2 * position;
            if (has_stem_ports)
                add_twice(out[0] + done, out[1] + done, own[0] + done, own[1] + done, in, part);
            else
                add(out[0] + done, out[1] + done, in, part);
            done += part;
            position += part;
            if (position == stem->frames) position = 0;
        }
        stem->position = position;
    }
    atomic_fetch_add(&cycles, 1);
    return 0;
}

static void load(Stem *stem, const char *path) {
    SF_INFO info = {0};
    SNDFILE *file = sf_open(path, SFM_READ, &info);
    if (!file || info.channels != 2) die("%s: not a stereo sound file", path);
    stem->frames = info.frames;
    stem->samples = malloc((size_t)info.frames * 2 * sizeof(float));
    if (sf_readf_float(file, stem->samples, info.frames) != info.frames) die("%s: cut short", path);
    sf_close(file);
}

int main(int count, char **words) {
    block_the_end();
    int first = 1;
    if (count > 1 && strcmp(words[1], "--stem-ports") == 0) has_stem_ports = first++;
    if (count < first + 2) die("mixclient [--stem-ports] GAIN FILE...");
    gain = strtof(words[first++], NULL);
    stem_count = count - first;
    stems = calloc((size_t)stem_count, sizeof *stems);
    jack_client_t *client = join("mixclient");
    outputs[0] = add_port(client, "out_1", JackPortIsOutput);
    outputs[1] = add_port(client, "out_2", JackPortIsOutput);
    for (int i = 0; i < stem_count; i++) {
        load(&stems[i], words[first + i]);
        for (int channel = 0; has_stem_ports && channel < 2; channel++) {
            char name[32];
            snprintf(name, sizeof name, "stem%d_%d", i + 1, channel + 1);
            stems[i].ports[channel] = add_port(client, name, JackPortIsOutput);
        }
    }
    jack_set_process_callback(client, process, NULL);
    if (jack_activate(client) != 0) die("the client cannot be activated");
    while (atomic_load(&cycles) == 0) {}
    puts("ready");
    fflush(stdout);
    wait_for_the_end();
    jack_client_close(client);
}
