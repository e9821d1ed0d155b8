"""What a report is made of: runs, chapters, and claims tested again."""
