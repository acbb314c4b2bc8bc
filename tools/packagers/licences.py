"""The list of licences that goes into each package: what is in it, and the texts."""
from tools.packagers import components, facts
from tools.steps import ROOT, StepFailed

LINE = "=" * 100 + "\n"


def text(kind):
    parts = components.OF[kind]
    listed = [(components.row_of(part)[0], components.version_of(part), components.licence_of(part)) for part in parts]
    width = [max(len(row[column]) for row in listed) for column in (0, 1)]
    out = [f"Tracepane {facts.version()} is under the MIT licence, and contains these:\n\n"]
    out += [f"  {name:{width[0]}}  {version:{width[1]}}  {licence}\n" for name, version, licence in sorted(listed)]
    texts = {ROOT / "LICENSE": ["Tracepane"]}
    for part in parts:
        for file in part.texts:
            texts.setdefault(file, []).append(components.row_of(part)[0])
    for file, names in texts.items():
        if not file.exists():
            raise StepFailed(f"The text of a licence is not there: {file}, of {', '.join(names)}")
        out.append(f"\n{LINE}{'; '.join(names)}\n{LINE}\n{file.read_text(errors='replace').rstrip()}\n")
    return "".join(out)
