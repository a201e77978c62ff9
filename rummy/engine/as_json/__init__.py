"""Engine values as JSON and back."""
