"""Players of Expéditions."""
