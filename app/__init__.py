"""Entry points and the composition root: the only place where the rooms are joined."""
