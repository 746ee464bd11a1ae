"""The risk of what is done in a page, and how far it could be taken back."""
