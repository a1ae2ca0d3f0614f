"""The commands of the server and of the referee."""
