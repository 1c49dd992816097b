"""Masks by another hand: the Feistel network of docs/mask.md over AES of the package `cryptography`, slow and obvious.

    mask.py vectors > tests/oracle/vectors/mask/vectors.json      the frozen vectors, which no library of ours had a part in
"""

import hashlib
import hmac
import json
import sys

import oracle
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from oracle import BITS, FLAKE, FLAKE_SCALABLE, SNOWISH, TYPEID, UUID, UUIDV7

ROUNDS = 10
UUIDS = [UUIDV7, UUID, TYPEID]


def free_places(format):
    """The places of the bits that are masked, the highest first."""
    if format in UUIDS:
        kept = [76, 77, 78, 79, 62, 63]  # version and variant
    elif format in (FLAKE, FLAKE_SCALABLE, SNOWISH):
        kept = [63]  # the sign, the reserved bit
    else:
        kept = []
    return [place for place in reversed(range(BITS[format])) if place not in kept]


def tweak(format, key, prefix):
    name = UUIDV7 if format == UUID else format
    label = "sortid mask 2/" + name + ("/" + prefix if format == TYPEID else "")
    return int.from_bytes(hmac.digest(key, label.encode(), "sha256")[:16], "big")


def gather(value, places):
    number = 0
    for place in places:
        number = number * 2 + (value >> place) % 2
    return number


def scatter(number, places):
    value = 0
    for place in reversed(places):
        value += number % 2 << place
        number //= 2
    return value


def feistel(key, the_tweak, width, numbers, rounds):
    """All numbers of `width` bits at once, so that AES is called once a round."""
    aes = Cipher(algorithms.AES(key), modes.ECB())
    left_width, right_width = width // 2, width - width // 2
    lefts = [number >> right_width for number in numbers]
    rights = [number % 2**right_width for number in numbers]
    for number in rounds:
        changes_left = number % 2 == 0
        others = rights if changes_left else lefts
        blocks = b"".join((the_tweak ^ number << 64 ^ other).to_bytes(16, "big") for other in others)
        encryptor = aes.encryptor()
        answers = encryptor.update(blocks) + encryptor.finalize()
        cut = 2 ** (left_width if changes_left else right_width)
        pads = [int.from_bytes(answers[at:at + 16], "big") % cut for at in range(0, len(answers), 16)]
        if changes_left:
            lefts = [a ^ b for a, b in zip(lefts, pads)]
        else:
            rights = [a ^ b for a, b in zip(rights, pads)]
    return [left << right_width | right for left, right in zip(lefts, rights)]


def change(format, key, values, prefix, version_before, version_after, rounds):
    places = free_places(format)
    changed = feistel(key, tweak(format, key, prefix), len(places), [gather(v, places) for v in values], rounds)
    free = scatter(2 ** len(places) - 1, places)
    answers = []
    for value, number in zip(values, changed):
        rest = value & ~free
        if format in UUIDS:
            assert rest == version_before << 76 | 2 << 62, "version and variant"
            rest = version_after << 76 | 2 << 62
        answers.append(rest | scatter(number, places))
    return answers


def mask(format, key, values, prefix="", version=8):
    return change(format, key, values, prefix, 7, version, range(ROUNDS))


def unmask(format, key, values, prefix="", version=8):
    return change(format, key, values, prefix, version, 7, reversed(range(ROUNDS)))


def masked_format(format):
    return UUID if format == UUIDV7 else format


def vectors():
    keys = [bytes(range(16)), bytes(range(32)), bytes.fromhex("2b7e151628aed2a6abf7158809cf4f3c")]
    cases = []
    for key in keys:
        for format in oracle.FORMATS:
            digest = hashlib.sha512(format.encode() + key).digest()
            samples = [0, 2**BITS[format] - 1, int.from_bytes(digest[:16], "big"), int.from_bytes(digest[16:32], "big")]
            for value in samples:
                value %= 2**BITS[format]
                if format in UUIDS:
                    value = value & ~(15 << 76 | 3 << 62) | 7 << 76 | 2 << 62
                if format in (FLAKE, FLAKE_SCALABLE):
                    value %= 2**63
                for prefix in ["", "user", "a" * 63] if format == TYPEID else [""]:
                    for version in [8, 4] if format in UUIDS else [8]:
                        [masked] = mask(format, key, [value], prefix, version)
                        cases.append({"key": key.hex(), "format": format, "prefix": prefix, "version": version,
                                      "text": oracle.to_text(format, value, prefix),
                                      "masked": oracle.to_text(masked_format(format), masked, prefix)})
    return cases


def main():
    print("[" + ",\n ".join(json.dumps(case) for case in vectors()) + "]")


if __name__ == "__main__":
    sys.exit(main())
