"""A desktop far away, over VNC: its picture is all that is known of it."""
