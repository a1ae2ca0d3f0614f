"""https in a home network, with a certificate authority of its own.

`authority` makes the certificates, `machine` has the names and addresses for them, `keeping`
renews them while the server runs, and `page` shows each device, over plain http, how to trust
them.
"""
