"""One folder per title; a new one starts as a copy of the smallest, lost_cities."""
