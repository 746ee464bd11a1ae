"""What exploring asks of a surface at hand: did its state progress, did something break."""
