"""The command line: one small file a command. It knows no game either; what it prints comes from packs."""
