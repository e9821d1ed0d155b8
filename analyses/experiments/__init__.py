"""What is played, and what it leaves behind: experiments, designs, run folders, samples."""
