// The minimal work for the offline benchmark: decodes every file once, on one thread, mixes one loop, and writes
// that loop repeatedly as 32-bit float WAV.
//
//     loopmix OUTPUT SECONDS GAIN FILE...
#include <sndfile.h>
#include <stdio.h>
#include <stdlib.h>

#define BLOCK 4096

int main(int count, char **words) {
    if (count < 5) return fprintf(stderr, "loopmix OUTPUT SECONDS GAIN FILE...\n"), 2;
    float gain = strtof(words[3], NULL), block[2 * BLOCK];
    float *mix = NULL;
    SF_INFO info = {0};
    for (int number = 4; number < count; number++) {
        SNDFILE *file = sf_open(words[number], SFM_READ, &info);
        if (!file || info.channels != 2) return fprintf(stderr, "%s: not stereo\n", words[number]), 1;
        if (!mix) mix = calloc((size_t)info.frames * 2, sizeof *mix);
        float *at = mix;
        sf_count_t got;
        while ((got = sf_readf_float(file, block, BLOCK)) > 0) {
            for (long i = 0; i < 2 * got; i++) at[i] += gain * block[i];
            at += 2 * got;
        }
        sf_close(file);
    }
    long loop = info.frames, left = (long)(atof(words[2]) * info.samplerate);
    SF_INFO form = {
        .samplerate = info.samplerate, .channels = 2, .format = SF_FORMAT_WAV | SF_FORMAT_FLOAT};
    SNDFILE *file = sf_open(words[1], SFM_WRITE, &form);
    if (!file) return fprintf(stderr, "%s: %s\n", words[1], sf_strerror(NULL)), 1;
    while (left > 0) {
        long part = left < loop ? left : loop;
        if (sf_writef_float(file, mix, part) != part) return fprintf(stderr, "cannot write\n"), 1;
        left -= part;
    }
    sf_close(file);
}
