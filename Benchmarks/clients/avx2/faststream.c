// The yardstick of rendering stems that only repeat: on two threads, each with one half of the loop, it reads a block of every file, adds them, and writes
// the sum at its place in every repetition. It keeps no stem in memory. All files have the same length.
//
//     faststream OUTPUT SECONDS GAIN FILE...
#include "stems16.h"
#include "wavout.h"

#define RATE 48000
#define BLOCK 8192

static char **paths;
static int path_count, output;
static long loop, total;
static float gain;

typedef struct {
    long first, end;
} Part;

static void *render(void *context) {
    Part part = *(Part *)context;
    SNDFILE **files = calloc((size_t)path_count, sizeof *files);
    for (int i = 0; i < path_count; i++) {
        long frames;
        files[i] = open_stereo(paths[i], &frames);
        if (frames != loop) FAIL("%s: another length than the first", paths[i]);
        if (part.first > 0 && sf_seek(files[i], part.first, SEEK_SET) != part.first) FAIL("%s: cannot be sought", paths[i]);
    }
    float *sum = aligned_alloc(64, BLOCK * 2 * sizeof *sum), factor = gain / 32768;
    short *in = aligned_alloc(64, BLOCK * 2 * sizeof *in);
    for (long start = part.first; start < part.end; start += BLOCK) {
        long size = part.end - start < BLOCK ? part.end - start : BLOCK;
        memset(sum, 0, (size_t)size * 2 * sizeof *sum);
        for (int i = 0; i < path_count; i++) {
            if (sf_readf_short(files[i], in, size) != size) FAIL("%s: cut short", paths[i]);
            for (long k = 0; k < 2 * size; k++) sum[k] += factor * (float)in[k];
        }
        for (long at = start; at < total; at += loop) write_frames(output, sum, at, at + size <= total ? size : total - at);
    }
    for (int i = 0; i < path_count; i++) sf_close(files[i]);
    return NULL;
}

static __attribute__((noinline)) int run(int count, char **words) {
    if (count < 5) FAIL("faststream OUTPUT SECONDS GAIN FILE...");
    total = (long)(atof(words[2]) * RATE);
    gain = strtof(words[3], NULL);
    paths = words + 4, path_count = count - 4;
    sf_close(open_stereo(paths[0], &loop));
    output = create_wav(words[1], total, RATE);
    Part halves[2] = {{0, loop / 2}, {loop / 2, loop}};
    pthread_t second;
    pthread_create(&second, NULL, render, &halves[1]);
    render(&halves[0]);
    pthread_join(second, NULL);
    return close(output);
}

int main(int count, char **words) {
    require_avx2();
    return run(count, words);
}
