"""What the X server tells and shows: windows, monitors, pictures, their owners."""
