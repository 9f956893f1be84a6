"""What the commands for authors share: files of packs looked at, judged, compared and put in order."""
