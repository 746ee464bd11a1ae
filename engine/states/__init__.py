"""What a situation shows: marks of states, small pictures, whether a condition holds."""
