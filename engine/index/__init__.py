"""What every name in the files of packs means and where it is declared and used, also while files are being written."""
