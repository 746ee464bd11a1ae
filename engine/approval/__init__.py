"""Policy and gate: every action passes here."""
