"""What may be done: risk, policy and gate, scope, whose wish a step follows, its target's guard."""
