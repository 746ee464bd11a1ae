"""Qt views: they show a projection and emit what the operator decided."""
