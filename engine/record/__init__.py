"""The record: event log, store, pictures, projection, exporters."""
