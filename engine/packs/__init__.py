"""From folders and archives to documents: packs found, read strictly, put in order, written."""
