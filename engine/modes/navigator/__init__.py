"""The navigator: a staged web agent as a state graph.

Source: the document on the staged web agent; ``navigator.py`` reads like its list of nodes."""
