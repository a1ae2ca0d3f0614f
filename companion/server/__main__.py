"""`python -m companion.server`: `companion run` executes it once the database is prepared."""

import argparse

from companion.server.process import Options, serve


def main() -> None:
    """Serve until a signal ends it."""
    parser = argparse.ArgumentParser(prog="companion.server")
    parser.add_argument("--host", required=True)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--workers", type=int, required=True)
    parser.add_argument("--certificate")
    parser.add_argument("--key")
    parser.add_argument("--authority")
    parser.add_argument("--steps", type=int)
    parser.add_argument("--app", default="companion.server.asgi:make")
    serve(Options(**vars(parser.parse_args())))


if __name__ == "__main__":  # spawned workers import this module as well
    main()
