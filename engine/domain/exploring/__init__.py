"""What exploring is made of: action groups, states, findings, and the traces that lead to them."""
