"""SORTID_ENGINE_ROWS is how many rows the columns of a test have: 10⁵, and 10⁷ in the deep run. SORTID_SEED repeats a run."""

import os

import pytest
from columns import dice_of


@pytest.fixture
def rows():
    return int(os.environ.get("SORTID_ENGINE_ROWS", "100000"))


@pytest.fixture
def dice():
    return dice_of(int(os.environ["SORTID_SEED"]) if "SORTID_SEED" in os.environ else None)
