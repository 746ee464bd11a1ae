"""What Pilothouse says of a run: words for states, sentences for events and endings.

The console's log and cards, the terminal and reports all read them here; icons, colours and markup
are added where they are shown. Goes in: facts of the domain. Comes out: plain text."""
