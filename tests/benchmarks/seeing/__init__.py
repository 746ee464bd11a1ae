"""How much of real applications is seen from their pictures alone, held against what they tell."""
