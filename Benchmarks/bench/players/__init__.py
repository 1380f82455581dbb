"""The programs that play stems, each driven in its own way for the same task."""
