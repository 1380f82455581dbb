"""Compares canon with its peers: live, offline, from start to sound, in memory, and on the screen."""
