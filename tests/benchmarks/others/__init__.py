"""Benchmarks of others, as adapters of ``pilothouse benchmark``: by their names, as in
``tests.benchmarks.others.osworld:osworld``, from a folder that has these sources."""
