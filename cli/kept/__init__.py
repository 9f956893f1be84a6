"""Games in files: saved, kept by themselves, gone on with, told again step by step."""
