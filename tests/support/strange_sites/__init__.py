"""Two small sites for goals of finding, listing and answering, in words unlike the test site's.

The library hires out tools: it has a search, a listing in pages with a control to order it, and a
page of its hours. The kitchen has recipes in numbered pages and a talk board: no search, no order.
Each is a function from a path and its query to a page, served by ``serving``."""
