"""The benchmark: taps, times, bytes and memory on phone and server. Run `python -m bench`."""
