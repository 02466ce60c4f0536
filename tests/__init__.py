"""The tests, arranged as the package is."""
