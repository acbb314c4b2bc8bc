"""The changelog: its form is what releases take their notes by."""
import re
import unittest

from tools.release_notes import notes, version
from tools.steps import ROOT

EXAMPLE = """# Changelog

## [Unreleased]

### Added

- What comes next.

## [0.2.0] - 2027-01-31

### Fixed

- A fault.

## [0.1.0] - 2026-12-24

- The first one.

[0.2.0]: https://example.org/compare
"""


class ReleaseNotesTest(unittest.TestCase):
    def test_the_notes_are_the_section_of_the_version(self):
        self.assertEqual(notes(EXAMPLE, "0.2.0"), "### Fixed\n\n- A fault.\n")
        self.assertEqual(notes(EXAMPLE, "0.1.0"), "- The first one.\n")
        self.assertIsNone(notes(EXAMPLE, "0.3.0"))
        self.assertIsNone(notes(EXAMPLE, "0.1.0.0"))

    def test_the_changelog_lists_versions_the_newest_first(self):
        headings = re.findall(r"^## (.*)$", (ROOT / "CHANGELOG.md").read_text(), re.M)
        self.assertEqual(headings[0], "[Unreleased]")
        versions = []
        for heading in headings[1:]:
            self.assertRegex(heading, r"^\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d$")
            versions.append(tuple(map(int, re.findall(r"\d+", heading)[:3])))
        self.assertEqual(versions, sorted(versions, reverse=True))
        # The sources are the newest release, or the one to come.
        self.assertGreaterEqual(tuple(map(int, version().split("."))), max(versions, default=(0, 0, 0)))


if __name__ == "__main__":
    unittest.main()
