"""What a page shows: what changed on it, what its forms are for, how an element can be touched."""
