"""The mark of what runs with the oracle's millions of texts."""


def pytest_configure(config):
    config.addinivalue_line("markers", "oracle: part of jvm_millions")
