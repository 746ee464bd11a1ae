"""The offline thinker of the web: from a goal's clauses, the page and what was done to one action.

It goes through the clauses in order. One is done where an attempt for it went well or the page
shows that it is so already; what is not on the page, and what two things are called alike, is said
rather than guessed."""
