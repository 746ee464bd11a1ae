"""What a recorded run is, for whoever shows or tells it: ``fold`` makes a ``RunState`` of events.

Nothing here knows the time, the disk or Qt. Widgets see this package of the record, nothing else.
"""
