"""The words that every room shares: frozen facts, unions of outcomes, and the ports.

Nothing here does anything: no clock, no file, no socket. Rooms meet only here."""
