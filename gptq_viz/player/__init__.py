"""The player: one payload from the server, replayed column by column on a canvas in the browser."""
