"""The accessibility tree of a desktop, read over AT-SPI."""
