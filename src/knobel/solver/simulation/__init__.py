"""Many games with the exact policy, in compiled code."""
