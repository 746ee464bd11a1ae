"""The explorer: action groups by confidence, iteration by iteration; what works is expanded."""
