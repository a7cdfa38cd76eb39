"""Small experiments that anybody can repeat: `python -m training.studies reward`."""
