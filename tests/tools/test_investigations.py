"""The investigations of the manual: their figures are those that the command line prints of the samples of the page."""
import json
import re
import subprocess
import unittest

from tools.steps import ROOT

PROGRAM = ROOT / "build/native/tracepane"
REPORT = "assets/investigations/report/data"
ANSWERS = "assets/investigations/answers/data"
BUILD = "build/samples/tracecmd/v7-zstd-gcc/trace.dat"


def told(*words):
    return json.loads(subprocess.run([PROGRAM, *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout)


def functions(trace):
    return {row["name"]: row for row in told("functions", trace, "--format", "json")}


def ask(trace, sql):
    return told("query", trace, sql, "--format", "json")


def short(ns):
    """A duration as the page shows it: three digits."""
    for unit, length in (("ms", 1e6), ("µs", 1e3)):
        if ns >= length:
            value = ns / length
            return f"{value:.{2 if value < 9.995 else 1 if value < 99.95 else 0}f} {unit}"
    return f"{ns:.0f} ns"


def share(part, whole):
    return f"{100 * part / whole:.1f} %"


@unittest.skipUnless(PROGRAM.exists(), "the native build is not here")
class InvestigationsTest(unittest.TestCase):
    def says(self, name, *figures):
        text = re.sub(r"\s+", " ", (ROOT / f"docs/investigation-{name}.md").read_text())
        for figure in figures:
            self.assertRegex(text, rf"(?<![\d.]){re.escape(figure)}(?![\d])")

    def test_the_slow_report(self):
        rows = functions(REPORT)
        end, price, main = rows["find_end"], rows["price_of"], rows["main"]
        own = sum(row["self"] for row in rows.values())
        self.says("report", short(main["total"]), short(end["self"]), short(end["total"]), share(end["self"], own), short(end["avg"]),
                  short(end["min"]), short(end["p99"]), short(price["self"]), short(price["min"]), short(price["p99"]),
                  short(main["total"] - end["total"]), f"{price['calls']} calls", "1 200 times")
        calls = ask(REPORT, "SELECT dur, EXTRACT_ARG(arg_set_id, 'retval') AS found FROM slice WHERE name = 'find_end' ORDER BY ts")
        longest = sorted(calls, key=lambda call: -call["dur"])
        self.says("report", *(short(call["dur"]) for call in calls[:3] + longest[:4]))
        self.says("report", ", ".join(str(call["found"]) for call in longest[1:4]), ", ".join(str(call["found"]) for call in calls[:3]))
        letters = sum(call["found"] for call in calls)
        length = calls[-1]["found"] + len(" cents\n")
        self.says("report", f"{len(calls)} calls and {letters} letters", f"{length} letters",
                  f"some {round(letters / length, -1):.0f} times")

    def test_the_late_linker(self):
        worst = ask(BUILD, """SELECT ts, dur, thread_name, tid FROM thread_state WHERE state = 'R' AND tid = 13681
                              ORDER BY dur DESC LIMIT 1""")[0]
        begin, end = worst["ts"], worst["ts"] + worst["dur"]
        self.says("build", f"{short(worst['dur'])} {worst['thread_name']} {worst['tid']}")
        within = f"sum(min(ts + dur, {end}) - max(ts, {begin}))"
        rows = ask(BUILD, f"""SELECT thread_name AS name, tid, cpu, {within} AS ran FROM sched
                              WHERE dur > 0 AND ts < {end} AND ts + dur > {begin} GROUP BY tid, cpu ORDER BY ran DESC LIMIT 4""")
        for row in rows:
            self.says("build", f"| `{row['name']}` {row['tid']}, on CPU {row['cpu']} | {short(row['ran'])} | "
                      f"{share(row['ran'], worst['dur'])} |")
        text = (ROOT / "docs/investigation-build.md").read_text()
        spent = {row["who"]: row["ms"] for row in ask(BUILD, re.search(r"```sql\n(.*?)```", text, re.S)[1])}
        self.says("build", *(f"{ms:.1f} ms" for ms in spent.values()), f"{100 * spent['build'] / sum(spent.values()):.0f} %")

    def test_the_slow_answers(self):
        rows = functions(ANSWERS)
        answer = next(row for name, row in rows.items() if name.startswith("desk::answer"))
        rebuild = next(row for name, row in rows.items() if name.startswith("desk::rebuild"))
        self.says("answers", " | ".join(short(answer[key]) for key in ("avg", "median", "p90", "p99", "max")))
        self.says("answers", short(rebuild["total"]), share(rebuild["self"], sum(row["self"] for row in rows.values())),
                  short(rebuild["min"]), short(rebuild["max"]), short(rows["main"]["total"]), f"called {rebuild['calls']} times")
        slow = ask(ANSWERS, """SELECT dur, EXTRACT_ARG(arg_set_id, 'arg1') AS question FROM slice WHERE name LIKE 'desk::answer%'
                               ORDER BY dur DESC LIMIT 11""")
        batches = [one for one in slow if one["question"] % 64 == 0]
        self.assertEqual(len(batches), 10)
        self.says("answers", ", ".join(str(one["question"]) for one in batches[:9]), ", ".join(short(one["dur"]) for one in batches[:3]),
                  short(batches[8]["dur"]), short(batches[9]["dur"]))
        odd = next(one for one in slow if one["question"] % 64)
        self.says("answers", f"question {odd['question']}, with {short(odd['dur'])}")


if __name__ == "__main__":
    unittest.main()
