"""The app behind an asynchronous server: pages in threads, live streams in the event loop.

`process` configures uvicorn and starts its workers; `asgi` is the application of one worker,
`http_protocol` its limits, `streams` its server-sent events.
"""
