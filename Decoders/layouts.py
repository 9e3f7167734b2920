"""Loudspeaker layouts after ITU-R BS.2051-3 without LFE: (azimuth, elevation) in degrees, counter-clockwise, in the order of the
plugin's outputs. The quad is a square; BS.2051 has none."""
FRONT = [(30, 0), (-30, 0), (0, 0)]
SIDES = [(90, 0), (-90, 0), (135, 0), (-135, 0)]
SURROUND = [(110, 0), (-110, 0)]
LAYOUTS = {
    "quad": [(45, 0), (-45, 0), (135, 0), (-135, 0)],
    "5_1": FRONT + SURROUND,
    "7_1": FRONT + SIDES,
    "5_1_4": FRONT + SURROUND + [(30, 30), (-30, 30), (110, 30), (-110, 30)],
    "7_1_4": FRONT + SIDES + [(45, 30), (-45, 30), (135, 30), (-135, 30)],
}
