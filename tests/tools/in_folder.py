"""Tests that write files."""
import pathlib
import tempfile
import unittest


class InFolder(unittest.TestCase):
    """Each test has an empty folder of its own, which is removed after it."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
