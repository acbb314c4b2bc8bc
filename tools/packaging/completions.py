"""Completions for bash, zsh and fish, of the verbs and options as the program tells them."""
HEAD = "# Completions of tracepane. Made of its --help.\n"


def words(items):
    return " ".join(items)


def names(verb):
    return [name for one in verb.options for name in one.names]


def bash(verbs):
    out = [HEAD, "_tracepane()\n{\n    local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} verb= word\n"
           "    COMPREPLY=()\n    for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n        case $word in\n"
           f"            {'|'.join(verb.name for verb in verbs[1:])}) verb=$word; break ;;\n        esac\n    done\n"
           "    case $verb:$before in\n"]
    for verb in verbs:
        for one in verb.options:
            pattern = "|".join(f"{verb.name}:{name}" for name in one.names)
            if one.choices:
                out.append(f"        {pattern}) COMPREPLY=($(compgen -W \"{words(one.choices)}\" -- \"$current\")); return ;;\n")
            elif one.argument:
                out.append(f"        {pattern}) return ;;\n")
    out.append("    esac\n    [[ $current == -* || -z $verb && COMP_CWORD -eq 1 ]] || return\n    case $verb in\n")
    out += [f"        {verb.name or chr(39) * 2}) word=\"{words(names(verb))}\" ;;\n" for verb in verbs]
    out.append("    esac\n    if [[ $current != -* ]]; then\n"
               f"        COMPREPLY=($(compgen -W \"{words(verb.name for verb in verbs[1:])}\" -- \"$current\") "
               "$(compgen -f -- \"$current\"))\n    else\n        COMPREPLY=($(compgen -W \"$word\" -- \"$current\"))\n    fi\n"
               "} && complete -o filenames -o default -F _tracepane tracepane\n")
    return "".join(out)


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
    out.append("    )\n    for word in ${words[2,CURRENT-1]}; do\n"
               f"        case $word in ({'|'.join(verb.name for verb in verbs[1:])}) verb=$word; break ;; esac\n    done\n"
               "    if [[ -z $verb && $CURRENT -eq 2 && $words[CURRENT] != -* ]]; then\n"
               "        _describe verb verbs\n        _files\n        return\n    fi\n    case $verb in\n")
    for verb in verbs:
        out.append(f"    ({verb.name or chr(39) * 2}) _arguments \\\n{zsh_options(verb)}        '*:trace:_files' ;;\n")
    out.append("    esac\n}\n_tracepane \"$@\"\n")
    return "".join(out)


def fish_quoted(text):
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def fish(verbs):
    out = [HEAD]
    told = words(verb.name for verb in verbs[1:])
    for verb in verbs[1:]:
        out.append(f"complete -c tracepane -n 'not __fish_seen_subcommand_from {told}' -a {verb.name} -d {fish_quoted(verb.words)}\n")
    for verb in verbs:
        where = f"__fish_seen_subcommand_from {verb.name}" if verb.name else f"not __fish_seen_subcommand_from {told}"
        for one in verb.options:
            flags = "".join(f" -l {name[2:]}" if name.startswith("--") else f" -s {name[1:]}" for name in one.names)
            takes = f" -x -a {fish_quoted(words(one.choices))}" if one.choices else " -r" if one.argument else ""
            out.append(f"complete -c tracepane -n '{where}'{flags}{takes}{f' -d {fish_quoted(one.words)}' if one.words else ''}\n")
    return "".join(out)


def files(verbs):
    """By their paths below share/."""
    return {"bash-completion/completions/tracepane": bash(verbs), "zsh/site-functions/_tracepane": zsh(verbs),
            "fish/vendor_completions.d/tracepane.fish": fish(verbs)}
