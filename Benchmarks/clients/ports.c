// Lists the server's ports; fails if there is no server.
#include "jackside.h"

static void say_nothing(const char *text) { (void)text; }

int main(void) {
    jack_set_error_function(say_nothing);
    jack_client_t *client = join("ports");
    const char **names = jack_get_ports(client, NULL, JACK_DEFAULT_AUDIO_TYPE, 0);
    for (int i = 0; names && names[i]; i++) puts(names[i]);
    jack_free(names);
    jack_client_close(client);
}
