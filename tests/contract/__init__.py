"""Each storage keeps what its ports promise."""
