"""Columns of texts for the engines' tests, good and bad, and what the core says of each, one text at a time."""

import random

import sortid

PREFIX = "user"
KINDS = list(sortid.FORMATS.values())


def prefix_of(kind):
    return PREFIX if kind.MAX_PREFIX else ""


def some_ids(kind, count, dice):
    """Ids from all over the format."""
    ids = [kind.MIN, kind.MAX]
    number = {} if hasattr(kind, "new_random") else {"node": 0}
    lately = sortid.Generator(kind, on_overflow="wait", **number) if hasattr(kind, "new") else None
    while len(ids) < count:
        try:
            ids.append(kind.from_int(dice.getrandbits(dice.choice((kind.BITS, kind.BITS - 1, kind.BITS - 4)))))
        except sortid.IdError:
            ids.append(lately.next())
    return ids


def text_of(kind, id):
    return f"{prefix_of(kind)}_{id}" if kind.MAX_PREFIX and not id.prefix else str(id)


def mixed_texts(kind, count, dice):
    """Valid texts, and all that is wrong with texts: nulls, bad lengths, another case, overflow, other prefixes, symbols."""
    good = [text_of(kind, id) for id in some_ids(kind, 2000, dice)]
    bad = []
    for text in dice.sample(good, 500):
        at = dice.randrange(len(text))
        bad += [None, None, "", text[:-1], text + "0", text.lower(), text.upper(), text[:at] + dice.choice("UuIl!_é") + text[at + 1:],
                "8" + text[1:], "z" * len(text), "Z" * len(text), "order_" + text[-26:], text[-26:], "_" + text, text[:at] + "\0" + text[at + 1:]]
    return dice.choices(good * 3 + dice.choices(bad, k=len(good)), k=count)


def ids_of(kind, texts):
    """The ids of the texts by the core, one by one; None for a null and for what it rejects."""
    known = {None: None}
    for text in texts:
        if text not in known:
            try:
                known[text] = kind.parse(text, PREFIX) if kind.MAX_PREFIX else kind.parse(text)
            except sortid.IdError:
                known[text] = None
    return [known[text] for text in texts]


def dice_of(request_seed=None):
    seed = request_seed if request_seed is not None else random.SystemRandom().getrandbits(32)
    print("seed", seed)
    return random.Random(seed)
