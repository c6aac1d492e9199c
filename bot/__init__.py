"""Every edge to the outside world, and the wiring."""
