"""The web's own words: pages, goals, proposals, events.

Pure; several rooms and the console meet here."""
