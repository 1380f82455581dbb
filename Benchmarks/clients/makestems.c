// Writes 16-bit stereo FLAC or WAV files for the benchmarks: struck notes that decay, each with some noise, and a low
// noise floor. They compress about as well as recorded instruments. Each file is a loop with a mean of exactly MARK.
//
//     makestems FOLDER FIRST LAST FRAMES RATE [wav]
#include <math.h>
#include <sndfile.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MARK (1.0 / 64)  // 512 steps of 16 bits, by which heard.c counts stems

static uint64_t state;

static double chance(void) {  // xorshift, -1 ... 1, the same files everywhere
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return (double)(state >> 11) / (double)(1ull << 52) - 1;
}

static void fill(double *left, double *right, long frames, int rate) {
    static const double chord[] = {1, 9.0 / 8, 5.0 / 4, 3.0 / 2, 5.0 / 3};
    double level = 0, noise = 0, phase = 0, step = 0, place = 0;
    long note = rate / 4 < frames ? rate / 4 : frames;
    for (long i = 0; i < frames; i++) {
        if (i % note == 0) {
            double pitch = 65.4 * chord[(int)(fabs(chance()) * 4.999)] * (1 << (int)(fabs(chance()) * 3.999));
            step = 2 * M_PI * pitch / rate;
            level = 0.25, noise = 0.05, place = 0.5 + 0.3 * chance();
        }
        phase += step;
        double tone = level * (sin(phase) + 0.5 * sin(2 * phase) + 0.25 * sin(3 * phase));
        left[i] = place * tone + (noise + 0.0004) * chance();
        right[i] = (1 - place) * tone + (noise + 0.0004) * chance();
        level *= 0.99994, noise *= 0.9993;
    }
}

static void settle_mean(double *samples, long frames) {
    double sum = 0;
    for (long i = 0; i < frames; i++) sum += samples[i];
    for (long i = 0; i < frames; i++) samples[i] += MARK - sum / (double)frames;
}

int main(int count, char **words) {
    if (count != 6 && count != 7) return fprintf(stderr, "makestems FOLDER FIRST LAST FRAMES RATE [wav]\n"), 2;
    int is_wav = count == 7 && strcmp(words[6], "wav") == 0;
    long frames = atol(words[4]);
    int rate = atoi(words[5]);
    double *left = malloc((size_t)frames * sizeof *left), *right = malloc((size_t)frames * sizeof *right);
    short *both = malloc((size_t)frames * 2 * sizeof *both);
    for (int number = atoi(words[2]); number <= atoi(words[3]); number++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/s%04d.%s", words[1], number, is_wav ? "wav" : "flac");
        state = 0x9e3779b97f4a7c15ull * (uint64_t)number;
        fill(left, right, frames, rate);
        settle_mean(left, frames);
        settle_mean(right, frames);
        for (long i = 0; i < frames; i++) {
            both[2 * i] = (short)lrint(left[i] * 32768);
            both[2 * i + 1] = (short)lrint(right[i] * 32768);
        }
        SF_INFO info = {
            .samplerate = rate, .channels = 2, .format = (is_wav ? SF_FORMAT_WAV : SF_FORMAT_FLAC) | SF_FORMAT_PCM_16};
        SNDFILE *file = sf_open(path, SFM_WRITE, &info);
        if (!file || sf_writef_short(file, both, frames) != frames)
            return fprintf(stderr, "%s: %s\n", path, sf_strerror(file)), 1;
        sf_close(file);
    }
}
