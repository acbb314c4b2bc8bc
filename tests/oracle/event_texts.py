"""Why the text of an event may differ from that of `trace-cmd report -N` (3.1.6): where that is wrong by the kernel's own
rules, or has none."""
import re

CRASHED = "trace-cmd crashes"

# Of events whose format has an expression that trace-cmd computes otherwise than C does.
ARITHMETIC = {
    "alarmtimer_*": "a shift of an int by more than its bits: trace-cmd has 64",
    "ext4_mballoc_alloc": "a shift of an int by more than its bits: trace-cmd has 64",
    "mm_page_alloc_extfrag": "a comparison with an expression in brackets that begins with a cast",
    "kvm_nested_vmenter*": "?: within ?:",
    "kvm_pvclock_update": "a field of 8 bits with a sign",
    "kvm_userspace_exit": "a comparison of a negative number",
    "kvm_wait_lapic_expire": "a comparison of a negative number",
    "kvm_mmu_set_spte": "a comparison of a negative number",
    "sock_*_length": "a comparison of a negative number",
    "itimer_state": "a division of a negative number",
    "timer_start": "x & (A | B), taken for (x & A) | B",
}
NAMED = re.compile(r'\{\s*[^"{}]*\b(?!ULL\b|UL\b)[A-Z][A-Z_]\w*[^"{}]*,\s*"')
NEGATIVE = re.compile(r'\{\s*\(*\s*-')
UPPER_BIT = re.compile(r"<<\s*\(?(?:31|63)\)?")
PADDED = re.compile(r"%-?[1-9]\d*s")

# What the reference has to say and what the format has to have for a reason to hold.
RULES = (
    ("trace-cmd does not understand the format", lambda print_, a, b: "[FAILED TO PARSE]" in a),
    ("trace-cmd prints %.*s of an empty text as it is", lambda print_, a, b: "%.*s" in a),
    ("trace-cmd prints %c of ?: as >c<", lambda print_, a, b: ">c<" in a),
    ("trace-cmd prints nothing of an address of no family: lib/vsprintf.c prints (einval)", lambda print_, a, b: "(einval)" in b),
    ("trace-cmd does not know %*pbl", lambda print_, a, b: "%*pbl" in print_),
    ("trace-cmd does not pad the text of a function", lambda print_, a, b: a.split() == b.split() and PADDED.search(print_)),
    ("trace-cmd reads behind the end of an array", lambda print_, a, b: "__print_hex" in print_ and len(a) > len(b)),
    ("trace-cmd takes names that the format does not explain for 0", lambda print_, a, b: "__print_" in print_ and NAMED.search(print_)),
    ("trace-cmd has no negative values in __print_symbolic()", lambda print_, a, b: NEGATIVE.search(print_)),
    ("trace-cmd prints the uppermost bit of __print_flags() for 0", lambda print_, a, b: UPPER_BIT.search(print_)),
)


def squeezed(text):
    """Spaces at the ends of the text and of its lines are of no account."""
    return "\n".join(line.rstrip() for line in text.strip().split("\n"))


def reason(form, reference, product):
    """Returns None if nothing explains the difference."""
    if reference == CRASHED:
        return CRASHED
    for name, why in ARITHMETIC.items():
        if re.fullmatch(name.replace("*", ".*"), form.name) and "[FAILED TO PARSE]" not in reference:
            return f"trace-cmd computes otherwise than C: {why}"
    return next((why for why, holds in RULES if holds(form.print, reference, product)), None)
