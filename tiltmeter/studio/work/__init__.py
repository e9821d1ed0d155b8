"""What the pages ask of the `Workshop`, in child processes: functions of plain values.

Each takes the workshop first and words that JSON can hold, and returns what JSON can hold. One
that yields is a stream: each thing it yields is shown at once.
"""
