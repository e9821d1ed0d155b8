"""The designer's lab: comparisons, sweeps, studies, budgets and robustness, all on metrics."""
