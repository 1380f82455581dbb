"""The programs that play stems, each driven in its own way, all asked for the same."""
