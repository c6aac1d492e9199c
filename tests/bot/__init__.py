"""Stories about the faces and what stands around them."""
