"""Makes the packages of tools/package.py: the same sources make the same bytes. It is not called packaging, since that is the name
of a library: scripts beside it, as tools/fleet.py, would find this in its place."""
