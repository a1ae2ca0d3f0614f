"""Settings from the environment, the network of this machine and its languages."""
