"""First contact: how far the product's word holds with programs and sites that it has never met.

Written by a stranger to the code: nothing here imports the product or its tests. `docs/first-
contact.md` tells how to write a card, how to run it and how to read what comes of it."""
