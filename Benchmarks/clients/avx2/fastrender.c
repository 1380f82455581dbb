// The yardstick of rendering a score: all stems in memory as 16 bits, and two threads that each mix one half of the time and write it in blocks.
// EVENTS has a line for each change of a stem's factor: FRAME STEM FACTOR FRAMES, a straight line from FRAME on that takes FRAMES, in order of
// their frames. At most one of a stem's lines moves at a time. Every factor is 1 at first. Silent stems are not read.
//
//     fastrender OUTPUT SECONDS GAIN EVENTS FILE...
#include "stems16.h"
#include "wavout.h"

#define RATE 48000
#define BLOCK 4096

typedef struct {
    long frame, length;
    int stem;
    float target;
} Event;

typedef struct {
    float from, to;
    long start, length;
} Line;

static Stem16 *stems;
static int stem_count, file;
static long event_count;
static Event *events;
static float gain;

static float value(const Line *line, long frame) {
    if (frame >= line->start + line->length) return line->to;
    return line->from + (line->to - line->from) / (float)line->length * (float)(frame - line->start);
}

static void receive(Line *lines, const Event *event) {
    Line *line = &lines[event->stem];
    *line = (Line){value(line, event->frame), event->target, event->frame, event->length};
}

/// Adds a stem whose factor moves.
static void add_moving(float *both, const Stem16 *stem, const Line *line, long frame, long frames) {
    const int16_t *in = stem->samples + 2 * (frame % stem->frames);
    for (long i = 0; i < frames; i++) {
        float factor = value(line, frame + i) * (gain / 32768);
        both[2 * i] += factor * (float)in[2 * i];
        both[2 * i + 1] += factor * (float)in[2 * i + 1];
    }
}

typedef struct {
    long first, end;
} Part;

static void *render(void *context) {
    Part part = *(Part *)context;
    Line *lines = calloc((size_t)stem_count, sizeof *lines);
    Voice *voices = aligned_alloc(64, ((size_t)stem_count + TOGETHER + 1) * sizeof *voices / 64 * 64 + 64);
    int *moving = calloc((size_t)stem_count, sizeof *moving);
    float *block = aligned_alloc(64, BLOCK * 2 * sizeof *block);
    for (int i = 0; i < stem_count; i++) lines[i] = (Line){1, 1, 0, 0};
    long next = 0;
    for (long start = part.first; start < part.end; start += BLOCK) {
        long size = part.end - start < BLOCK ? part.end - start : BLOCK;
        for (long frame = start; frame < start + size;) {
            while (next < event_count && events[next].frame <= frame) receive(lines, &events[next++]);
            // Up to `until` no factor begins or ends to move.
            long until = start + size;
            if (next < event_count && events[next].frame < until) until = events[next].frame;
            int count = 0, moves = 0;
            for (int i = 0; i < stem_count; i++) {
                long end = lines[i].start + lines[i].length;
                if (frame < end) {
                    moving[moves++] = i;
                    if (end < until) until = end;
                } else if (lines[i].to != 0) {
                    voices[count++] = voice(&stems[i], frame, lines[i].to * gain);
                }
            }
            for (int i = 0; i < TOGETHER; i++) voices[count + i] = voice(&stems[0], frame, 0);
            while (frame < until) {
                long frames = until - frame < CHUNK ? until - frame : CHUNK;
                float *both = block + 2 * (frame - start);
                mix(both, voices, count, frames);
                for (int i = 0; i < moves; i++) add_moving(both, &stems[moving[i]], &lines[moving[i]], frame, frames);
                frame += frames;
            }
        }
        write_frames(file, block, start, size);
    }
    return NULL;
}

static void read_events(const char *path) {
    FILE *text = fopen(path, "r");
    if (!text) FAIL("%s: cannot be read", path);
    long room = 1024;
    events = malloc((size_t)room * sizeof *events);
    for (Event e; fscanf(text, "%ld %d %f %ld", &e.frame, &e.stem, &e.target, &e.length) == 4;) {
        if (event_count == room) events = realloc(events, (size_t)(room *= 2) * sizeof *events);
        if (e.stem < 0 || e.stem >= stem_count) FAIL("%s: there is no stem %d", path, e.stem);
        events[event_count++] = e;
    }
    fclose(text);
}

static __attribute__((noinline)) int run(int count, char **words) {
    if (count < 6) FAIL("fastrender OUTPUT SECONDS GAIN EVENTS FILE...");
    long frames = (long)(atof(words[2]) * RATE);
    gain = strtof(words[3], NULL);
    stem_count = count - 5;
    read_events(words[4]);
    stems = load_stems(words + 5, stem_count);
    file = create_wav(words[1], frames, RATE);
    Part halves[2] = {{0, frames / 2}, {frames / 2, frames}};
    pthread_t second;
    pthread_create(&second, NULL, render, &halves[1]);
    render(&halves[0]);
    pthread_join(second, NULL);
    return close(file);
}

int main(int count, char **words) {
    require_avx2();
    return run(count, words);
}
