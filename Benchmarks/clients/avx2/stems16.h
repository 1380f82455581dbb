// Shared by the programs in this folder, which are built with -march=x86-64-v3 -ffp-contract=off: stems as 16-bit interleaved stereo in
// one arena of huge pages, loaded on two threads, and a mixing loop that keeps the sums of 32 frames in registers while several
// stems are added to them. Per sample the additions have the order of the stems, without fused multiplication.
#ifndef STEMS16_H
#define STEMS16_H

#include <immintrin.h>
#include <pthread.h>
#include <sndfile.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define CHUNK 256    // the most frames that are mixed in one call
#define TOGETHER 16  // the stems of one pass: their next lines are fetched during the pass before

typedef struct {
    const int16_t *at, *end;  // the next frame; the end of the loop
    long length;              // samples of the loop, both channels
    float gain;               // of a sample of 16 bits
} Voice;

typedef struct {
    int16_t *samples;  // followed by the loop's first CHUNK frames again, so that no chunk has to be split
    long frames;
} Stem16;

#define FAIL(...) (fprintf(stderr, __VA_ARGS__), fputc('\n', stderr), exit(1))

/// To be called before anything else: all other code here may have instructions of x86-64-v3.
static inline void require_avx2(void) {
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi2") || !__builtin_cpu_supports("fma"))
        FAIL("this processor has no AVX2");
}

// MARK: mixing

#define ADD(sum, part)                                                                                                      \
    sum = _mm256_add_ps(                                                                                                    \
        sum, _mm256_mul_ps(                                                                                                 \
                 gain, _mm256_cvtepi32_ps(_mm256_cvtepi16_epi32(_mm_loadu_si128((const __m128i *)(in + 8 * part))))))

/// Sets `out`, `frames` interleaved frames (at most CHUNK), to the sum of all voices, and moves them on. After the last voice there must be
/// TOGETHER more whose `at` may be anything.
static inline void mix(float *restrict out, Voice *restrict voices, long count, long frames) {
    if (count == 0) memset(out, 0, (size_t)frames * 2 * sizeof *out);
    for (long first = 0; first < count; first += TOGETHER) {
        Voice *group = voices + first;
        long size = count - first < TOGETHER ? count - first : TOGETHER, frame = 0;
        for (; frame + 32 <= frames; frame += 32) {
            float *to = out + 2 * frame;
            __m256 a, b, c, d, e, f, g, h;
            if (first == 0) {
                a = b = c = d = e = f = g = h = _mm256_setzero_ps();
            } else {
                a = _mm256_loadu_ps(to), b = _mm256_loadu_ps(to + 8), c = _mm256_loadu_ps(to + 16);
                d = _mm256_loadu_ps(to + 24), e = _mm256_loadu_ps(to + 32), f = _mm256_loadu_ps(to + 40);
                g = _mm256_loadu_ps(to + 48), h = _mm256_loadu_ps(to + 56);
            }
            for (long k = 0; k < size; k++) {
                const int16_t *in = group[k].at + 2 * frame;
                const char *ahead = (const char *)(group[k + TOGETHER].at + 2 * frame);
                __m256 gain = _mm256_broadcast_ss(&group[k].gain);
                _mm_prefetch(ahead, _MM_HINT_T0);
                _mm_prefetch(ahead + 64, _MM_HINT_T0);
                ADD(a, 0), ADD(b, 1), ADD(c, 2), ADD(d, 3), ADD(e, 4), ADD(f, 5), ADD(g, 6), ADD(h, 7);
            }
            _mm256_storeu_ps(to, a), _mm256_storeu_ps(to + 8, b), _mm256_storeu_ps(to + 16, c);
            _mm256_storeu_ps(to + 24, d), _mm256_storeu_ps(to + 32, e), _mm256_storeu_ps(to + 40, f);
            _mm256_storeu_ps(to + 48, g), _mm256_storeu_ps(to + 56, h);
        }
        if (frame < frames) {
            if (first == 0) memset(out + 2 * frame, 0, (size_t)(frames - frame) * 2 * sizeof *out);
            for (long k = 0; k < size; k++)
                for (long i = 2 * frame; i < 2 * frames; i++) out[i] += group[k].gain * (float)group[k].at[i];
        }
        for (long k = 0; k < size; k++) {
            group[k].at += 2 * frames;
            if (group[k].at >= group[k].end) group[k].at -= group[k].length;
        }
    }
}

static inline Voice voice(const Stem16 *stem, long position, float gain) {
    return (Voice){
        .at = stem->samples + 2 * (position % stem->frames), .end = stem->samples + 2 * stem->frames,
        .length = 2 * stem->frames, .gain = gain / 32768};
}

// MARK: loading

typedef struct {
    Stem16 *stems;
    char **paths;
    int count;
    atomic_int next;
    char *arena;
    size_t size;
    atomic_size_t used;
} Loader;

static SNDFILE *open_stereo(const char *path, long *frames) {
    SF_INFO info = {0};
    SNDFILE *file = sf_open(path, SFM_READ, &info);
    if (!file || info.channels != 2 || info.frames < CHUNK) FAIL("%s: no stereo sound file of %d frames", path, CHUNK);
    *frames = info.frames;
    return file;
}

/// An odd number of cache lines, so that the same place of two stems is seldom in the same set of the cache.
static size_t bytes_of(long frames) { return ((((size_t)frames + CHUNK) * 4 + 63) / 64 | 1) * 64; }

static void *load_some(void *context) {
    Loader *loader = context;
    for (int i; (i = atomic_fetch_add(&loader->next, 1)) < loader->count;) {
        Stem16 *stem = &loader->stems[i];
        SNDFILE *file = open_stereo(loader->paths[i], &stem->frames);
        size_t size = bytes_of(stem->frames), start = atomic_fetch_add(&loader->used, size);
        stem->samples = start + size <= loader->size ? (void *)(loader->arena + start) : aligned_alloc(64, size);
        if (sf_readf_short(file, stem->samples, stem->frames) != stem->frames) FAIL("%s: cut short", loader->paths[i]);
        memcpy(stem->samples + 2 * stem->frames, stem->samples, CHUNK * 4);
        sf_close(file);
    }
    return NULL;
}

/// Loads all files on two threads; both take the next file that nobody has.
static inline Stem16 *load_stems(char **paths, int count) {
    Loader loader = {.stems = calloc((size_t)count, sizeof(Stem16)), .paths = paths, .count = count};
    long frames;
    sf_close(open_stereo(paths[0], &frames));
    loader.size = (size_t)count * bytes_of(frames);
    loader.arena = aligned_alloc(1 << 21, (loader.size + (1 << 21) - 1) >> 21 << 21);
    madvise(loader.arena, loader.size, MADV_HUGEPAGE);
    pthread_t second;
    pthread_create(&second, NULL, load_some, &loader);
    load_some(&loader);
    pthread_join(second, NULL);
    return loader.stems;
}

#endif
