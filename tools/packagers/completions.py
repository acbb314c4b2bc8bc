"""Completions for bash, zsh and fish, of the verbs and options as the program tells them."""
import re

HEAD = "# Completions of tracepane. Made of its --help.\n"


BASH_BEGIN = """_tracepane()
{
    local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} verb= word
    COMPREPLY=()
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        case $word in
            VERBS) verb=$word; break ;;
        esac
    done
    case $verb:$before in
"""
BASH_MIDDLE = """    esac
    [[ $current == -* || -z $verb && COMP_CWORD -eq 1 ]] || return
    case $verb in
"""
BASH_END = """    esac
    if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W "$word" -- "$current"))
    else
        COMPREPLY=($(compgen -W "VERBS" -- "$current") $(compgen -f -- "$current"))
    fi
} && complete -o filenames -o default -F _tracepane tracepane
"""
ZSH_BEGIN = """    )
    for word in ${words[2,CURRENT-1]}; do
        case $word in (VERBS) verb=$word; break ;; esac
    done
    if [[ -z $verb && $CURRENT -eq 2 && $words[CURRENT] != -* ]]; then
        _describe verb verbs
        _files
        return
    fi
    case $verb in
"""


def words(items):
    return " ".join(items)


def names(verb):
    return [name for one in verb.options for name in one.names]


def bash(verbs):
    told = [verb.name for verb in verbs[1:]]
    out = [HEAD, BASH_BEGIN.replace("VERBS", "|".join(told))]
    for verb in verbs:
        for one in verb.options:
            pattern = "|".join(f"{verb.name}:{name}" for name in one.names)
            if one.choices:
                out.append(f"        {pattern}) COMPREPLY=($(compgen -W \"{words(one.choices)}\" -- \"$current\")); return ;;\n")
            elif one.argument:
                out.append(f"        {pattern}) return ;;\n")
    out.append(BASH_MIDDLE)
    out += [f"        {verb.name or chr(39) * 2}) word=\"{words(names(verb))}\" ;;\n" for verb in verbs]
    return "".join(out) + BASH_END.replace("VERBS", words(told))


def zsh_quoted(text):
    return text.replace("'", "'\\''")


def zsh_words(text):
    """Within brackets of _arguments."""
    return zsh_quoted(text.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]").replace(":", "\\:"))


def zsh_options(verb):
    out = []
    for one in verb.options:
        for name in one.names:
            what = f":{one.argument.lower()}:" if one.argument else ""
            if one.choices:
                what += f"({words(one.choices)})"
            elif one.is_file:
                what += "_files"
            out.append(f"        '*{name}[{zsh_words(one.words)}]{what}' \\\n")
    return "".join(out)


def zsh(verbs):
    out = ["#compdef tracepane\n", HEAD, "_tracepane() {\n    local -a verbs\n    local verb word\n    verbs=(\n"]
    out += [f"        '{verb.name}:{zsh_quoted(verb.words.replace(':', chr(92) + ':'))}'\n" for verb in verbs[1:]]
    out.append(ZSH_BEGIN.replace("VERBS", "|".join(verb.name for verb in verbs[1:])))
    out += [f"    ({verb.name or chr(39) * 2}) _arguments \\\n{zsh_options(verb)}        '*:trace:_files' ;;\n" for verb in verbs]
    out.append("    esac\n}\n_tracepane \"$@\"\n")
    return "".join(out)


def fish_quoted(text):
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def first_part(text):
    """fish repeats what it says of an option behind each of its values."""
    return re.split(r"[:;.] ", text)[0]


def fish(verbs):
    out = [HEAD]
    told = words(verb.name for verb in verbs[1:])
    out += [f"complete -c tracepane -n 'not __fish_seen_subcommand_from {told}' -a {verb.name} -d {fish_quoted(verb.words)}\n"
            for verb in verbs[1:]]
    for verb in verbs:
        where = f"__fish_seen_subcommand_from {verb.name}" if verb.name else f"not __fish_seen_subcommand_from {told}"
        for one in verb.options:
            flags = "".join(f" -l {name[2:]}" if name.startswith("--") else f" -s {name[1:]}" for name in one.names)
            takes = f" -x -a {fish_quoted(words(one.choices))}" if one.choices else " -r" if one.argument else ""
            about = f" -d {fish_quoted(first_part(one.words))}" if one.words else ""
            out.append(f"complete -c tracepane -n '{where}'{flags}{takes}{about}\n")
    return "".join(out)


def files(verbs):
    """By their paths below share/."""
    return {"bash-completion/completions/tracepane": bash(verbs), "zsh/site-functions/_tracepane": zsh(verbs),
            "fish/vendor_completions.d/tracepane.fish": fish(verbs)}
