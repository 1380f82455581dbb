// A WAV file of 32-bit float stereo at its final size, into which several threads write blocks at their places.
#ifndef WAVOUT_H
#define WAVOUT_H

#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#define WAV_HEADER 44

static inline int create_wav(const char *path, long frames, int rate) {
    uint32_t data = (uint32_t)(frames * 8), header[WAV_HEADER / 4];
    memcpy(header, "RIFF....WAVEfmt ", 16);
    header[1] = data + WAV_HEADER - 8;
    header[4] = 16;
    header[5] = 2u << 16 | 3;  // two channels of floats
    header[6] = (uint32_t)rate;
    header[7] = (uint32_t)rate * 8;
    header[8] = 32u << 16 | 8;
    memcpy(header + 9, "data", 4);
    header[10] = data;
    int file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0666);
    if (file < 0 || write(file, header, WAV_HEADER) != WAV_HEADER || ftruncate(file, WAV_HEADER + frames * 8) != 0)
        FAIL("%s: cannot be written", path);
    return file;
}

static inline void write_frames(int file, const float *both, long start, long frames) {
    const char *from = (const char *)both;
    for (long left = frames * 8, at = WAV_HEADER + start * 8; left > 0;) {
        ssize_t done = pwrite(file, from, (size_t)left, at);
        if (done <= 0) FAIL("the disk takes no more");
        from += done, at += done, left -= done;
    }
}

#endif
