"""Tests of the player's Python side."""
