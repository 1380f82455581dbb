// Sends a line to canon's control socket and waits for the first sample that is not zero at a port, then sends another line and waits for
// silence; COUNT times, at times that have nothing to do with the periods. Prints each time the server's frame at which the line was sent
// and the frame of the sample.
//
//     response SOCKET PORT SOUND-LINE SILENCE-LINE COUNT
#include "jackside.h"
#include <stdatomic.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define SILENCE 2400  // frames
#define PATIENCE 10   // seconds

static jack_port_t **inputs;
static atomic_int is_armed, is_heard;
static atomic_uint heard_at, silent_frames;

static int process(jack_nframes_t frames, void *context) {
    const float *in = jack_port_get_buffer(inputs[0], frames);
    jack_nframes_t start = jack_last_frame_time(context);
    for (jack_nframes_t i = 0; i < frames; i++) {
        if (in[i] == 0) {
            atomic_fetch_add(&silent_frames, 1);
            continue;
        }
        atomic_store(&silent_frames, 0);
        if (!atomic_load(&is_armed)) continue;
        atomic_store(&heard_at, start + i);
        atomic_store(&is_armed, 0);
        atomic_store(&is_heard, 1);
    }
    return 0;
}

static int enter(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) die("%s: too long", path);
    strcpy(address.sun_path, path);
    int wire = socket(AF_UNIX, SOCK_STREAM, 0);
    if (connect(wire, (struct sockaddr *)&address, sizeof address) != 0) die("%s: nobody answers", path);
    return wire;
}

static void say(int wire, const char *line) {
    char text[1024], reply[65537];
    int length = snprintf(text, sizeof text, "%s\n", line);
    if (write(wire, text, (size_t)length) != length) die("the control socket takes no line");
    // One line comes back; what it says is checked by what is heard.
    for (char last = 0; last != '\n';) {
        ssize_t got = read(wire, reply, sizeof reply - 1);
        if (got <= 0) die("the control socket gives no reply");
        reply[got] = 0;
        last = reply[got - 1];
        if (last == '\n' && strstr(reply, "\"reply\":\"done\"") == NULL) die("\"%s\": %.*s", line, (int)got, reply);
    }
}

static void wait_for_silence(void) {
    for (int i = 0; i < PATIENCE * 1000; i++, usleep(1000))
        if (atomic_load(&silent_frames) >= SILENCE) return;
    die("no silence");
}

int main(int count, char **words) {
    if (count != 6) die("response SOCKET PORT SOUND-LINE SILENCE-LINE COUNT");
    int wire = enter(words[1]);
    jack_client_t *client = join("response");
    inputs = add_inputs(client, 1);
    jack_set_process_callback(client, process, client);
    if (jack_activate(client) != 0) die("the client cannot be activated");
    connect_inputs(client, inputs, words + 2, 1);
    say(wire, words[4]);
    srand(1);
    for (int i = 0; i < atoi(words[5]); i++) {
        wait_for_silence();
        usleep((useconds_t)(rand() % 20000));
        atomic_store(&is_heard, 0);
        atomic_store(&is_armed, 1);
        jack_nframes_t sent = jack_frame_time(client);
        say(wire, words[3]);
        for (int ms = 0; ms < PATIENCE * 1000 && !atomic_load(&is_heard); ms++) usleep(1000);
        if (!atomic_load(&is_heard)) die("\"%s\": nothing is heard", words[3]);
        printf("sent %u heard %u\n", sent, atomic_load(&heard_at));
        say(wire, words[4]);
    }
    jack_client_close(client);
}
