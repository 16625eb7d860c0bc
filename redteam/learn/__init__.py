"""What redteam/train.py is made of: data, networks, and a clock."""
