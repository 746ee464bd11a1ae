"""The record: event log, store, pictures, views, exporters.

From the outside in: ``store`` is what a run is wired to; ``event_log`` and ``pictures`` are its
two ports; ``writer`` keeps their order; ``tables`` has the SQL and ``codec`` the JSON; ``database``
opens the file on threads of its own, with the migrations. ``views`` folds events to a state;
``sessions`` and ``exporters`` read past runs, and ``exploring`` reports explorations."""
