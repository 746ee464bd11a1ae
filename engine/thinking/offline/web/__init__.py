"""The offline thinker on the web: one action at a time, by labels and words, without a model.

A goal is read into parts in order (``parts``, ``reading*``). What was done is read from the
attempts' own reasons (``notes``), so that nothing is kept between calls. For the part that comes
next a chooser looks at the page (``view``) and answers with one action.
"""
