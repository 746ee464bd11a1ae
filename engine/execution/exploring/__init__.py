"""What exploring asks of a surface that is at hand: did its state progress, did something break."""
