"""What serve.py and tests/run.py share: setting up the machine, building, and telling how it goes."""
