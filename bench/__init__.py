"""The benchmark: what a phone, a thumb and a server need for this app. Run `python -m bench`."""
