"""The leader's bookkeeping of one partition, for tidemark conform."""
import sys


class Follower:
    leo = leader_leo = fetched = 0  # of its latest fetch: offset, the leader's LEO, and when
    caught_up = 0                   # when it last had all that the leader had


class Leader:
    def __init__(self, replicas, lag_max, min_isr):
        self.lag_max, self.min_isr, self.leo, self.hw = lag_max, min_isr, 0, 0
        self.isr = list(replicas)  # the first one leads
        self.followers = {name: Follower() for name in replicas[1:]}

    def fetch(self, now, name, offset):
        f = self.followers[name]
        if offset >= self.leo:  # R1
            f.caught_up = now
        elif offset >= f.leader_leo:
            f.caught_up = max(f.caught_up, f.fetched)
        f.leo, f.leader_leo, f.fetched = offset, self.leo, now
        if name not in self.isr and offset >= self.hw:  # R3
            self.isr.append(name)

    def check(self, now):  # R2
        late = [n for n, f in self.followers.items() if now - f.caught_up > self.lag_max]
        self.isr = [name for name in self.isr if name not in late]

    def advance(self):  # R4
        known = [self.followers[name].leo for name in self.isr if name in self.followers]
        self.hw = max(self.hw, min([self.leo] + known))

    def command(self, now, verb, args):
        if verb == "APPEND":
            self.leo += int(args[0])
        elif verb == "FETCH":  # FETCH 6 offset 4
            self.fetch(now, args[0], int(args[2]))
        elif verb == "PRODUCE" and args[0] != "acks=all":
            return "REFUSED unsupported_acks"  # R5
        elif verb in ("STATUS", "PRODUCE"):
            self.check(now)
        elif verb == "TICK":  # TICK, or TICK 3: how many checks
            for tick in range(int((args + ["1"])[0])):
                self.check(now + 1 + tick)
        if verb == "PRODUCE" and len(self.isr) < self.min_isr:  # R6
            return "REFUSED NOT_ENOUGH_REPLICAS"
        self.leo += verb == "PRODUCE"
        return "OK"


for line in sys.stdin:
    start, *words = line.split()
    if start == "START":
        given = dict(w.split("=") for w in words)
        leader = Leader(given["replicas"].split(","), int(given["replica.lag.time.max.ms"]), int(given["min.insync.replicas"]))
        print("READY", flush=True)
    else:  # t=100 FETCH 6 offset 4
        answer = leader.command(int(start[2:]), words[0], words[1:])
        leader.advance()
        print(answer, f"leo={leader.leo} hw={leader.hw} isr={','.join(leader.isr)}", flush=True)
