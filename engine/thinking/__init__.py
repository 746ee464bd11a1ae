"""What to do next: the planners behind the ``Thinker`` port."""
