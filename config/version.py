"""Which version of the platform this is (SemVer); CHANGELOG.md says what each brought."""

VERSION = "0.1.0"
