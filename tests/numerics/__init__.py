"""Tests of gptq_viz.numerics, file by file, and of the laws that bind the files together."""
