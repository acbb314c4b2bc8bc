"""The man page: what packaging/tracepane.1.in says, and the verbs as the program tells them."""
from tools.packagers import facts
from tools.steps import ROOT


def escaped(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text.startswith((".", "'")) else text


def options_of(verb):
    out = []
    for one in verb.options:
        if one.names[-1] == "--help":
            continue
        argument = "|".join(one.choices) if one.choices else one.argument
        names = ", ".join(f"\\fB{escaped(name)}\\fR" for name in one.names)
        out.append(f".TP\n{names}{f' {chr(92)}fI{escaped(argument)}{chr(92)}fR' if argument else ''}\n"
                   f"{escaped(one.words) or chr(92) + '&'}\n")
    return "".join(out)


def verb_text(verb):
    usage = verb.usage.removeprefix(verb.name).strip()
    return f".SS \"tracepane {verb.name} {escaped(usage)}\"\n{escaped(verb.words)}.\n{options_of(verb)}"


def make(verbs):
    program, *others = verbs
    text = (ROOT / "packaging/tracepane.1.in").read_text()
    return (text.replace("@DATE@", facts.moment().strftime("%Y-%m-%d")).replace("@VERSION@", facts.version())
            .replace("@WINDOW@\n", options_of(program)).replace("@VERBS@\n", "".join(map(verb_text, others))))
