"""The app as people meet it: in a browser, on a phone, on paper."""
