"""How long an interrupt takes: `python benchmarks/interrupts.py` sends Ctrl-C to simulations and tournaments at work.

For each: the seconds from the interrupt to the result, and the seconds of work that are not in it, at the speed it had.
"""

import os
import signal
import subprocess
import sys
import time

CASES = {
    "Skyjo, 4 experts, compiled": "simulate(skyjo, ['expert'] * 4, rounds=50_000_000, seed=1, progress=tell)",
    "Skyjo, 8 experts, whole games": "simulate(skyjo, ['expert'] * 8, games=5_000_000, seed=1, progress=tell)",
    "Skyjo Action, 2 all-round": "simulate(skyjo_action, ['all_round'] * 2, rounds=9_000_000, seed=1, progress=tell)",
    "Skip-Bo, 4 planners": "simulate(skipbo, ['planner'] * 4, rounds=9_000_000, seed=1, progress=tell)",
    "Skyjo, experts, interpreted": "simulate(skyjo, ['expert'] * 4, rounds=9_000, host='interpreted', progress=tell)",
    "Skyjo, a function of 20 ms": "simulate(skyjo, [slow, 'greedy'], rounds=9_000, seed=1, progress=tell)",
    "tournament of six": "tournament(skyjo, ['random', 'greedy', 'columns', 'cautious', 'threshold', 'expert'], "
    "rounds=1_000_000, seed=1, progress=tell)",
}
SCRIPT = """
import sys, time, warnings
from cardlib import simulate, skyjo, skyjo_action, skipbo, tournament
warnings.simplefilter("ignore")
history = []
def slow(view, legal, rng):
    time.sleep(0.02)
    return rng.choice(legal)
def tell(done, of):
    if not history:
        print("running", flush=True)
    history.append((time.monotonic(), done))
try:
    found = {case}
finally:
    end = time.monotonic()
last, done = history[-1]
recent = [one for one in history if one[0] > last - 2] or history
speed = (done - recent[0][1]) / max(last - recent[0][0], 1e-9)
print(end, last, done, speed, flush=True)
"""


def measure(case: str, wait: float) -> tuple[float, float]:
    """Seconds to the result after an interrupt, and from the last result that was taken in to the interrupt."""
    code = SCRIPT.replace("{case}", case)
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    child.stdout.readline()
    time.sleep(wait)
    sent = time.monotonic()
    os.kill(child.pid, signal.SIGINT)
    end, last, *_rest = map(float, child.stdout.readline().split())
    child.wait()
    return end - sent, max(0.0, sent - last)


if __name__ == "__main__":
    print(f"{'':34} answer, seconds (worst of 5)   since the last result, seconds (worst of 5)")
    for name, case in CASES.items():
        found = [measure(case, 4 + k * 0.37) for k in range(5)]
        print(f"{name:34} {max(one[0] for one in found):10.2f} {max(one[1] for one in found):20.2f}", flush=True)
