"""Acting on the web: performing with fallbacks, settling, rating, going back.

The same ports as on the desktop, over a browser's eyes and hands; what a page tells beside its
picture (address, structure, tabs, values, downloads) is what effects are judged by.
"""
