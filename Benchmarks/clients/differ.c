// Compares two sound files: prints their lengths and the largest difference of two samples.
//
//     differ FILE FILE
#include <math.h>
#include <sndfile.h>
#include <stdio.h>

#define BLOCK 8192

int main(int count, char **words) {
    if (count != 3) return fprintf(stderr, "differ FILE FILE\n"), 2;
    SF_INFO infos[2] = {{0}, {0}};
    SNDFILE *files[2];
    static float blocks[2][2 * BLOCK];
    for (int i = 0; i < 2; i++) {
        files[i] = sf_open(words[1 + i], SFM_READ, &infos[i]);
        if (!files[i] || infos[i].channels != 2) return fprintf(stderr, "%s: not stereo\n", words[1 + i]), 1;
    }
    double largest = 0;
    sf_count_t got;
    while ((got = sf_readf_float(files[0], blocks[0], BLOCK)) > 0) {
        if (sf_readf_float(files[1], blocks[1], got) != got) break;
        for (long i = 0; i < 2 * got; i++) largest = fmax(largest, fabs(blocks[0][i] - blocks[1][i]));
    }
    printf("frames %ld %ld largest %.9f\n", (long)infos[0].frames, (long)infos[1].frames, largest);
}
