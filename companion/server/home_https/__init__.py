"""https in a home network, by a certificate authority of its own.

`authority` makes the certificates, `machine` names what they are for, `keeping` renews them while
the server runs, and `page` shows each device, over plain http, how to trust them.
"""
