"""Pictures: for each a function for its data, one for the figure, one for its words. No Streamlit here."""
