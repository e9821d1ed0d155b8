"""One question per file: `find(sample)` answers it with a finding."""
