"""Streamlit around the numbers: settings and links, navigation, cached runs, the frame of a page."""
