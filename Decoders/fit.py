"""Least-cost left-right symmetric decoder matrices from first-order Ambisonics (AmbiX: W Y Z X, SN3D), one for low frequencies
(velocity vector) and one for high ones (energy vector), after Gerzon (1992, AES 92) and Moore & Wakefield (2008, AES 124)."""
import numpy as np
from scipy.optimize import minimize

MIRROR = np.array([1, -1, 1, 1.0])          # W Y Z X, left <-> right


def unit(degrees):
    a, e = np.radians(np.asarray(degrees, float)).T
    return np.stack([np.cos(a) * np.cos(e), np.sin(a) * np.cos(e), np.sin(e)], 1)


def directions(flat):
    """Unit vectors of the left half (the right one mirrors it), with weights: the horizon, for domes also the sphere."""
    azimuths = np.arange(0, 181, 2.0)
    horizon = unit(np.stack([azimuths, 0 * azimuths], 1))
    if flat:
        return horizon, np.ones(len(horizon)), np.zeros(len(horizon), bool)
    i = np.arange(1200) + 0.5
    z, a = 1 - 2 * i / 1200, np.pi * (1 + 5 ** 0.5) * i
    ball = np.stack([np.sqrt(1 - z * z) * np.cos(a), np.abs(np.sqrt(1 - z * z) * np.sin(a)), z], 1)
    u = np.r_[horizon, ball]
    below = u[:, 2] < -0.05
    weight = np.r_[np.full(len(horizon), 2.0), np.ones(len(ball))]
    return u, np.where(below, 0.05 * weight, weight), below


class Problem:
    def __init__(self, layout, flat):
        self.s = unit(layout)
        self.flat = flat
        self.pair = [int(np.argmin(np.linalg.norm(self.s - s * [1, -1, 1], axis=1))) for s in self.s]
        self.u, self.weight, self.below = directions(flat)
        self.weight = self.weight / self.weight.sum()
        self.y = np.stack([np.ones(len(self.u)), self.u[:, 1], self.u[:, 2], self.u[:, 0]], 1)
        horizon = np.abs(self.u[:, 2]) < 1e-9
        self.regions = [horizon] if flat else [horizon, (self.u[:, 2] >= 0) & ~horizon]
        self.columns = np.array([1, 1, 0, 1.0]) if flat else np.ones(4)

    def symmetric(self, x):
        m = x.reshape(-1, 4)
        return 0.5 * (m + m[self.pair] * MIRROR) * self.columns

    def vectors(self, g):
        """Energy, momentum, length of r_E, its angle from the source; rows are directions."""
        q = g * g
        e = q.sum(1) + 1e-12
        m = q @ self.s
        p = (m * self.u).sum(1)
        across = m - p[:, None] * self.u
        t = np.sqrt((across ** 2).sum(1) + 1e-14)
        return e, m, p, across, t, np.arctan2(t, p)

    def back(self, g, de, dm):
        """Gradient with respect to the free numbers, from those with respect to energy and momentum."""
        dg = 2 * g * (de[:, None] + dm @ self.s.T)
        return dg

    def fold(self, dg):
        d = (dg.T @ self.y) * self.columns
        return (0.5 * (d + d[self.pair] * MIRROR)).ravel()

    def energy_cost(self, g, w):
        """Cost of the energy vector with its gradient re g: angle, length below a bound, energy off 0 dB and out of a range."""
        e, m, p, across, t, theta = self.vectors(g)
        r2 = t * t + p * p
        up = np.where(self.below, 0, self.weight)
        unit_angle = np.radians(3)
        a = theta / unit_angle
        cost = up @ (w["linear"] * a + w["angle"] * a ** 2)
        dtheta = up * (w["linear"] + 2 * w["angle"] * a) / unit_angle
        dm = (dtheta * p / r2 / t)[:, None] * across - (dtheta * t / r2)[:, None] * self.u
        size = np.sqrt((m * m).sum(1)) + 1e-12
        n = size / e
        short = np.maximum(w["bound"] - n, 0) / 0.05
        cost += up @ (w["length"] * short ** 2 - w["mean"] * n / 0.05)
        dn = -up * (w["length"] * 2 * short + w["mean"]) / 0.05
        dm += (dn / size / e)[:, None] * m
        de = -dn * n / e
        db = 10 * np.log10(e)
        over = np.sign(db) * np.maximum(np.abs(db) - w["half"], 0)
        over_weight = np.where(self.below, 0, w["range"])
        cost += self.weight @ (w["flat"] * db ** 2 + over_weight * over ** 2)
        de += self.weight * 2 * (w["flat"] * db + over_weight * over) * 10 / np.log(10) / e
        return cost, self.back(g, de, dm)

    def high(self, x, w):
        """The longest energy vectors whose mean angles stay below `angles` (degrees: horizon, upper half), the largest below `most`."""
        g = self.y @ self.symmetric(x).T
        cost, dg = self.energy_cost(g, dict(angle=0, linear=0, bound=0, length=0, mean=1, flat=w["flat"], half=w["half"], range=100))
        e, m, p, across, t, theta = self.vectors(g)
        theta, dtheta, r2 = np.degrees(theta), 0 * theta, t * t + p * p
        for inside, wanted in zip(self.regions, w["angles"]):
            over = max(theta[inside].mean() - wanted, 0)
            cost += 30 * over ** 2
            dtheta += 60 * over * inside / inside.sum()
        far = np.where(self.below, 0, np.maximum(theta - w["most"], 0)) * self.weight
        cost += far @ np.maximum(theta - w["most"], 0)
        dtheta = np.degrees(dtheta + 2 * far)
        dm = (dtheta * p / r2 / t)[:, None] * across - (dtheta * t / r2)[:, None] * self.u
        return cost, self.fold(dg + self.back(g, 0 * e, dm))

    def low(self, x, w):
        g = self.y @ self.symmetric(x).T
        cost, dg = (self.energy_cost(g, w) if w["angle"] > 0 else (0, 0 * g))
        up = np.where(self.below, 0, self.weight)
        pressure, v = g.sum(1) - 1, g @ self.s - self.u
        cost += w["velocity"] * (up @ (pressure ** 2 + (v ** 2).sum(1)))
        dg = dg + w["velocity"] * 2 * up[:, None] * (pressure[:, None] + v @ self.s.T)
        cost += w["effort"] * (self.weight @ (g ** 2).sum(1))
        dg = dg + w["effort"] * 2 * self.weight[:, None] * g
        return cost, self.fold(dg)

    def solve(self, cost, w, starts=12, seed=1, first=None):
        rng = np.random.default_rng(seed)
        base = np.c_[np.ones(len(self.s)), self.s[:, [1, 2, 0]] * 0.9] / np.sqrt(len(self.s)) / 1.3
        best = None
        for k in range(starts):
            x = (base if first is None else first) + (0 if k == 0 else 0.25) * rng.standard_normal(base.shape)
            r = minimize(cost, x.ravel(), args=(w,), jac=True, method="L-BFGS-B", options=dict(maxiter=1500, maxfun=3000))
            if best is None or r.fun < best.fun:
                best = r
        return self.symmetric(best.x), best.fun
