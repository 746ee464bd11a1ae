"""The ten nodes of the graph: functions from the state to what changes in it."""
