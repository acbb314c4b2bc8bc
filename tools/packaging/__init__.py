"""Makes the packages of tools/package.py: the same sources make the same bytes."""
