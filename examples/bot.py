"""A program that plays a seat: it does whatever it can as long as it can, by chance.

state51 play --seats "human,exec:python examples/bot.py"
"""

import json
import random
import sys

rng = random.Random(7)


def choose(message):
    """The number of an option, and why."""
    options = [option["label"] for option in message["options"]]
    me = message["view"]["players"][message["seat"] - 1]
    busy = [n for n, label in enumerate(options) if label not in ("pass", "end turn", "done")]
    if message["kind"] == "act" and busy:
        return rng.choice(busy), f"there is still something to do with {sum(me['goods'].values())} goods"
    return rng.randrange(len(options)), "one is as good as another"


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "decision":
        number, reason = choose(message)
        answer = {"choose": number, "decision": message["decision"], "reason": reason}
        print(json.dumps(answer), flush=True)
    elif message["type"] == "end":
        break
