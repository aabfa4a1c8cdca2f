# SPDX-License-Identifier: MIT OR Apache-2.0
"""What `make_grund.py` makes the sample game with."""
