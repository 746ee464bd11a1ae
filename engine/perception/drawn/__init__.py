"""What is drawn on the screen and told by nobody: found and read locally."""
