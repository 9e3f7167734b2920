"""Every control of the remix moved while it renders, the same in any host, and what must be heard of it."""

import functools

from renders import lv2apply
from signals import RATE, decibels, scene

#: Of the voice in the scene, degrees.
VOICE = 30
#: Seconds for which each value stays, and those at their ends that are not looked at: fades and latencies.
SPAN, EDGE = 1.0, 0.2
STYLES = {"style": list(range(10)), "frame_azimuth": [VOICE] * 10, "remix_amount": [0.8] * 10}
#: Voices and place as stems, then the view.
TRIMS = {
    "style": [4, 4, 4, 3, 3, 3, 6, 6, 6, 6],
    "dialog_gain": [-24, -6, 12, 0, 0, 0, 0, 0, 0, 0],
    "ambience_gain": [0, 0, 0, 12, -3, -24, 0, 0, 0, 0],
    "frame_azimuth": [0, 0, 0, 0, 0, 0, -120, VOICE, VOICE + 120, VOICE + 120],
    "frame_width": [60, 60, 60, 60, 60, 60, 60, 60, 60, 360],
}
AMOUNT_SECONDS = 6


def field(seconds=SPAN * len(STYLES["style"])):
    """So soft that no host clips what the trims amplify."""
    return 0.2 * scene(seconds, VOICE, rests=False)


def steps(values):
    """(seconds, symbol, value) where a control changes."""
    return sorted((SPAN * span, symbol, value) for symbol, series in values.items()
                  for span, value in enumerate(series) if span and value != series[span - 1])


def first(values):
    return {symbol: series[0] for symbol, series in values.items()}


def points(values):
    """For lanes with lines between their points: (seconds, value) per symbol. A step takes 10 ms."""
    lanes = {}
    for symbol, series in values.items():
        lane = [(0, series[0])]
        for span in range(1, len(series)):
            if series[span] != series[span - 1]:
                lane += [(SPAN * span - 0.01, series[span - 1]), (SPAN * span, series[span])]
        if len(lane) > 1:
            lanes[symbol] = lane + [(SPAN * len(series), series[-1])]
    return lanes


def piece(signal, span, late=0):
    return signal[late + int((span + EDGE) * SPAN * RATE):late + int((span + 1 - EDGE / 4) * SPAN * RATE)]


@functools.cache
def stem(style):
    """Of the scene of `TRIMS`, without trims; one analysis window late."""
    return lv2apply("remix", field(), style=style)


def check_styles(test, out, late):
    """`late`: frames by which the output lags."""
    source = field()
    for style in STYLES["style"]:
        there, here = piece(source, style), piece(out, style, late)
        field_level, dialog_level = decibels(here[:, :4], there), decibels(here[:, 4], there[:, 0])
        with test.subTest(style=style):
            if style in (4, 5, 6):
                test.assertLess(field_level, -100)
            else:
                test.assertGreater(field_level, -25)
            if style in (3, 7, 8, 9):
                test.assertLess(dialog_level, -100)
            else:
                test.assertGreater(dialog_level, -15)
            if style == 7:
                test.assertLess(decibels(here[:, :4] - there, there), -100)
            if style in (3, 8, 9):
                test.assertLess(field_level, -3, "the voice is still in the place")


def check_trims(test, out, late, latency=1024):
    for span, style in enumerate(TRIMS["style"][:6]):
        channels = slice(4, 5) if style == 4 else slice(0, 4)
        gain = TRIMS["dialog_gain" if style == 4 else "ambience_gain"][span]
        level = decibels(piece(out, span, late)[:, channels], piece(stem(style), span, latency)[:, channels])
        with test.subTest(style=style, gain=gain):
            test.assertAlmostEqual(level, gain, delta=0.5)
    whole = [decibels(piece(out, span, late)[:, 4], piece(stem(4), span, latency)[:, 4]) for span in range(6, 10)]
    with test.subTest(frame=whole):
        # Beside the voice, on it, on the other side of it, all around.
        test.assertLess(whole[0], -12)
        test.assertAlmostEqual(whole[1], 0, delta=1)
        test.assertLess(whole[2], -12)
        test.assertAlmostEqual(whole[3], 0, delta=1)


def check_amount(test, out, late):
    """From 0 to 1 within `AMOUNT_SECONDS`: the dialog rises from nothing all the way."""
    source = field(AMOUNT_SECONDS)
    shares = [decibels(out[late + at:late + at + RATE, 4], source[at:at + RATE, 0])
              for at in range(0, (AMOUNT_SECONDS - 1) * RATE, RATE)]
    test.assertLess(decibels(out[late:late + RATE // 20, 4], source[:RATE, 0]), -25)
    test.assertTrue(all(later > earlier + 0.5 for earlier, later in zip(shares, shares[1:])), shares)
    test.assertGreater(shares[-1], -6)
