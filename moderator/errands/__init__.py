"""What is due whether or not anybody writes: one table of errands for doorbell, sweep and command line."""
