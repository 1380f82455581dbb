"""canon beside its peers: live, offline, from start to sound, and in memory."""
