"""View models that several pages share: figures, states and codes, without a request."""
