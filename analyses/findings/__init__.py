"""What an answer is: findings, verdicts, and the samples they are asked of."""
