"""The app behind an asynchronous server: pages in threads, live streams in the event loop.

`process` configures uvicorn and starts its workers; `asgi` is the application of one worker,
`request_body` and `connection` its limits, `streams` its server-sent events.
"""
